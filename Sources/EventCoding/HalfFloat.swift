/// IEEE 754 half precision by hand, since `Float16` is not there on every platform.
enum HalfFloat {
    /// The finite number that `bits` stand for, or nil for NaN and the infinities.
    static func value(of bits: UInt16) -> Double? {
        let exponent = Int(bits >> 10 & 0x1f)
        let fraction = Double(bits & 0x3ff)
        let magnitude: Double
        switch exponent {
        case 0: magnitude = scaled(fraction, byPowerOfTwo: -24)
        case 31: return nil
        default: magnitude = scaled(fraction + 1024, byPowerOfTwo: exponent - 25)
        }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The half that is exactly `value`, or nil when there is none.
    static func bits(exactly value: Float) -> UInt16? {
        let single = value.bitPattern
        let sign = UInt16(truncatingIfNeeded: single >> 16 & 0x8000)
        if value == 0 { return sign }
        let exponent = Int(single >> 23 & 0xff) - 127
        let fraction = single & 0x7f_ffff
        if exponent >= -14, exponent <= 15 {
            guard fraction & 0x1fff == 0 else { return nil }
            return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
        }
        // Below 2^-14 a half counts in steps of 2^-24.
        guard exponent >= -24, exponent < -14 else { return nil }
        let whole = fraction | 0x80_0000
        let shift = UInt32(-1 - exponent)
        guard whole & ((1 << shift) - 1) == 0 else { return nil }
        return sign | UInt16(whole >> shift)
    }

    private static func scaled(_ value: Double, byPowerOfTwo exponent: Int) -> Double {
        value * Double(sign: .plus, exponent: exponent, significand: 1)
    }
}
