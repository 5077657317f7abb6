#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the standard streams are connected to.
public struct TerminalInfo: Hashable, Sendable {
    /// Whether the standard input is a terminal.
    public var isInputTerminal: Bool
    /// Whether the standard output is a terminal.
    public var isOutputTerminal: Bool
    /// Whether the standard error is a terminal.
    public var isErrorTerminal: Bool
    /// The width in columns; `defaultColumns` when nobody says.
    public var columns: Int
    /// The height in rows; `defaultRows` when nobody says.
    public var rows: Int
    /// Whether text may go beyond ASCII.
    public var isUTF8: Bool

    /// The width that is assumed when neither the environment nor the terminal gives one.
    public static let defaultColumns = 80
    /// The height that is assumed when the terminal gives none.
    public static let defaultRows = 24
    /// The widths that are believed, in columns.
    public static let believableColumns = 20...10_000

    /// A description of streams, for tests and for output to files.
    public init(
        isInputTerminal: Bool = false, isOutputTerminal: Bool = false, isErrorTerminal: Bool = false,
        columns: Int = defaultColumns, rows: Int = defaultRows, isUTF8: Bool = true
    ) {
        self.isInputTerminal = isInputTerminal
        self.isOutputTerminal = isOutputTerminal
        self.isErrorTerminal = isErrorTerminal
        self.columns = columns
        self.rows = rows
        self.isUTF8 = isUTF8
    }

    /// The streams of this process, asked now.
    ///
    /// The width is that of `COLUMNS` when it is a believable number, then that of the terminal.
    public static func current() -> TerminalInfo {
        let size = windowSize()
        return TerminalInfo(
            isInputTerminal: isTerminal(0), isOutputTerminal: isTerminal(1),
            isErrorTerminal: isTerminal(2),
            columns: columns(environment: ProcessEnvironment.value("COLUMNS"), terminal: size?.columns),
            rows: size?.rows ?? defaultRows,
            isUTF8: isUTF8(environment: ProcessEnvironment.value))
    }

    /// Whether the descriptor 0, 1 or 2 is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The width in columns, from the text of `COLUMNS` and what the terminal says.
    static func columns(environment: String?, terminal: Int?) -> Int {
        if let text = environment, let number = Int(text), believableColumns.contains(number) {
            return number
        }
        if let terminal, believableColumns.contains(terminal) { return terminal }
        return defaultColumns
    }

    /// Whether the locale's character set is UTF-8.
    ///
    /// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty decides, as POSIX orders them.
    public static func isUTF8(environment: (String) -> String?) -> Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            let lower = value.lowercased().utf8
            return lower.holds("utf-8".utf8) || lower.holds("utf8".utf8)
        }
        return false
    }

    private static func windowSize() -> (columns: Int, rows: Int)? {
        for descriptor: Int32 in [1, 2, 0] {
            var size = winsize()
            if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
                return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : defaultRows)
            }
        }
        return nil
    }
}
