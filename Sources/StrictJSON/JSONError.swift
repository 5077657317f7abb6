/// Why a text is not the JSON this project reads, and where.
///
/// No text of the document is in it, so it may be shown and logged.
public struct JSONError: Error, Hashable, Sendable {
    /// What is wrong.
    public let code: Code

    /// The bytes before the fault.
    public let offset: Int

    /// The line of the fault, from 1; line feeds end lines.
    public let line: Int

    /// The column of the fault in Unicode scalars, from 1.
    public let column: Int

    /// One sentence for the reader.
    public let message: String
}

extension JSONError: CustomStringConvertible {
    /// The place and the sentence.
    public var description: String { "Line \(line), column \(column): \(message)" }
}
