import EventLog
import StrictJSON

/// Reads an export line by line, strictly: what it gives is exactly what the lines say, or an error with its place.
package struct ExportReader: ~Copyable {
    /// The longest line, in bytes: the largest payload in its longest spelling fits.
    package static let maximumLineBytes = 16 << 20

    private var parser = ExportLineParser()
    private let bytes: [UInt8]
    /// The lines that are not blank.
    private let lines: [ExportPlace]

    /// A reader of the whole export in `bytes`.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lines = Self.lines(of: bytes)
    }

    private static func lines(of bytes: [UInt8]) -> [ExportPlace] {
        var lines: [ExportPlace] = []
        let text = bytes.span
        var (start, number) = (0, 1)
        while start < text.count {
            let end = JSONLines.end(from: start, in: text)
            if !JSONLines.isBlank(text.extracting(start..<end)) {
                lines.append(ExportPlace(number: number, range: start..<end))
            }
            (start, number) = (end + 1, number + 1)
        }
        return lines
    }

    /// Reads everything.
    ///
    /// - Parameter allowingCut: Whether an export without its end is read as far as it goes.
    /// - Throws: `ExchangeError` for the first line that cannot stand where it does, with line and column.
    /// - Complexity: O(n log n) in the bytes.
    package mutating func read(allowingCut: Bool = false) throws(ExchangeError) -> ExportContent {
        guard !lines.isEmpty else { throw ExchangeError(.cutOff, "the export is empty") }
        let header = try readHeader()
        var end: ExportEnd?
        if lines.count > 1 { end = try? readEnd(lines.count - 1) }
        let last = end == nil ? lines.count : lines.count - 1
        var assembly = ExportAssembly(header, end, bytes)
        assembly.reserve(lines: last, bytes: bytes.count)
        do throws(ExchangeError) {
            try add(lines[1..<max(last, 1)], of: header.identity, to: &assembly)
        } catch {
            guard end == nil, isTorn, error.json != nil, error.line == lines[lines.count - 1].number else {
                throw error
            }
            // The last line was cut in the middle; what stands before it is whole.
        }
        if end == nil && !allowingCut { throw assembly.cutOff(line: lines[lines.count - 1].number) }
        return try assembly.finish(line: lines[lines.count - 1].number)
    }

    private mutating func add(
        _ places: ArraySlice<ExportPlace>, of identity: LogIdentity, to assembly: inout ExportAssembly
    ) throws(ExchangeError) {
        guard let ahead = ExportReadAhead.start(bytes, places, of: identity) else {
            for place in places {
                try assembly.add(try parser.line(at: place, in: bytes, of: identity), line: place.number)
            }
            return
        }
        defer { ahead.finish() }
        var index = places.startIndex
        while let slice = ahead.next() {
            for line in slice.lines {
                try assembly.add(line, line: lines[index].number)
                index += 1
            }
            if let failure = slice.failure { throw failure }
        }
    }

    /// Whether the last line has no end.
    private var isTorn: Bool { lines.last?.range.upperBound == bytes.count }

    private mutating func readHeader() throws(ExchangeError) -> ExportHeader {
        let first = try line(0)
        guard case .header(let header) = first else {
            throw ExchangeError(
                .misplaced, "an export begins with a line of kind header", line: lines[0].number, column: 1)
        }
        return header
    }

    private mutating func readEnd(_ index: Int) throws(ExchangeError) -> ExportEnd? {
        guard case .end(let end) = try line(index) else { return nil }
        return end
    }

    private mutating func line(_ index: Int) throws(ExchangeError) -> ExportLine {
        try parser.line(at: lines[index], in: bytes, of: nil)
    }
}
