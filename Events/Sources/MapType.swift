/// How a map is drawn.
///
/// A choice that this code does not know is kept as it is and counts as standard.
public struct MapType: RawRepresentable, Hashable, Sendable {
    /// The name of the choice.
    public let rawValue: String

    /// A choice by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Streets and names.
    public static let standard = MapType(rawValue: "standard")

    /// Pictures from above.
    public static let satellite = MapType(rawValue: "satellite")

    /// Pictures from above with streets and names.
    public static let hybrid = MapType(rawValue: "hybrid")

    /// The choices that are offered, in that order.
    public static let offered = [standard, satellite, hybrid]

    /// The choice that takes effect: this one where it is offered, else standard.
    public var effective: MapType { Self.offered.contains(self) ? self : .standard }
}
