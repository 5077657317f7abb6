public import StrictJSON

/// Why something from outside cannot become events: a stable code, the place, and what would be accepted.
public struct ExchangeError: Error, Hashable, Sendable {
    /// What kind of failure this is.
    public let code: Code

    /// What is wrong as a sentence without the place; it may name a key or a type, never a payload.
    public let message: String

    /// The file's name as it was given, or nil.
    public var file: String?

    /// The line, from 1, or nil where the whole is concerned.
    public var line: Int?

    /// The column in characters (Unicode scalars), from 1, or nil.
    public var column: Int?

    /// The key or column concerned, with dots between records: `data.photo.id`; or nil.
    public let field: String?

    /// The names that are accepted where one was not, in their order; empty elsewhere.
    public let accepted: [String]

    /// What the JSON reader said, where the text is no JSON.
    public let json: JSONError?

    /// An error with its place.
    public init(
        _ code: Code, _ message: String, file: String? = nil, line: Int? = nil, column: Int? = nil,
        field: String? = nil, accepted: [String] = [], json: JSONError? = nil
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.field = field
        self.accepted = accepted
        self.json = json
    }

    /// The error for a text that is no JSON.
    public init(_ json: JSONError, file: String? = nil) {
        self.init(
            .invalidJSON, json.message, file: file, line: json.line, column: json.column, json: json)
    }

    /// The same error with the line and column of its field in a JSON document that is known to be sound.
    ///
    /// - Complexity: O(n) in the bytes.
    public func located(in document: [UInt8]) -> ExchangeError {
        guard line == nil, let field else { return self }
        var error = self
        let place = JSONLocator.place(of: JSONLocator.steps(of: field), in: document)
        (error.line, error.column) = (place.line, place.column)
        return error
    }

    /// The same error with the file's name.
    public func inFile(_ name: String) -> ExchangeError {
        var error = self
        error.file = name
        return error
    }
}

extension ExchangeError: CustomStringConvertible {
    /// The place and the sentence.
    public var description: String {
        var place: [String] = []
        if let file { place.append(file) }
        if let line { place.append("line \(line)") }
        if let column { place.append("column \(column)") }
        return place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
    }
}
