import Foundation
import Testing
import TravelTool

@testable import CommandLineKit
@testable import Evtool

/// One table makes everything: what the parser accepts stands in help, manual and completions.
@Suite("Help, manual and completions agree")
struct ShellTableTests {
    static var tool: Tool { Tool(.travel) }
    static let paths = tool.table.allPaths.filter { path in !path.contains(where: \.isHidden) }

    private static func help(_ words: [String]) -> String {
        ShellTool.run(["help"] + words).output
    }

    /// A page without its markup, as a reader sees it.
    private static func read(_ page: ManualPage) -> String {
        var text = page.text
        for (written, meant) in [
            ("\\-", "-"), ("\\fB", ""), ("\\fR", ""), ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ti", "~"),
            ("\\(ha", "^"), ("\\(ga", "`"), ("\\&", ""), ("\\[u2026]", "…"), ("\\e", "\\"),
        ] {
            text = text.replacingOccurrences(of: written, with: meant)
        }
        // Running text is broken into lines.
        return text.replacingOccurrences(of: "\n", with: " ")
    }

    private static func page(_ name: String) throws -> String {
        read(try #require(tool.manual.first { $0.name == name }))
    }

    @Test("every verb, argument and option stands in help and manual")
    func helpAndManual() throws {
        let main = try Self.page("evtool")
        let overview = ShellTool.run("--help").output
        for path in Self.paths {
            let verb = try #require(path.last)
            let name = path.map(\.name)
            let help = Self.help(name)
            let manual = try Self.page("evtool-\(name[0])")
            let where_ = Comment(rawValue: name.joined(separator: " "))
            #expect(help.contains(verb.summary), where_)
            #expect(manual.contains(verb.summary), where_)
            for line in HelpRenderer.synopsis(path) where verb.subverbs.isEmpty {
                #expect(help.contains(line) && manual.contains(line), where_)
            }
            for argument in verb.arguments {
                #expect(help.contains(argument.name) && manual.contains(argument.name), where_)
            }
            for option in verb.options + Self.tool.table.globalOptions + CommandTable.builtInOptions {
                #expect(help.contains(option.synopsis), "\(where_) \(option.synopsis)")
                #expect(manual.contains(option.synopsis), "\(where_) \(option.synopsis)")
                #expect(manual.contains(option.doc), "\(where_) \(option.synopsis)")
            }
            for example in verb.examples {
                #expect(help.contains(example.command) && manual.contains(example.command), where_)
            }
            if path.count == 1 {
                #expect(main.contains("evtool-\(name[0])(1)"), where_)
                #expect(overview.contains(verb.summary), where_)
            }
        }
    }

    @Test("every verb, option and choice stands in every completion", arguments: Shell.allCases)
    func completions(_ shell: Shell) {
        let script = ShellTool.run("completions", shell.rawValue).output
        func check(_ text: String, or other: String = "\0") {
            let isThere = script.contains(text) || script.contains(other)
            #expect(isThere, "\(text)")
        }
        for path in Self.paths {
            guard let verb = path.last else { continue }
            let name = path.map(\.name).joined(separator: " ")
            check("'\(name)'", or: "\\'\(name)\\'")
            for option in verb.options + Self.tool.table.globalOptions {
                for spelling in option.spellings {
                    let (long, short) =
                        shell == .fish
                        ? (" -l \(spelling.long)", spelling.short.map { " -s \($0)" })
                        : ("--\(spelling.long)", spelling.short.map { "-\($0)" })
                    check(long)
                    if let short { check(short) }
                }
                let choices = option.allowedValues.joined(separator: shell == .fish ? " " : ",")
                if !choices.isEmpty { check(choices) }
            }
        }
    }

    @Test("hidden verbs stand nowhere but behind the scripts' own call")
    func hidden() throws {
        #expect(!ShellTool.run("--help").output.contains("__"))
        for page in Self.tool.manual { #expect(!page.text.contains("__"), "\(page.name)") }
        let dump = Self.tool.table.jsonLines.map(\.text)
        #expect(dump.contains { $0.contains("\"__complete\"") && $0.contains("\"hidden\":true") })
    }

    @Test("every error code stands in the manual and is explained by help")
    func errors() throws {
        let manual = try Self.page("evtool-errors")
        for entry in Self.tool.catalogue.entries {
            #expect(manual.contains(entry.code.name) && manual.contains(entry.meaning), "\(entry.code)")
            #expect(Self.help([entry.code.name]).contains(entry.meaning), "\(entry.code)")
        }
        #expect(Self.help(["errors"]).contains("E-LOG-NONE"))
    }

    @Test("every exit status stands in the manual and in help")
    func exits() throws {
        let topic = Self.help(["exit-codes"])
        for name in ["evtool", "evtool-format", "evtool-show"] {
            let manual = try Self.page(name)
            for status in ExitStatus.all {
                #expect(manual.contains(status.meaning), "\(name) \(status.code)")
                #expect(topic.contains("\(status.code)") && topic.contains(status.meaning), "\(status.code)")
            }
        }
    }

    @Test("help on symptoms names only commands of this build")
    func symptoms() throws {
        let lines = Self.help(["symptoms"]).split(separator: "\n")
        #expect(lines.count >= 9)
        for line in lines {
            let start = try #require(line.range(of: "evtool "))
            let words = line[start.upperBound...].split(separator: " ").map(String.init)
            let verb = try #require(Self.tool.table.verb(words[0]), "\(line)")
            let options = Self.tool.table.options(for: [verb]).map { "--" + $0.name }
            for word in words where word.hasPrefix("--") { #expect(options.contains(word), "\(line)") }
        }
        #expect(lines.contains { $0.contains("show POS") })
    }

    @Test("every kind of line that the sources print stands in the manual")
    func kinds() throws {
        let known = Set(OutputKinds.all.map(\.name))
        let folder = ShellProgram.repository + "/Sources/Evtool"
        var found = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name.hasSuffix(".swift")
        {
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            for match in text.matches(of: /JSONLine\(kind: "([a-z_]+)"\)/) {
                found += 1
                #expect(known.contains(String(match.output.1)), "\(name) prints \(match.output.1)")
            }
        }
        #expect(found >= 15)
    }

    @Test("every field that the reading verbs print stands in the manual")
    func fields() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        var seen: Set<String> = []
        for words in [
            ["info"], ["info", "--streams"], ["log", "-n", "3"], ["log", "--count"],
            ["log", "--values", "type"],
            ["project"], ["project", "tags"], ["replay"], ["replay", "--steps", "--at", "3"],
            ["when", "tags count > 3"], ["show", "-1"], ["show", "-1", "--raw"],
            ["completions", "fish"], ["copy", "--out", folder.file("copy.evlog")],
            ["create", folder.file("new.evlog")],
        ] {
            let run = ShellTool.run(words + ["--json", "--log", log])
            #expect(run.status == 0, "\(words)")
            for object in run.objects {
                let kind = try #require(object["kind"] as? String)
                seen.insert(kind)
                let output = try #require(OutputKinds.all.first { $0.name == kind }, "\(kind)")
                let fields = Set(output.fields.map(\.name) + ["kind"])
                let isEnd = kind == "end"
                for key in object.keys where !isEnd { #expect(fields.contains(key), "\(kind) has \(key)") }
                #expect(output.verbs.isEmpty || output.verbs.contains(words[0]), "\(words[0]) prints \(kind)")
            }
        }
        #expect(seen.count >= 14)
        let manual = try Self.page("evtool-format")
        for output in OutputKinds.all {
            for field in output.fields { #expect(manual.contains(field.doc), "\(output.name) \(field.name)") }
        }
    }
}
