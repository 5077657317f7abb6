import Foundation

/// The sample month of one traveller as a log, made once and copied by each test that needs it.
enum Sample {
    /// The events of the sample.
    static let events = 310

    /// The file of events in the repository.
    static let file: String = repository + "/Events/Samples/one-month.ndjson"

    /// The folder of the package.
    static let repository: String = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.path
    }()

    private static let made: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder()
        let run = try folder.run("record", "events", "-q", "--create", "--log", "sample.evlog", file)
        guard run.status == 0 else { throw Failure(text: run.stderr) }
        return folder
    }

    struct Failure: Error { let text: String }

    /// A new folder that holds the sample as `sample.evlog` and nothing else.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.copy(try made.get().file("sample.evlog"), to: "sample.evlog")
        return folder
    }

    /// A new folder with a small log of a few events, `small.evlog`.
    static func smallFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.copy(try small.get().file("small.evlog"), to: "small.evlog")
        return folder
    }

    private static let small: Result<TemporaryFolder, any Error> = Result {
        let folder = try TemporaryFolder()
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        try folder.write(lines.prefix(40).joined(separator: "\n") + "\n", to: "some.ndjson")
        let run = try folder.run("record", "events", "-q", "--create", "--log", "small.evlog", "some.ndjson")
        guard run.status == 0 else { throw Failure(text: run.stderr) }
        return folder
    }
}
