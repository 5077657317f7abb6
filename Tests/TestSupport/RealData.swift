public import Foundation

/// Real files that nobody here wrote, where they lie beside the checkout.
///
/// The folder is the one that `TRAVELOG_SHARED_DATA` names, else the nearest `shared/data` beside one of the
/// folders above the sources. A test that needs it is skipped where it is absent, with `absence` as the reason.
public enum RealData {
    /// The reason of a skipped test.
    public static let absence = "The shared data is not beside this checkout."

    /// The folder, or nil.
    public static let folder: URL? = {
        if let path = ProcessInfo.processInfo.environment["TRAVELOG_SHARED_DATA"] {
            return URL(filePath: path)
        }
        var parent = URL(filePath: #filePath)
        while parent.path != "/" {
            parent.deleteLastPathComponent()
            let candidate = parent.appending(path: "../shared/data").standardizedFileURL
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    /// Whether the folder is there.
    public static var isPresent: Bool { folder != nil }

    /// The bytes of a file in it.
    public static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
