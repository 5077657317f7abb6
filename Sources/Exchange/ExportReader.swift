import Digest
import EventCoding
import EventLog
import StrictJSON

/// Reads an export line by line, strictly: what it gives is exactly what the lines say, or an error with its place.
package struct ExportReader: ~Copyable {
    /// The longest line, in bytes: the largest payload in its longest spelling fits.
    package static let maximumLineBytes = 16 << 20

    private var parser: JSONLineParser
    private let bytes: [UInt8]
    /// The lines that are not blank, each with its number from 1.
    private let lines: [(number: Int, range: Range<Int>)]

    /// A reader of the whole export in `bytes`.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A payload may be as deep as the log allows, and stands one level down in its line.
        parser = JSONLineParser(
            limits: StrictJSON.Limits(
                maximumBytes: Self.maximumLineBytes, maximumDepth: CBORView.maximumDepth + 1))
        lines = Self.lines(of: bytes)
    }

    private static func lines(of bytes: [UInt8]) -> [(number: Int, range: Range<Int>)] {
        var lines: [(number: Int, range: Range<Int>)] = []
        var (start, number) = (0, 1)
        var isBlank = true
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\n"):
                if !isBlank { lines.append((number, start..<index)) }
                (start, number, isBlank) = (index + 1, number + 1, true)
            case 0x20, 0x09, 0x0D: break
            default: isBlank = false
            }
        }
        if !isBlank { lines.append((number, start..<bytes.count)) }
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
        for index in 1..<max(last, 1) {
            do throws(ExchangeError) {
                try assembly.add(try line(index, header.identity), line: lines[index].number)
            } catch {
                guard end == nil, isTorn(index), error.json != nil else { throw error }
                // The last line was cut in the middle; what stands before it is whole.
                break
            }
        }
        if end == nil && !allowingCut { throw assembly.cutOff(line: lines[lines.count - 1].number) }
        return try assembly.finish(line: lines[lines.count - 1].number)
    }

    /// Whether a line is the last one and has no end.
    private func isTorn(_ index: Int) -> Bool {
        index == lines.count - 1 && lines[index].range.upperBound == bytes.count
    }

    private mutating func readHeader() throws(ExchangeError) -> ExportHeader {
        let first = try line(0, nil)
        guard case .header(let header) = first else {
            throw ExchangeError(
                .misplaced, "an export begins with a line of kind header", line: lines[0].number, column: 1)
        }
        return header
    }

    private mutating func readEnd(_ index: Int) throws(ExchangeError) -> ExportEnd? {
        guard case .end(let end) = try line(index, nil) else { return nil }
        return end
    }

    private mutating func line(_ index: Int, _ identity: LogIdentity?) throws(ExchangeError) -> ExportLine {
        let (number, range) = lines[index]
        guard range.count <= Self.maximumLineBytes else {
            throw ExchangeError(
                .tooLarge, "the line has \(range.count) bytes; at most \(Self.maximumLineBytes) are accepted",
                line: number)
        }
        let value: PayloadValue
        let bytes = bytes
        do throws(JSONError) {
            value = try parser.parse(bytes.span.extracting(range), lineNumber: number)
        } catch { throw ExchangeError(error) }
        do throws(LineFault) {
            return try ExportLine(value) { identity?.recordLogID(at: $0) ?? Self.noLog }
        } catch {
            throw error.located(in: Array(bytes[range]), number: number)
        }
    }

    /// Stands where a line is only looked at, never taken.
    private static let noLog = LogID(hex: String(repeating: "0", count: 32)) ?? .random()
}
