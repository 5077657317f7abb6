/// A small generator of random numbers (Steele, Lea and Flood 2014), the same everywhere for the same seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, `count`.
    mutating func below(_ count: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
    }

    /// A number of 0...1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// An index below `count` of which low ones are hot: the product of two uniform numbers.
    ///
    /// The density falls like the logarithm, so that the first hundredth gets about 6 in 100.
    mutating func skewed(below count: Int) -> Int {
        min(Int(unit() * unit() * Double(count)), count - 1)
    }
}
