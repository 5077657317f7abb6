import Exchange
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.folder != nil, "The shared data is not beside this checkout."))
struct CSVSharedDataTests {
    private func rows(_ name: String) throws -> [[String]] {
        var reader = try CSVReader(bytes: try SharedData.bytes("poi-visits/" + name))
        var result: [[String]] = [reader.header]
        while let row = try reader.nextRow() { result.append((0..<row.count).map { row[$0] }) }
        return result
    }

    @Test(arguments: [
        ("userVisits-Toro.csv", 1395, 39_419), ("userVisits-Osak.csv", 450, 7_747),
        ("userVisits-Pert-allPOI.csv", 159, 3_643), ("userVisits-Delh-allPOI.csv", 279, 3_993),
    ])
    func `The visits have the published numbers of users and rows`(name: String, users: Int, visits: Int)
        throws
    {
        let rows = try rows(name)
        #expect(rows[0] == ["photoID", "userID", "dateTaken", "poiID", "poiTheme", "poiFreq", "seqID"])
        #expect(rows.count == visits + 1)
        #expect(Set(rows.dropFirst().map { $0[1] }).count == users)
    }

    @Test(arguments: ["userVisits-Osak.crlf.csv", "userVisits-Osak.comma-crlf.csv"])
    func `Another form of a file gives the same rows`(name: String) throws {
        let original = try rows("userVisits-Osak.csv")
        let variant = try rows("variants/" + name)
        #expect(variant == original)
    }

    @Test(arguments: ["POI-Delh.csv", "POI-Osak.csv", "POI-Pert.csv", "POI-Toro.csv"])
    func `The lists of places are read as their lines stand`(name: String) throws {
        let bytes = try SharedData.bytes("poi-visits/" + name)
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let rows = try rows(name)
        #expect(rows == lines)
    }
}

/// The real data beside the checkout.
private enum SharedData {
    static let folder = RealData.folder

    static func bytes(_ name: String) throws -> [UInt8] {
        try RealData.bytes(name)
    }
}
