/// The shortest encoding that keeps a finite number (RFC 8949, section 4.2.1).
struct CBORReal {
    /// The low five bits of the first byte, which say how many bytes follow.
    let info: UInt8

    /// The bits of the half, single or double.
    let bits: UInt64

    /// The encoding of `value`, which is finite.
    init(_ value: Double) {
        // The conversion overflows to an infinity, which equals no finite number.
        let single = Float(value)
        if Double(single) != value {
            (info, bits) = (CBORHead.Simple.double, value.bitPattern)
        } else if let half = HalfFloat.bits(exactly: single) {
            (info, bits) = (CBORHead.Simple.half, UInt64(half))
        } else {
            (info, bits) = (CBORHead.Simple.single, UInt64(single.bitPattern))
        }
    }
}

extension CBORHead {
    /// The finite number whose bits stand in the head, or nil when it is none.
    @usableFromInline var real: Double? {
        guard major == Major.simple else { return nil }
        let value: Double?
        switch info {
        case Simple.half: value = HalfFloat.value(of: UInt16(truncatingIfNeeded: argument))
        case Simple.single: value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
        case Simple.double: value = Double(bitPattern: argument)
        default: return nil
        }
        guard let value, value.isFinite else { return nil }
        return value
    }
}
