import Platform

/// `evbench --budgets FILE`: counts, and compares with what is accepted.
enum BudgetCheck {
    /// The first argument that asks for it.
    static let verb = "--budgets"

    private static let usage =
        "usage: evbench --budgets FILE --machine NAME --evtool PATH --worker PATH [--library PATH] [--accept]"

    private struct Options {
        var file = ""
        var machine = ""
        var evtool = ""
        var worker = ""
        var library: String?
        var accepts = false

        init(_ arguments: [String]) throws {
            var rest = arguments[...]
            while let option = rest.popFirst() {
                if option == "--accept" {
                    accepts = true
                    continue
                }
                guard let value = rest.popFirst() else { throw BenchError(usage) }
                switch option {
                case BudgetCheck.verb: file = value
                case "--machine": machine = value
                case "--evtool": evtool = value
                case "--worker": worker = value
                case "--library": library = value
                default: throw BenchError(usage)
                }
            }
            if [file, machine, evtool, worker].contains("") { throw BenchError(usage) }
        }
    }

    /// Whether nothing costs more than is accepted.
    static func run(_ arguments: [String], in parent: String) throws -> Bool {
        let options = try Options(arguments)
        let file = try BudgetFile(options.file)
        let folder = try WorkFolder(in: parent)
        defer { folder.removeAll() }
        let counter = ProcessCounter(folder, library: options.library)
        if counter.valgrind == nil { try say("instructions are not counted: valgrind is not installed") }
        if counter.library == nil { try say("memory and pages are not counted: they are on Linux only") }
        let figures = try BudgetFigures(
            program: options.worker, evtool: options.evtool, folder: folder, counter: counter,
            pool: EventPool(seed: Bench.seed)
        ).all()
        if options.accepts {
            let text = file.accepting(figures, machine: options.machine)
            try? Files.unlink(options.file)
            let output = try FileWriter(creating: options.file)
            try output.write(Array(text.utf8))
            try output.flush()
            try say(text)
            return true
        }
        return try compare(figures, with: file, on: options.machine)
    }

    private static func compare(
        _ figures: [BudgetFigures.Figure], with file: BudgetFile, on machine: String
    ) throws -> Bool {
        var isKept = true
        let width = figures.map(\.name.count).max() ?? 0
        for figure in figures {
            let verdict: String
            switch (figure.value, file.figures[figure.name]) {
            case (nil, _): verdict = "not counted here"
            case (_?, _?) where figure.isOfMachine && machine != file.machine:
                verdict = "not compared: the budget is for \(file.machine)"
            case (let value?, nil):
                verdict = "\(BudgetFile.text(value)), and nothing is accepted"
                isKept = false
            case (let value?, let accepted?):
                let margin = max(accepted * BudgetFile.tolerance, figure.slack)
                let change = accepted > 0 ? (value / accepted - 1) * 100 : 0
                let sign = change < 0 ? "" : "+"
                let percent = sign + Unit.digits(change) + "%"
                let text = "\(BudgetFile.text(value)) of \(BudgetFile.text(accepted)) (\(percent))"
                if value > accepted + margin {
                    isKept = false
                    verdict = "TOO MUCH  " + text
                } else if value < accepted - margin {
                    verdict = "better    " + text
                } else {
                    verdict = "ok        " + text
                }
            }
            let blanks = String(repeating: " ", count: width - figure.name.count)
            try say("\(figure.name)\(blanks)  \(verdict)")
        }
        if !isKept {
            try say("Something costs more than is accepted. If that is meant: Tools/budget --accept")
        }
        return isKept
    }

    private static func say(_ text: String) throws {
        try StandardStream.output.write(Array((text + "\n").utf8))
    }
}
