/// The marks that output draws with: beyond ASCII where the terminal can show it.
public struct Marks: Hashable, Sendable {
    /// From one value to another.
    public let arrow: String
    /// Where text was cut.
    public let ellipsis: String
    /// A minus between numbers.
    public let minus: String
    /// Eight heights of a bar, the lowest first.
    public let bars: [String]

    /// Marks of Unicode.
    public static let unicode = Marks(
        arrow: "→", ellipsis: "…", minus: "−", bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"])
    /// Marks of ASCII.
    public static let ascii = Marks(
        arrow: "->", ellipsis: "...", minus: "-", bars: ["_", ".", ",", "-", "=", "+", "*", "@"])
}
