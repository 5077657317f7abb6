/// Why a fold changed a row, or left it alone; folds add their own.
public struct Reason: Sendable {
    /// The reason's name, such as `viewed` or `evicted`.
    public let name: StaticString

    /// A reason.
    public init(_ name: StaticString) { self.name = name }
}

extension Reason: Hashable, CustomStringConvertible {
    /// The name.
    public var description: String { "\(name)" }

    /// Whether both have one name.
    public static func == (left: Reason, right: Reason) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
