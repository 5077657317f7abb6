internal import CommandLineKit
internal import EventLog

/// `show --raw`: a record's stored bytes in hexadecimal digits, part by part.
struct RecordDump {
    /// The bytes of one line.
    private static let width = 16

    let position: UInt64
    let bytes: [UInt8]

    private static func name(of kind: RecordPart.Kind) -> String {
        switch kind {
        case .head: "head"
        case .kept: "kept part"
        case .withheld: "withheld part"
        case .digest: "digest in place of the withheld part"
        case .checksum: "checksum"
        case .unknown: "bytes that are no record"
        }
    }

    /// Writes the bytes as the mode asks for.
    func show(_ context: ToolContext, problem: String?) {
        let parts = RecordPart.parts(of: bytes)
        switch context.mode {
        case .human:
            var title = StyledText("event \(position)   \(CountText.of(bytes.count, "byte"))", .strong)
            title.append(problem.map { ", \($0)" } ?? ", checksum ok", problem == nil ? nil : .bad)
            context.console.print(title)
            for part in parts { printPart(part, context) }
        case .plain:
            var table = TextTable([.number("offset"), .text("part"), .text("hex")])
            for part in parts {
                for row in rows(of: part) {
                    table.append(["\(row.lowerBound)", part.kind.rawValue, Self.hex(bytes[row])])
                }
            }
            context.console.print(table)
        case .json:
            var line = JSONLine(kind: "record")
            line.unsigned("position", position)
            line.count("bytes", bytes.count)
            line.string("checksum", problem ?? "ok")
            line.objects("parts", parts) { line, part in
                line.string("part", part.kind.rawValue)
                line.count("offset", part.range.lowerBound)
                line.count("length", part.range.count)
                line.string("hex", Self.hex(bytes[part.range]))
            }
            context.console.write(line)
        }
    }

    private func printPart(_ part: RecordPart, _ context: ToolContext) {
        let range = "\(part.range.lowerBound)..\(max(part.range.lowerBound, part.range.upperBound - 1))"
        context.console.print(StyledText("\(Self.name(of: part.kind))   bytes \(range)", .faint))
        for row in rows(of: part) {
            let offset = String(row.lowerBound)
            let margin = String(repeating: " ", count: max(0, 8 - offset.count))
            let digits = bytes[row].map(Self.hex).joined(separator: " ")
            let gap = String(repeating: " ", count: 3 * (Self.width - row.count) + 2)
            context.console.print("\(margin)\(offset)  \(digits)\(gap)\(Self.ascii(bytes[row]))")
        }
    }

    private func rows(of part: RecordPart) -> [Range<Int>] {
        stride(from: part.range.lowerBound, to: part.range.upperBound, by: Self.width).map {
            $0..<min($0 + Self.width, part.range.upperBound)
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String { bytes.map(hex).joined() }

    private static func ascii(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
    }
}
