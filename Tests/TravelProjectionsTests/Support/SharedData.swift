import EventCoding
import Foundation
import StrictJSON
import TestSupport

/// Responses of a real photo service, where they lie beside the checkout or where the environment says.
enum SharedData {
    /// The folder of responses, or nil.
    static let flickr = RealData.folder?.appending(path: "flickr-api")

    static func parse(_ json: String) throws -> PayloadValue {
        let bytes = Array(json.utf8)
        return try StrictJSON.parse(bytes.span)
    }

    /// A response by its path in the folder.
    static func response(_ path: String) throws -> PayloadValue {
        guard let flickr else { throw CocoaError(.fileNoSuchFile) }
        let bytes = [UInt8](try Data(contentsOf: flickr.appending(path: path)))
        return try StrictJSON.parse(bytes.span)
    }

    /// The paths of all responses, in order.
    static func responses() throws -> [String] {
        guard let flickr, let files = FileManager.default.enumerator(atPath: flickr.path) else { return [] }
        return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    }
}
