import EventCoding
import EventLog
import Exchange
import Foundation
import Testing
import TravelEvents

struct SampleTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Events/Samples").standardizedFileURL

    private func sample() throws -> EventLines {
        let bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("one-month.ndjson")))
        var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
        return try reader.read(bytes.span)
    }

    @Test
    func `The sample month is whole and has events of every type`() throws {
        let lines = try sample()
        #expect(lines.lines.count > 280)
        #expect(lines.withoutID == 0)
        #expect(Set(lines.lines.map(\.event.type)) == Set(TravelCatalogue.catalogue.types))
        #expect(TravelCatalogue.catalogue.types.count == 10)
        #expect(lines.lines.allSatisfy { $0.stream?.text == "alice" })
        let times = lines.lines.compactMap(\.event.occurred?.milliseconds)
        #expect(times.count == lines.lines.count)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(Set(lines.lines.compactMap(\.event.occurred?.zoneMinutes)) == [0, 60, 120, 480, 540])
    }

    @Test
    func `H4 The sample month can be appended, and a second time it adds nothing`() throws {
        let log = MemoryLog()
        let events = try sample().lines.map(\.event)
        for _ in 0..<2 { try log.append(events, to: StreamName("alice")) }
        #expect(log.head().position == UInt64(events.count))
    }
}
