import CommandLineKit
import Foundation
import Testing

/// Completion in real shells: what each offers for a command line that is being typed.
@Suite("Completion in shells")
struct ShellCompletionTests {
    /// A line, and what a shell offers for its last word.
    struct Case: Sendable, CustomStringConvertible {
        let line: String
        let names: [String]
        var description: String { line }

        init(_ line: String, _ names: String...) {
            self.line = line
            self.names = names
        }
    }

    static let cases = [
        Case("evtool re", "record", "replay"),
        Case("evtool record v", "view", "visit"),
        Case("evtool --json --log sample.evlog rep", "replay"),
        Case("evtool completions ", "bash", "fish", "zsh"),
        Case("evtool --color a", "always", "auto"),
        Case("evtool log --ty", "--type"),
        Case("evtool log --type photo.", "photo.unvisited", "photo.viewed", "photo.visited"),
        Case("evtool replay visits pre", "preferences"),
        Case("evtool project it", "itinerary", "itinerary.photos"),
        Case("evtool --log sample.evlog project recents --user a", "alice"),
        Case(
            "evtool project tags --log sample.evlog --key Japan/s", "Japan/sea", "Japan/shrine",
            "Japan/street"),
        Case("evtool project tags -L sample.evlog -k Japan/sh", "Japan/shrine"),
        Case("evtool project tags --log nothing.evlog --key Japan/s"),
        Case("evtool show --raw f", "first"),
        Case("evtool help sym", "symptoms"),
        Case("evtool help E-LOG-N", "E-LOG-NONE"),
        Case("evtool import --format poi", "poi-visits"),
        Case("evtool import samp", "sample.evlog"),
        Case("evtool --log samp", "sample.evlog"),
        Case("evtool create samp", "sample.evlog"),
        Case("evtool log -n "),
    ]

    /// A folder with the sample log and one shell's script.
    private static func folder(_ shell: Shell) throws -> ShellFolder {
        let folder = try ShellFolder()
        _ = try folder.sample()
        let run = ShellTool.run("completions", shell.rawValue)
        #expect(run.status == 0)
        try folder.write(run.output, to: shell == .zsh ? "_evtool" : "script")
        return folder
    }

