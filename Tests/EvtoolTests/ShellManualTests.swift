import Foundation
import Testing

/// The manual pages, read by the programs that show them.
@Suite("Manual pages")
struct ShellManualTests {
    private static func written() throws -> (folder: ShellFolder, pages: [String]) {
        let folder = try ShellFolder()
        let run = ShellTool.run("__man", folder.file("man"))
        #expect(run.status == 0)
        return (folder, run.output.split(separator: "\n").map(String.init))
    }

    @Test("there is a page for the tool, each verb, formats and errors")
    func pages() throws {
        let (folder, pages) = try Self.written()
        #expect(pages.first == "man1/evtool.1")
        #expect(pages.suffix(2) == ["man5/evtool-format.5", "man7/evtool-errors.7"])
        #expect(pages.contains("man1/evtool-show.1") && pages.contains("man1/evtool-record.1"))
        let files = try folder.listing("man").filter { $0.contains(".") }
        #expect(files == pages.sorted())
        let again = ShellTool.run("__man", folder.file("man"))
        #expect(again.status == 0)
    }

    @Test("pages hold nothing but ASCII and end in a line end")
    func ascii() throws {
        let (folder, pages) = try Self.written()
        for page in pages {
            let text = folder.text("man/" + page)
            #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }, "\(page)")
            #expect(text.hasPrefix(".TH ") && text.hasSuffix("\n"), "\(page)")
        }
    }

    @Test(
        "mandoc finds nothing wrong but the date that is left out",
        .enabled(if: ShellProgram.isThere("mandoc"), "there is no mandoc"))
    func mandoc() throws {
        let (folder, pages) = try Self.written()
        for page in pages {
            let run = try ShellProgram.run("mandoc", ["-Tlint", "-Wstyle", "man/" + page], in: folder)
            let complaints = (run.output + run.errors).split(separator: "\n").filter { line in
                // The one date that would be right for ever is none.
                !line.contains("missing date")
            }
            #expect(complaints == [], "\(page)")
        }
    }

    @Test("groff finds nothing wrong", .enabled(if: ShellProgram.isThere("groff"), "there is no groff"))
    func groff() throws {
        let (folder, pages) = try Self.written()
        for page in pages {
            let run = try ShellProgram.run("groff", ["-man", "-ww", "-Tutf8", "man/" + page], in: folder)
            #expect(run.status == 0 && run.errors == "", "\(page)")
        }
    }

    @Test(
        "man shows an option as it is typed",
        .enabled(if: ShellProgram.isThere("mandoc"), "there is no mandoc"))
    func shown() throws {
        let (folder, _) = try Self.written()
        let run = try ShellProgram.run(
            "mandoc", ["-Tascii", "-O", "width=100", "man/man1/evtool-log.1"], in: folder)
        let text = run.output.replacing(/.\u{8}/, with: "")
        #expect(text.contains("-n, --number N"))
        #expect(text.contains("log --where 'subject = p17'"))
        #expect(
            text.contains("NAME\n     evtool-log - list, filter and follow events")
                || text.contains("evtool-log - list, filter and follow events"))
    }
}
