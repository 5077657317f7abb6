import CSimdJSON
public import EventCoding

/// A parser that is reused for many documents, such as the lines of a newline-delimited file.
///
/// It keeps the memory of the largest document it has seen. It may move between tasks: it alone owns that
/// memory, and every use is exclusive.
@safe public struct JSONLineParser: ~Copyable, @unchecked Sendable {
    private let reader: OpaquePointer

    /// The limits of each document.
    public let limits: StrictJSON.Limits

    /// A parser with these limits.
    public init(limits: StrictJSON.Limits = .standard) {
        guard let reader = unsafe travelog_json_reader_create() else {
            fatalError("There is no memory for a JSON parser.")
        }
        unsafe self.reader = reader
        self.limits = limits
    }

    deinit {
        unsafe travelog_json_reader_destroy(reader)
    }

    /// The value of the one JSON document in `bytes`.
    ///
    /// - Parameter lineNumber: the number of the document's first line, for errors.
    /// - Throws: `JSONError` with the place of the first fault; its offset counts from the document's start.
    /// - Complexity: O(n log n) in the number of keys of an object, O(n) otherwise.
    public mutating func parse(
        _ bytes: Span<UInt8>, lineNumber: Int = 1
    ) throws(JSONError) -> PayloadValue {
        try document(in: bytes, lineNumber: lineNumber).value
    }

    /// The one JSON document in `bytes`, checked by all the rules, to be read before the next one is parsed.
    ///
    /// - Parameter lineNumber: the number of the document's first line, for errors.
    /// - Throws: `JSONError` with the place of the first fault; its offset counts from the document's start.
    /// - Complexity: O(n); O(n log n) in the number of keys of an object that has more than 64.
    @_lifetime(&self)
    public mutating func document(
        in bytes: Span<UInt8>, lineNumber: Int = 1
    ) throws(JSONError) -> JSONDocument {
        guard bytes.count <= limits.maximumBytes else {
            throw fault(.tooLarge, lineNumber)
        }
        // Later versions of simdjson skip a byte order mark; it must not depend on the version.
        guard !ByteOrderMark.leads(bytes) else { throw explain(bytes, lineNumber) }
        var result = unsafe travelog_json_result()
        let status = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe travelog_json_read(reader, buffer.baseAddress, buffer.count, nativeLimits, &result)
        }
        guard status != TRAVELOG_JSON_OUT_OF_MEMORY else { throw fault(.outOfMemory, lineNumber) }
        guard status == TRAVELOG_JSON_OK else { throw explain(bytes, lineNumber) }
        let tokens = unsafe UnsafeBufferPointer(start: result.tokens, count: result.token_count)
        let text = unsafe UnsafeBufferPointer(start: result.text, count: result.text_count)
        // SAFETY: the reader keeps both until its next use, which needs exclusive access to this parser.
        let document = unsafe JSONDocument(
            reader, Span(_unsafeElements: tokens), Span(_unsafeElements: text))
        return unsafe _overrideLifetime(document, mutating: &self)
    }

    private var nativeLimits: travelog_json_limits {
        travelog_json_limits(
            maximum_depth: limits.maximumDepth, maximum_keys: limits.maximumKeys,
            maximum_values: limits.maximumValues, maximum_digits: StrictJSON.Limits.maximumDigits)
    }

    private func explain(_ bytes: Span<UInt8>, _ lineNumber: Int) -> JSONError {
        let copy = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
        var scanner = FaultScanner(copy, limits: limits)
        return scanner.firstFault(lineNumber: lineNumber)
    }

    private func fault(_ code: JSONError.Code, _ lineNumber: Int) -> JSONError {
        JSONError(code: code, offset: 0, line: lineNumber, column: 1, message: code.message(limits))
    }
}
