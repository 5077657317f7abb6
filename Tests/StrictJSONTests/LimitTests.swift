import EventCoding
import StrictJSON
import Testing

@Suite struct LimitTests {
    private func code(_ text: String, _ limits: StrictJSON.Limits = .standard) -> JSONError.Code? {
        guard case .failure(let error) = read(Array(text.utf8), limits: limits) else { return nil }
        return error.code
    }

    @Test(arguments: [65, 66, 512, 513, 1024, 1025, 200_000])
    func `Deeper texts are refused at the bracket that goes too far`(depth: Int) {
        for open in ["[", "{\"a\":"] {
            guard case .failure(let error) = read(String(repeating: open, count: depth)) else {
                Issue.record("depth \(depth) was accepted")
                continue
            }
            #expect(error.code == .tooDeep)
            #expect(error.offset == 64 * open.utf8.count)
            #expect(error.message.contains("64"))
        }
        let closed = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(code(closed) == .tooDeep)
    }

    @Test(.timeLimit(.minutes(10)))
    func `Five million brackets are refused soon`() {
        #expect(code(String(repeating: "[", count: 5_000_000)) == .tooDeep)
    }

    @Test func `An error never shows the text`() {
        let nines = String(repeating: "9", count: 1_000_000)
        guard case .failure(let error) = read(nines) else {
            Issue.record("a million digits were accepted")
            return
        }
        #expect(error.code == .numberTooLong)
        #expect(error.description.utf8.count < 100)
        #expect(!error.description.contains("99"))
    }

    @Test(arguments: [
        String(repeating: "1", count: 41), "-" + String(repeating: "1", count: 41),
        "0." + String(repeating: "0", count: 40), "1e" + String(repeating: "0", count: 40),
        String(repeating: "0", count: 41),
    ])
    func `More than 40 digits are refused`(number: String) {
        #expect(code(number) == .numberTooLong)
        #expect(code("[" + number + " ]") == .numberTooLong)
        #expect(code("{\"a\":" + number + "}") == .numberTooLong)
    }

    @Test func `Bytes are limited`() {
        let limits = StrictJSON.Limits(maximumBytes: 4)
        #expect(code("[10]", limits) == nil)
        #expect(code("[100]", limits) == .tooLarge)
    }

    @Test func `Depth is limited`() {
        let limits = StrictJSON.Limits(maximumDepth: 1)
        #expect(code("[1]", limits) == nil)
        #expect(code("{\"a\":1}", limits) == nil)
        #expect(code("[[]]", limits) == .tooDeep)
        #expect(code("[{}]", limits) == .tooDeep)
        let highest = StrictJSON.Limits(maximumDepth: 256)
        let text = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
        #expect(code(text, highest) == nil)
        #expect(code("[" + text + "]", highest) == .tooDeep)
    }

    @Test func `Keys are limited in the whole document`() {
        let limits = StrictJSON.Limits(maximumKeys: 2)
        #expect(code("{\"a\":{\"b\":1}}", limits) == nil)
        #expect(code("{\"a\":{\"b\":1},\"c\":1}", limits) == .tooManyKeys)
    }

    @Test func `Values are limited in the whole document`() {
        let limits = StrictJSON.Limits(maximumValues: 3)
        #expect(code("[1,2]", limits) == nil)
        #expect(code("[1,[2]]", limits) == .tooManyValues)
    }
}
