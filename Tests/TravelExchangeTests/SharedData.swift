import EventCoding
import Exchange
import Foundation
import StrictJSON
import TestSupport

/// The real data beside the checkout.
enum SharedData {
    static let isAbsent = "The shared data is not beside this checkout."

    static let folder = RealData.folder

    static func bytes(_ name: String) throws -> [UInt8] {
        try RealData.bytes(name)
    }

    static func file(_ name: String) throws -> ImportFile {
        ImportFile(name: name, bytes: try bytes("poi-visits/" + name))
    }

    static func json(_ name: String) throws -> PayloadValue {
        let bytes = try bytes("flickr-api/" + name)
        return try StrictJSON.parse(bytes.span)
    }

    /// The JSON files under a folder, by their paths.
    static func jsonFiles(under name: String) throws -> [String] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        let root = folder.appendingPathComponent(name)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".json") }.sorted()
    }
}
