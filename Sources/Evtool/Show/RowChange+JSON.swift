internal import CommandLineKit
internal import Projections

extension RowChange {
    /// The change as a line of JSON.
    func jsonLine(position: UInt64, stream: String) -> JSONLine {
        var line = JSONLine(kind: "effect")
        line.unsigned("position", position)
        line.string("stream", stream)
        line.string("table", table)
        line.string("op", operation.rawValue)
        line.string("key", key)
        for (name, values) in [("before", before), ("after", after)] {
            if let values {
                line.object(name) { $0.columns(columns, values) }
            } else {
                line.null(name)
            }
        }
        line.string("reason", reason)
        return line
    }
}
