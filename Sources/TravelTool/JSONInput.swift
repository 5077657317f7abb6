internal import CommandLineKit
internal import EventCoding
internal import Evtool
internal import Exchange
internal import StrictJSON

/// Reads a JSON file that a command is given, and says what is wrong with it and where.
enum JSONInput {
    static func parse(_ bytes: [UInt8], _ path: String) throws(ToolError) -> PayloadValue {
        do throws(JSONError) { return try StrictJSON.parse(bytes.span) } catch {
            throw Self.error(ExchangeError(error), path)
        }
    }

    static func error(_ error: ExchangeError, _ path: String) -> ToolError {
        var tool = ToolError(
            ErrorCode("E-INPUT"), exit: .unusableInput,
            error.inToolStyle.inFile(path == "-" ? "standard input" : path).description, argument: "FILE",
            value: path)
        if let field = error.field { tool.details.append("field: \(field)") }
        if !error.accepted.isEmpty {
            tool.details.append("accepted: " + error.accepted.joined(separator: ", "))
        }
        tool.details.append("nothing was appended")
        return tool
    }
}
