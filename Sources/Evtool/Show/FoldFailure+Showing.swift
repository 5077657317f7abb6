internal import CommandLineKit
internal import Projections

extension FoldFailure {
    /// The failure as a line of JSON.
    var jsonLine: JSONLine {
        var line = JSONLine(kind: "failed")
        line.unsigned("position", position)
        line.string("type", type)
        line.unsigned("schema_version", UInt64(schemaVersion))
        line.string("projection", projection)
        line.string("code", error.code.description)
        line.string("message", error.message)
        return line
    }
}
