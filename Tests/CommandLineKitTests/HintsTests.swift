import CommandLineKit
import Testing

@Suite struct HintsTests {
    let tables = ["itinerary", "itinerary.photos", "places", "preferences", "recents", "tags", "vacations"]

    @Test(arguments: [
        ("recent", ["recents"]), ("Recents", ["recents"]), ("rceents", ["recents"]),
        ("tag", ["tags"]), ("itinery", ["itinerary"]), ("pl", ["places"]),
        ("it", ["itinerary", "itinerary.photos"]),
        ("photos", ["itinerary.photos"]), ("pho", ["itinerary.photos"]), ("hotos", []),
        ("vacation", ["vacations"]), ("zzz", []), ("", []), ("x", []),
    ])
    func nearestNames(word: String, expected: [String]) {
        #expect(Hints.nearest(to: word, in: tables) == expected)
    }

    @Test(arguments: [
        ("", "", 0), ("abc", "abc", 0), ("ABC", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1),
        ("ab", "abc", 1), ("abc", "axc", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("ca", "abc", 3),
    ])
    func distances(left: String, right: String, expected: Int) {
        #expect(Hints.distance(left, right) == expected)
        #expect(Hints.distance(right, left) == expected)
    }

    @Test func slipsCanBeFewer() {
        #expect(Hints.nearest(to: "6158@N00", in: ["6249@N00"], slips: 3) == ["6249@N00"])
        #expect(Hints.nearest(to: "6158@N00", in: ["6249@N00"], slips: 2).isEmpty)
        #expect(Hints.nearest(to: "6158", in: ["6158@N00"], slips: 1) == ["6158@N00"])
    }

    @Test func longWordsAreNotCompared() {
        #expect(Hints.nearest(to: String(repeating: "a", count: 10_000), in: tables).isEmpty)
    }

    @Test func atMostThreeAreNamed() {
        #expect(Hints.nearest(to: "aa", in: ["aab", "aac", "aad", "aae"]) == ["aab", "aac", "aad"])
    }
}
