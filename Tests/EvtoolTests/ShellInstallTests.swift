import Foundation
import Testing

/// `Tools/install` with the program that was built for the tests.
@Suite("Installing", .enabled(if: ShellProgram.isThere("bash"), "there is no bash"))
struct ShellInstallTests {
    private static func install(
        _ words: String..., in folder: ShellFolder, environment: [String: String] = [:]
    ) throws -> ShellProgram.Run {
        try ShellProgram.run(
            "bash", [ShellProgram.repository + "/Tools/install"] + words, in: folder,
            environment: ["TRAVELOG_EVTOOL": ShellProgram.evtool].merging(environment) { $1 })
    }

    @Test("the program, its completions and its manual go in place and away again")
    func roundTrip() throws {
        let folder = try ShellFolder()
        let run = try Self.install("prefix", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let files = try folder.listing("prefix")
        for file in [
            "bin/evtool", "share/bash-completion/completions/evtool", "share/zsh/site-functions/_evtool",
            "share/fish/vendor_completions.d/evtool.fish", "share/man/man1/evtool.1",
            "share/man/man1/evtool-show.1", "share/man/man5/evtool-format.5",
            "share/man/man7/evtool-errors.7",
        ] {
            #expect(files.contains(file), "\(file)")
        }
        let version = try ShellProgram.run(folder.file("prefix/bin/evtool"), ["--version"], in: folder)
        #expect(version.output.hasPrefix("evtool "))
        #expect(
            folder.text("prefix/share/fish/vendor_completions.d/evtool.fish")
                == ShellTool.run("completions", "fish").output)

        let again = try Self.install("prefix", in: folder)
        #expect(again.status == 0)
        #expect(try folder.listing("prefix") == files)
        let gone = try Self.install("--uninstall", "prefix", in: folder)
        #expect(gone.status == 0)
        #expect(try folder.listing("prefix") == [])
        #expect(try Self.install("--uninstall", "prefix", in: folder).status == 1)
    }

    @Test("what others put below the prefix stays")
    func others() throws {
        let folder = try ShellFolder()
        let pages = folder.file("prefix/share/man/man1")
        try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
        try folder.write("other", to: "prefix/share/man/man1/evtool-other.1")
        let before = try folder.listing("prefix")
        #expect(try Self.install("prefix", in: folder).status == 0)
        #expect(try Self.install("--uninstall", "prefix", in: folder).status == 0)
        #expect(try folder.listing("prefix") == before)
    }

    @Test("DESTDIR goes before the prefix")
    func staged() throws {
        let folder = try ShellFolder()
        let stage = ["DESTDIR": folder.file("stage")]
        let run = try Self.install("/usr", in: folder, environment: stage)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try folder.listing("stage/usr").contains("share/man/man1/evtool.1"))
        #expect(try Self.install("--uninstall", "/usr", in: folder, environment: stage).status == 0)
        #expect(try folder.listing("stage/usr") == [])
    }

    @Test("a word too many is refused", arguments: [["a", "b"], ["--bogus"]])
    func usage(_ words: [String]) throws {
        let folder = try ShellFolder()
        let run = try ShellProgram.run(
            "bash", [ShellProgram.repository + "/Tools/install"] + words, in: folder,
            environment: ["TRAVELOG_EVTOOL": ShellProgram.evtool])
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("usage: "))
        #expect(try folder.listing() == [])
    }
}
