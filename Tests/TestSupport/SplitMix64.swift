/// A generator that gives the same numbers for the same seed on every machine.
///
/// The algorithm is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). A
/// property test puts its seed into the failure's comment.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// A generator with a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `range`.
    public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True once in `count` times.
    public mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }
}