    /// Compares what a shell printed for each case: a line `== N`, then the names.
    private static func check(_ output: String, _ cases: [Case]) {
        var found: [Int: Set<String>] = [:]
        var number = -1
        for line in output.split(separator: "\n") {
            if line.hasPrefix("== ") {
                number = Int(line.dropFirst(3)) ?? -1
                found[number] = []
            } else {
                found[number]?.insert(line.split(separator: "\t").first.map(String.init) ?? "")
            }
        }
        for (index, expected) in cases.enumerated() {
            #expect(found[index]?.sorted() == expected.names.sorted(), "\(expected.line)")
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    // MARK: bash

    /// Splits words as bash does before it calls the function: at blanks, and around = and :.
    private static let bashDriver = """
        source ./script
        complete -p evtool
        try() {
            local IFS=$' ' piece
            COMP_WORDS=()
            for piece in $(sed 's/[=:]/ & /g' <<<"$2"); do COMP_WORDS+=("$piece"); done
            [[ $2 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2}
            _evtool evtool "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "== $1"
            ((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
        }

        """

    private static func bash(_ cases: [Case]) throws -> ShellProgram.Run {
        let folder = try Self.folder(.bash)
        let tries = cases.enumerated().map { "try \($0.offset) \(quoted($0.element.line))" }
        try folder.write(bashDriver + tries.joined(separator: "\n") + "\n", to: "driver")
        return try ShellProgram.run("bash", ["./driver"], in: folder)
    }

    @Test("bash offers what fits", .enabled(if: ShellProgram.isThere("bash"), "there is no bash"))
    func bash() throws {
        let more = [
            Case("evtool --color=a", "always", "auto"), Case("evtool --color=", "always", "auto", "never"),
            // Bash replaces only what stands behind its last word break.
            Case("evtool project tags --log=sample.evlog --key=Japan/sh", "Japan/shrine"),
            Case("evtool --lo", "--log"), Case("evtool -- re", "record", "replay"),
        ]
        let run = try Self.bash(Self.cases + more)
        #expect(run.output.hasPrefix("complete -F _evtool evtool\n"))
        #expect(run.errors == "")
        Self.check(run.output, Self.cases + more)
    }

    @Test("bash quotes names with blanks", .enabled(if: ShellProgram.isThere("bash"), "there is no bash"))
    func bashQuotes() throws {
        let folder = try Self.folder(.bash)
        let driver = """
            source ./script
            try() {
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                _evtool "$1" "${COMP_WORDS[COMP_CWORD]}" x
                printf '%s\\n' "${COMPREPLY[@]}"
            }
            try evtool project itinerary -L sample.evlog -k 'Japan/Kyoto,\\ K'
            try evtool project itinerary -L sample.evlog -k "'Japan/Kyoto, K"

            """
        try folder.write(driver, to: "driver")
        let run = try ShellProgram.run("bash", ["./driver"], in: folder)
        #expect(run.errors == "")
        #expect(
            run.lines == [
                "Japan/Kyoto\\,\\ Kyoto\\ Prefecture\\,\\ Japan", "Japan/Kyoto, Kyoto Prefecture, Japan",
            ])
    }

    @Test(
        "a pressed key completes in bash",
        .enabled(if: ShellTerminal.isThere && ShellProgram.isThere("bash"), "no bash or python3"))
    func bashInteractive() throws {
        let folder = try Self.folder(.bash)
        try folder.write("PS1='ready> '\nsource ./script\n", to: "rc")
        let run = try ShellTerminal.run(
            ["bash", "--noprofile", "--rcfile", "rc", "-i"], in: folder,
            keys: ["evtool project tags -L samp\t", "-k Japan/shr\t", "\u{15}exit\r"])
        #expect(run.output.contains("evtool project tags -L sample.evlog -k Japan/shrine"))
    }

    // MARK: zsh

    /// Runs zsh in a terminal of its own, types each line and a tab, and notes every match that is added.
    private static let zshDriver = """
        zmodload zsh/zpty
        export capture=$PWD/capture
        zpty z zsh -f -i
        zpty -w z "stty -echo; . ./init"
        zpty -r z out '*READY>*'
        number=0
        while IFS= read -r line; do
            print -r -- "== $number" >>$capture
            zpty -w -n z "$line"$'\\t'
            zpty -w -n z $'\\C-U'
            zpty -w z "print DO''NE"
            zpty -r z out '*DONE*READY>*'
            (( number += 1 ))
        done <lines
        zpty -d z
        cat $capture

        """

    private static let zshInit = """
        PS1='REA%{%}DY>'
        fpath=($PWD $fpath)
        autoload -Uz compinit
        compinit -u -D
        bindkey '^I' complete-word
        LISTMAX=0
        compadd() {
            local word
            local -a found
            for word in "$@"; do
                [[ $word == (-|--) ]] && break
                [[ $word == -[OAD] ]] && { builtin compadd "$@"; return; }
            done
            builtin compadd -A found "$@"
            for word in $found; do print -r -- "$word" >>$capture; done
            builtin compadd "$@"
        }

        """

    @Test(
        "zsh offers what fits", .enabled(if: ShellProgram.isThere("zsh"), "there is no zsh"),
        .timeLimit(.minutes(10)))
    func zsh() throws {
        let folder = try Self.folder(.zsh)
        let more = [
            Case("evtool --color=a", "always", "auto"),
            Case(
                "evtool project itinerary -L sample.evlog -k Japan/Kyoto,\\ K",
                "Japan/Kyoto,\\ Kyoto\\ Prefecture,\\ Japan"),
            Case("evtool --lo", "--log"),
        ]
        try folder.write(Self.zshInit, to: "init")
        try folder.write(Self.zshDriver, to: "driver")
        try folder.write((Self.cases + more).map { $0.line + "\n" }.joined(), to: "lines")
        let run = try ShellProgram.run("zsh", ["-f", "./driver"], in: folder)
        #expect(run.errors == "")
        Self.check(run.output, Self.cases + more)
    }

    // MARK: fish

    @Test("fish offers what fits", .enabled(if: ShellProgram.isThere("fish"), "there is no fish"))
    func fish() throws {
        let folder = try Self.folder(.fish)
        let more = [
            Case("evtool --color=a", "--color=always", "--color=auto"),
            Case(
                "evtool project itinerary -L sample.evlog -k Japan/Kyoto",
                "Japan/Kyoto, Kyoto Prefecture, Japan"),
            Case("evtool --lo", "--log"),
        ]
        let all = Self.cases + more
        let tries = all.enumerated().map { index, one in
            "echo '== \(index)'\ncomplete -C \(Self.quoted(one.line).replacingOccurrences(of: "'\\''", with: "\\'"))"
        }
        try folder.write("source ./script\n" + tries.joined(separator: "\n") + "\n", to: "driver")
        let run = try ShellProgram.run("fish", ["--no-config", "./driver"], in: folder)
        #expect(run.errors == "")
        Self.check(run.output, all)
    }

    // MARK: The hidden verb

    @Test(
        "the hidden verb is silent whatever happens",
        arguments: [
            ["__complete"], ["__complete", "nothing", "--", ""],
            ["__complete", "key", "--log", "/nonexistent", "--", "a"],
            ["__complete", "--bogus"], ["__complete", "stream", "--log", "/etc/passwd"],
            ["__complete", "key", "--tz", "Nowhere/Here", "--", "", "evtool", "project", "tags"],
            ["__complete", "stream", "--json", "--plain"],
        ])
    func silence(_ words: [String]) {
        let run = ShellTool.run(words)
        #expect(run.status == 0)
        #expect(run.output == "" && run.errors == "")
    }

    @Test("the hidden verb changes no file")
    func readsOnly() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let before = try Data(contentsOf: URL(fileURLWithPath: log))
        let run = ShellTool.run("__complete", "key", "--log", log, "--", "Japan/", "project", "itinerary")
        #expect(run.lines.contains("Japan/Kyoto, Kyoto Prefecture, Japan"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
        #expect(try folder.listing() == ["sample.evlog"])
    }
}
