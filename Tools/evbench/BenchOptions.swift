/// What the command line asks for.
struct BenchOptions {
    /// How often each contender is measured.
    var rounds = 7
    /// The events of a history.
    var events = 1_000_000
    /// The rows to measure; nil for all.
    var only: [String]?
    /// How the events of P1 and P2 are spread over streams.
    var shapes = StreamShape.allCases
    /// Whether sizes are small: to see that everything works, not to learn a figure.
    var isQuick = false
    /// Whether the rivals stay out: for a profiler, or to count instructions.
    var isAlone = false
    /// The rivals that are measured where they are present.
    var rivals = Rival.allCases
    /// Where the results go as JSON.
    var json: String?
    /// Where the results go as a table in Markdown.
    var markdown: String?
    /// Where the data files go.
    var folder: String?
    /// An evtool to be measured.
    var evtool: String?
    /// A program for python3 that measures its library.
    var python: String?
    /// Empty C programs: one linked with every library of evtool, one with LMDB alone.
    var empty: String?
    var emptyLMDB: String?

    static let usage = """
        usage: evbench [--rounds N] [--events N] [--only P1,P5] [--shapes S] [--quick]
                       [--rivals R] [--alone] [--json FILE] [--markdown FILE] [--dir FOLDER]

          --rounds N      measure each contender N times, interleaved (7)
          --events N      the events of a history (1000000)
          --only ROWS     the rows to measure, such as P1,P5,explain
          --shapes S      spreads over streams for P1 and P2: one,thousand,zipf,small
          --quick         small sizes: shows that it works, says nothing about speed
          --rivals R      lmdb,sqlite,rocksdb,redis: those that are measured where present
          --alone         without the rivals: for a profiler
          --json FILE     write the results there too
          --markdown FILE and as the table that the documentation has
          --dir FOLDER    where the data files go, on a disk (TMPDIR or /tmp)
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var isSized = (rounds: false, events: false)
        while let option = rest.popFirst() {
            switch option {
            case "--quick": isQuick = true
            case "--alone": isAlone = true
            case "--rounds":
                rounds = try Self.number(&rest, option)
                isSized.rounds = true
            case "--events":
                events = try Self.number(&rest, option)
                isSized.events = true
            case "--only": only = try Self.value(&rest, option).split(separator: ",").map(String.init)
            case "--shapes":
                shapes = try Self.value(&rest, option).split(separator: ",").map { name in
                    guard let shape = StreamShape(rawValue: String(name)) else {
                        throw BenchError("there is no shape \(name)")
                    }
                    return shape
                }
            case "--rivals":
                rivals = try Self.value(&rest, option).split(separator: ",").map { name in
                    guard let rival = Rival.allCases.first(where: { $0.word == name }) else {
                        throw BenchError("there is no rival \(name)")
                    }
                    return rival
                }
            case "--json": json = try Self.value(&rest, option)
            case "--markdown": markdown = try Self.value(&rest, option)
            case "--dir": folder = try Self.value(&rest, option)
            case "--evtool": evtool = try Self.value(&rest, option)
            case "--python": python = try Self.value(&rest, option)
            case "--empty": empty = try Self.value(&rest, option)
            case "--empty-lmdb": emptyLMDB = try Self.value(&rest, option)
            default: throw BenchError("there is no option \(option)\n\(Self.usage)")
            }
        }
        guard isQuick else { return }
        if !isSized.rounds { rounds = 2 }
        if !isSized.events { events = 2000 }
    }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws -> String {
        guard let value = rest.popFirst() else { throw BenchError("\(option) needs a value\n\(usage)") }
        return value
    }

    private static func number(_ rest: inout ArraySlice<String>, _ option: String) throws -> Int {
        let text = try value(&rest, option)
        guard let number = Int(text), number > 0 else {
            throw BenchError("\(option) needs a whole number above 0, not \(text)")
        }
        return number
    }

    /// Whether a row is asked for.
    func wants(_ row: String) -> Bool { only?.contains(row) ?? true }
}
