public import Travelog

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Travelog {
    /// Opens a log that exists at a file URL; never makes one.
    ///
    /// - Throws: `TravelogError`, as opening by path; `inputOutput` when the URL names no file.
    public static func open(
        at url: URL, options: TravelogOptions = TravelogOptions()
    ) throws(TravelogError) -> Travelog {
        try open(at: path(of: url), options: options)
    }

    /// Makes a new, empty log at a file URL and opens it; never overwrites anything.
    ///
    /// - Throws: `TravelogError`, as creating by path; `inputOutput` when the URL names no file.
    public static func create(
        at url: URL, options: TravelogOptions = TravelogOptions()
    ) throws(TravelogError) -> Travelog {
        try create(at: path(of: url), options: options)
    }

    /// Makes a consistent copy of the log at a file URL, also while somebody writes.
    ///
    /// - Throws: `TravelogError`, as copying by path; `inputOutput` when the URL names no file.
    public func copy(to url: URL) throws(TravelogError) { try copy(to: Self.path(of: url)) }

    private static func path(of url: URL) throws(TravelogError) -> String {
        guard url.isFileURL else {
            throw TravelogError(.inputOutput, "a log lies in a file, and this URL names none")
        }
        return url.path(percentEncoded: false)
    }
}
