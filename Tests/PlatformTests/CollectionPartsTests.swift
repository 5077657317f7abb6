import Platform
import Testing

@Suite struct CollectionPartsTests {
    @Test func partsAreFoundWhereverTheyStand() {
        for part in ["", "a", "ab", "abcab", "bca", "cab", "b"] { #expect("abcab".holds(part), "\(part)") }
        for part in ["d", "abcabc", "ac", "ba", "abcabd"] { #expect(!"abcab".holds(part), "\(part)") }
        #expect("".holds(""))
        #expect(!"".holds("a"))
        #expect([1, 2, 1, 2, 3].holds([1, 2, 3]))
        #expect(!"e\u{301}".holds("e"), "characters are compared, not what they are made of")
    }
}
