import Platform

/// The file with the accepted figures: lines with a name and a number.
struct BudgetFile {
    /// What may differ without being noticed, as a share: compilers differ that much.
    static let tolerance = 0.04

    /// The processor that instructions were counted on.
    private(set) var machine = ""
    private(set) var figures: [String: Double] = [:]

    /// Reads a file; nothing is accepted where there is none.
    init(_ path: String) throws {
        guard case .file? = try? Files.kind(of: path) else { return }
        let text = String(decoding: try Files.readAll(path, limit: 1 << 16), as: UTF8.self)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ")
            if words.isEmpty || line.hasPrefix("#") { continue }
            guard words.count == 2 else { throw BenchError("\(path):\(number + 1) is no name with a number") }
            if words[0] == "machine" {
                machine = String(words[1])
            } else if let value = Double(words[1]) {
                figures[String(words[0])] = value
            } else {
                throw BenchError("\(path):\(number + 1) has no number")
            }
        }
    }

    /// What is written once `figures` are accepted; those that could not be counted stay as they were.
    func accepting(_ counted: [BudgetFigures.Figure], machine: String) -> String {
        var text = """
            # What an event, a commit and a start may cost, counted rather than timed; Tools/test checks it.
            # A change that is meant is accepted with: Tools/budget --accept
            machine \(machine)

            """
        let width = counted.map(\.name.count).max() ?? 0
        for figure in counted {
            guard let value = figure.value ?? figures[figure.name] else { continue }
            let blanks = String(repeating: " ", count: width - figure.name.count)
            text += "\(figure.name)\(blanks) \(Self.text(value))\n"
        }
        return text
    }

    /// A figure as the file has it: whole where it is large.
    static func text(_ value: Double) -> String {
        let rounded = value >= 1000 ? value.rounded() : (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
