import TestSupport

/// Scalars that every table of the last years knows, across the scripts that make trouble.
enum Samples {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0xA0...0x17F, 0x300...0x345, 0x370...0x377, 0x386...0x38A, 0x391...0x3A1,
        0x400...0x4FF, 0x5B0...0x5BD, 0x905...0x939, 0x93C...0x94D, 0x1100...0x1112, 0x1161...0x1175,
        0x11A8...0x11C2, 0x1E00...0x1EFF, 0x2126...0x212B, 0x3041...0x3096, 0x4E00...0x4E80,
        0xAC01...0xAC1B, 0xF900...0xFA0D, 0xFB00...0xFB06, 0x1F600...0x1F640,
    ]

    /// A text of up to `limit` scalars.
    static func text(upTo limit: Int, using random: inout SplitMix64) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...limit, using: &random) {
            let range = ranges[Int.random(in: ranges.indices, using: &random)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}

extension String {
    /// The UTF-8 bytes, since `==` on texts would call different spellings the same.
    var bytes: [UInt8] { Array(utf8) }
}
