import Testing

@testable import CommandLineKit

@Suite struct CompletionTests {
    private func script(_ shell: Shell) -> String {
        CompletionWriter(SampleTable.table, hiddenVerb: "complete").script(for: shell)
    }

    @Test(arguments: Shell.allCases) func everyVisibleVerbAndOptionIsThere(_ shell: Shell) {
        let script = script(shell)
        for word in ["record view", "record visit", "project", "diff", "vacation", "number", "where"] {
            #expect(script.contains(word), "\(word)")
        }
        #expect(script.contains("evtool"))
    }

    @Test func kindsLeadToWhatCompletesThem() {
        #expect(ValueKind.text.completionWord == "none")
        #expect(ValueKind.range.completionWord == "none")
        #expect(ValueKind.newFile.completionWord == "file")
        #expect(ValueKind.choice(["a", "b"]).completionWord == "choice:a,b")
        #expect(ValueKind.named("table").completionWord == "table")
    }

    @Test func levelsHideWhatIsHidden() {
        let levels = CompletionLevel.levels(of: SampleTable.table)
        #expect(levels[0].path == [] && levels[0].verbs.map(\.name).contains("help"))
        #expect(!levels[0].verbs.map(\.name).contains("complete"))
        #expect(!levels.contains { $0.path == ["complete"] })
        #expect(
            levels.contains { $0.path == ["record", "view"] && $0.options.contains { $0.name == "every" } })
        #expect(levels.last?.path == ["help"])
    }

    @Test func textsAreQuotedForTheShell() {
        #expect(CompletionWriter.quoted("it's $x") == #"'it'\''s $x'"#)
        #expect(CompletionWriter.fishQuoted(#"it's \d"#) == #"'it\'s \\d'"#)
    }

    @Test func filesStandWhereShellsLook() {
        #expect(Shell.bash.installPath(program: "t") == "share/bash-completion/completions/t")
        #expect(Shell.zsh.installPath(program: "t") == "share/zsh/site-functions/_t")
        #expect(Shell.fish.installPath(program: "t") == "share/fish/vendor_completions.d/t.fish")
    }

    @Test(arguments: [
        (["project", "recents", "--log", "a b"], ["project", "recents"], "a b", nil as String?),
        (["--log=x.evlog", "project"], ["project"], "x.evlog", nil),
        (["-Lx", "-u", "me", "log", "-1"], ["log", "-1"], "x", "me"),
        (["-L", "x", "--bogus", "log", "--", "--user"], ["log", "--user"], "x", nil),
        (["log", "--user"], ["log"], nil, nil),
        ([], [], nil, nil),
    ])
    func partialLinesAreReadAsFarAsTheyGo(
        _ words: [String], _ rest: [String], _ log: String?, _ stream: String?
    ) {
        let partial = PartialArguments(words, table: SampleTable.table)
        #expect(partial.words == rest)
        #expect(partial.value("log") == log)
        #expect(partial.value("stream") == stream)
    }
}
