import EventCoding
import Foundation
import StrictJSON
import TestSupport
import Testing

/// The real data beside the checkout.
enum SharedData {
    static let folder = RealData.folder

    /// The paths of all files under `name` that end in `ending`, sorted.
    static func paths(under name: String, ending: String) -> [String] {
        guard let root = folder?.appendingPathComponent(name).path,
            let names = FileManager.default.enumerator(atPath: root)
        else { return [] }
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
            .map { root + "/" + $0 }
    }
}

@Suite(.enabled(if: SharedData.folder != nil, "The shared data is not beside this checkout."))
struct SharedDataTests {
    @Test func `Every Flickr response is read`() throws {
        let paths = SharedData.paths(under: "flickr-api", ending: ".json")
        #expect(paths.count == 31)
        for path in paths {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let value = try read(bytes).get()
            let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(same(value, theirs), "\(path)")
        }
    }

    /// Whether Foundation read the same, as far as it can tell numbers apart.
    private func same(_ ours: PayloadValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .text(let text): return (theirs as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .bool(let value): return theirs as? Bool == value
        case .integer(let value): return (theirs as? NSNumber)?.int64Value == value
        case .unsigned(let value): return (theirs as? NSNumber)?.uint64Value == value
        case .real(let value): return (theirs as? NSNumber)?.doubleValue == value
        case .list(let values):
            guard let list = theirs as? [Any], list.count == values.count else { return false }
            return zip(values, list).allSatisfy { same($0, $1) }
        case .map(let map):
            guard let object = theirs as? [String: Any], object.count == map.count else { return false }
            return map.entries.allSatisfy { entry in object[entry.key].map { same(entry.value, $0) } ?? false
            }
        }
    }
}
