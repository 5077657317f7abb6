import CUTF8Proc

/// The columns of one grapheme cluster, found scalar by scalar.
///
/// A cluster is as wide as its widest scalar. Two scalars make an emoji of something narrow: the second half
/// of a flag and the emoji variation selector.
struct ClusterWidth {
    private static let emojiPresentation: UInt32 = 0xFE0F
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    private var first: Unicode.Scalar?
    private(set) var columns = 0

    mutating func add(_ scalar: Unicode.Scalar) {
        let width = Self.width(of: scalar)
        guard let first else {
            first = scalar
            columns = width
            return
        }
        if scalar.value == Self.emojiPresentation, first.properties.isEmoji {
            columns = 2
        } else if Self.regionalIndicators.contains(scalar.value) {
            columns = 2
        } else {
            columns = max(columns, width)
        }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let value = Int32(bitPattern: scalar.value)
        guard utf8proc_category(value) == UTF8PROC_CATEGORY_CN else {
            return Int(utf8proc_charwidth(value))
        }
        // Newer than the tables: the emoji blocks and the ideographic planes are wide by default.
        return switch scalar.value {
        case 0x1F300...0x1FAFF, 0x20000...0x3FFFD: 2
        default: 1
        }
    }
}
