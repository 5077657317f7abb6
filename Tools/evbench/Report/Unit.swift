/// The unit of a figure.
enum Unit: String {
    case eventsPerSecond = "events/s"
    case commitsPerSecond = "commits/s"
    case seconds = "s"
    case bytes = "bytes"

    /// Whether a larger figure is the better one.
    var isRate: Bool { self == .eventsPerSecond || self == .commitsPerSecond }

    /// The figure with three digits and a prefix that keeps it short.
    func text(_ value: Double) -> String {
        switch self {
        case .eventsPerSecond: Self.scaled(value, [(1e6, "M/s"), (1e3, "k/s"), (1, "/s")])
        case .commitsPerSecond: Self.scaled(value, [(1e3, "k/s"), (1, "/s")])
        case .seconds: Self.scaled(value, [(1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")])
        case .bytes: Self.scaled(value, [(1_048_576, "MiB"), (1, "B")])
        }
    }

    private static func scaled(_ value: Double, _ steps: [(scale: Double, name: String)]) -> String {
        for step in steps where abs(value) >= step.scale {
            return digits(value / step.scale) + " " + step.name
        }
        guard let last = steps.last else { return digits(value) }
        return digits(value / last.scale) + " " + last.name
    }

    /// About three digits.
    static func digits(_ value: Double) -> String {
        let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
        let factor = [1.0, 10, 100, 1000][places]
        let scaled = (abs(value) * factor).rounded()
        guard scaled < 1e15 else { return "\(value)" }
        let whole = Int(scaled / factor)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(whole)" }
        let fraction = String(Int(scaled) - whole * Int(factor))
        return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
