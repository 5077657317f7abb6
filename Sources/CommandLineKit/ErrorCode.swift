/// The stable name of an error, such as `E-TABLE-UNKNOWN`.
public struct ErrorCode: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    /// A code of that name.
    ///
    /// - Precondition: `E-`, then capital letters, digits and single minus signs.
    public init(_ name: String) {
        precondition(Self.isCode(name), "an error code is written like E-TABLE-UNKNOWN, not \(name)")
        self.name = name
    }

    /// Whether `name` has the form of a code.
    public static func isCode(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].elementsEqual("E".utf8) else { return false }
        return parts.dropFirst().allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                }
        }
    }

    /// The name.
    public var description: String { name }
}
