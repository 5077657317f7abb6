/// The rules of one time zone, read from a compiled zone file (TZif, RFC 8536).
///
/// Gives the offset from UTC at any moment: from the file's table of changes, and after the last of them
/// from the rule in the file's last line.
public struct TimeZoneFile: Sendable {
    /// The zone's name, as asked for.
    public let name: String
    /// The moments when the offset changes, in seconds since 1970, ascending.
    private let changes: [Int64]
    /// For each change the index of the offset that holds from then on.
    private let kinds: [UInt8]
    /// Offsets in seconds east of UTC.
    private let offsets: [Int32]
    /// The rule for moments after the last change.
    private let rule: ZoneRule?

    /// Where systems keep zone files.
    public static let systemFolder = "/usr/share/zoneinfo"
    /// The largest zone file that is read, in bytes; real ones stay below 4 KiB.
    public static let sizeLimit = 1 << 18
    /// The longest zone name that is looked up, in bytes.
    public static let nameLimit = 64

    /// Reads the zone `name`, such as `Europe/Lisbon`.
    ///
    /// - Throws: `notFound` for an unknown zone and for every name that is no zone name (so a name can
    ///   never lead outside the folder), `invalidFormat` for a file that is no zone file.
    public init(name: String, folder: String = systemFolder) throws(PlatformError) {
        guard Self.isZoneName(name) else {
            throw PlatformError(code: .notFound, operation: "find the time zone", path: name)
        }
        let path = folder + "/" + name
        guard case .file = try Files.kind(of: path) else {
            throw PlatformError(code: .notFound, operation: "find the time zone", path: name)
        }
        try self.init(name: name, bytes: Files.readAll(path, limit: Self.sizeLimit))
    }

    /// The zone in the bytes of a zone file.
    ///
    /// - Throws: `invalidFormat` when the bytes are not whole.
    public init(name: String, bytes: [UInt8]) throws(PlatformError) {
        guard let parsed = TimeZoneParser(bytes)?.parse() else {
            throw PlatformError(code: .invalidFormat, operation: "read the time zone", path: name)
        }
        self.name = name
        changes = parsed.changes
        kinds = parsed.kinds
        offsets = parsed.offsets
        rule = parsed.rule
    }

    /// Whether `name` has the form of a zone name: parts of letters, digits, `+`, `-` and `_`.
    public static func isZoneName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= nameLimit else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy(isNameByte)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The offset from UTC in seconds east at a moment.
    ///
    /// - Parameter seconds: The moment, in seconds since 1970.
    /// - Complexity: O(log n) in the number of changes.
    public func offsetSeconds(at seconds: Int64) -> Int {
        guard let last = changes.last, seconds < last else {
            if let rule { return rule.offsetSeconds(at: seconds) }
            return Int(offsets[Int(kinds.last ?? 0)])
        }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return Int(offsets[low == 0 ? 0 : Int(kinds[low - 1])])
    }

    /// The offset from UTC in whole minutes east at a moment; odd seconds of old offsets are cut.
    ///
    /// - Parameter milliseconds: The moment, in milliseconds since 1970.
    public func offsetMinutes(at milliseconds: Int64) -> Int {
        offsetSeconds(at: ZoneRule.floorDivide(milliseconds, 1000)) / 60
    }
}
