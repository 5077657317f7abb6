import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("3.3 Unicode and collation")
struct UnicodeRowTests {
    @Test(
        "U1, U4, U5 the shown tag",
        arguments: [
            ("\u{fc}ber", "\u{dc}ber"), ("u\u{308}ber", "\u{dc}ber"), ("\u{130}stanbul", "\u{130}stanbul"),
            ("istanbul", "Istanbul"), ("PARIS", "PARIS"),
        ])
    func shownTag(_ tag: String, _ shown: String) throws {
        let scenario = try Scenario.travel([Act.visit("p", tags: [tag])])
        let row = try #require(try scenario.rows("tags").first)
        #expect(row.columns[2] == .text(shown))
    }

    @Test("C1 \u{c5}land stands before Bahamas")
    func aland() throws {
        let scenario = try Scenario.places([
            Act.refreshed("1", names: ["x, Belarus", "x, \u{c5}land", "x, Bahamas"])
        ])
        #expect(
            try scenario.placeSections().sections.map(\.title) == ["\u{c5}land", "Bahamas", "Belarus"])
    }
}
