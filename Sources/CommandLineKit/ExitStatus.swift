/// How the tool ends: the numbers that a script can rely on.
///
/// 0 to 2 are answers, 64 and above follow sysexits(3), 130 and 141 are the shell's words for a signal.
public struct ExitStatus: Hashable, Sendable {
    /// The number that the shell sees.
    public let code: Int32
    /// What the number means.
    public let meaning: String

    private init(_ code: Int32, _ meaning: String) {
        self.code = code
        self.meaning = meaning
    }

    /// 0: yes.
    public static let yes = ExitStatus(0, "yes: done, same, clean, found")
    /// 1: no; always a finding, never a failure.
    public static let no = ExitStatus(1, "no: differs, damaged, absent, refused by the user")
    /// 2: the tool cannot tell.
    public static let cannotTell = ExitStatus(
        2, "can't tell: some part could not be read or checked; partial answer printed")
    /// 64: the command line is wrong.
    public static let usage = ExitStatus(64, "usage, bad selector, unknown name")
    /// 65: the input cannot be used.
    public static let unusableInput = ExitStatus(65, "input is not a usable log or export")
    /// 66: the input cannot be found.
    public static let noInput = ExitStatus(66, "no such log, unreadable path")
    /// 70: the tool has a bug.
    public static let bug = ExitStatus(70, "bug in the tool")
    /// 73: the output cannot be made.
    public static let cannotCreate = ExitStatus(73, "output exists or cannot be made")
    /// 74: reading or writing failed.
    public static let inputOutput = ExitStatus(74, "I/O error")
    /// 75: busy.
    public static let tryAgain = ExitStatus(75, "busy, reader table full: try again")
    /// 77: not allowed.
    public static let noPermission = ExitStatus(77, "permission")
    /// 130: interrupted by Ctrl-C.
    public static let interrupted = ExitStatus(130, "interrupted")
    /// 141: nobody reads the output any more.
    public static let closedPipe = ExitStatus(141, "pipe closed")

    /// Every status, by number.
    public static let all: [ExitStatus] = [
        .yes, .no, .cannotTell, .usage, .unusableInput, .noInput, .bug, .cannotCreate, .inputOutput,
        .tryAgain, .noPermission, .interrupted, .closedPipe,
    ]

    /// Two statuses are the same when their numbers are.
    public static func == (left: ExitStatus, right: ExitStatus) -> Bool { left.code == right.code }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
