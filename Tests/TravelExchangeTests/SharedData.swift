import EventCoding
import Exchange
import Foundation
import StrictJSON

/// The real data beside the checkout.
enum SharedData {
    static let isAbsent = "The shared data is not beside this checkout."

    static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["TRAVELOG_SHARED_DATA"] {
            return URL(fileURLWithPath: path)
        }
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("../shared/data").standardizedFileURL
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
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
