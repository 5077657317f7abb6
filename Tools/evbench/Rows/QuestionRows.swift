import EventLog
import Platform
import Projections
import TravelProjections

/// `explain`, `when` and `diff`: how long somebody waits who asks evtool about rows.
///
/// What counts is the whole run of the program, since that is what a person waits for.
struct QuestionRows {
    /// The rows of the table, by verb.
    static let rows = ["explain", "when", "diff"]
    /// The user of the real data with the most events.
    private static let busiest = "48784629@N00"

    let bench: Bench

    func measure() throws -> [ResultLine] {
        let wanted = Self.rows.filter { bench.options.wants($0) }
        guard let tool = BenchTool(bench) else {
            return wanted.map { .missing($0, "a question", because: BenchTool.absence) }
        }
        return try measureCity(tool) + measureLong(tool)
    }

    // MARK: Real data

    /// Questions about the largest user of a city.
    private func measureCity(_ tool: BenchTool) throws -> [ResultLine] {
        guard let folder = RealFolder.path else {
            return Self.rows.filter { bench.options.wants($0) }.map {
                .missing(
                    $0, "the largest user of Toronto", because: "there is no shared/data beside this folder")
            }
        }
        let path = bench.folder.newPath() + ".evlog"
        defer { bench.folder.remove(path) }
        try tool.seconds([
            "import", folder + "/poi-visits/userVisits-Toro.csv", "--pois",
            folder + "/poi-visits/POI-Toro.csv", "--out", path, "--views",
        ])
        let subject = try Subject(path, StreamName(Self.busiest))
        let questions = try subject.questions().filter { bench.options.wants($0.verb) }
        // On a busy machine the clock says more about the others than about the tool.
        var computed = [[Double]](repeating: [], count: questions.count)
        let medians = try bench.contest.medians(
            questions.indices.map { index in
                {
                    let words = questions[index].words + subject.options
                    let runs = try (0..<5).map { _ in try tool.run(words, accepting: BenchTool.answers) }
                    computed[index] += runs.map(\.computed)
                    return runs.map(\.seconds).median
                }
            })
        return questions.indices.map { index in
            ResultLine(
                row: questions[index].verb,
                what: "\(questions[index].text), \(subject.events) events of \(subject.head)",
                ours: medians[index], goal: .value(atMost: 0.05),
                note: "whole run of evtool; processor \(Unit.seconds.text(computed[index].median))")
        }
    }

    // MARK: One long stream

    /// Questions about a stream that is the whole log, beside replays of it.
    private func measureLong(_ tool: BenchTool) throws -> [ResultLine] {
        let path = bench.folder.newPath() + ".evlog"
        defer { bench.folder.remove(path) }
        let history = try bench.history(.one).history
        let log = try EventLog.create(at: path, durability: .relaxed)
        try history.append(to: log, perCommit: Bench.perCommit)
        log.close()
        let subject = try Subject(path, history.names[0])
        let questions = try subject.questions().filter { bench.options.wants($0.verb) }
        let replays = [[], ["recents"], ["visits"]].map { ["replay"] + $0 }
        let runs = questions.map { $0.words + subject.options } + replays.map { $0 + ["--log", path] }
        let medians = try bench.contest.medians(
            runs.map { words in { try tool.seconds(words, accepting: BenchTool.answers) } })
        let (all, parts) = (medians[questions.count], medians.suffix(2).map(Unit.seconds.text))
        return zip(questions, medians).map { question, median in
            ResultLine(
                row: question.verb, what: "\(question.text), one stream of \(subject.events)", ours: median,
                rival: "evtool replay", theirs: all, goal: .ratio(atMost: 2),
                note: "replay recents \(parts[0]), replay visits \(parts[1])")
        }
    }
}

/// What is asked about: one stream of a log.
private struct Subject {
    /// One question.
    struct Question {
        let words: [String]
        /// The question as the table shows it, without the names of this log.
        let text: String

        var verb: String { words[0] }
    }

    let events: Int
    let head: UInt64
    /// The arguments that name the stream.
    let options: [String]
    /// A position of the stream in the middle of its history.
    private let middle: UInt64
    private let result: ReplayResult
    private let number: UInt32
    private let renderer: RowRenderer

    init(_ path: String, _ stream: StreamName) throws {
        let log = try EventLog.open(at: path, access: .read)
        guard let summary = try log.stream(named: stream) else {
            throw BenchError("the log has no stream \(stream)")
        }
        events = Int(clamping: summary.revision)
        head = try log.head().position
        number = summary.number
        options = ["--stream", stream.text, "--log", path]
        var positions: [UInt64] = []
        try log.forEachBlock(ReadPlan(stream: stream)) { (block: borrowing EventBlock) in
            for index in 0..<block.count { positions.append(block.lastPosition(at: index)) }
            return .proceed
        }
        middle = positions[positions.count / 2]
        result = try Replay(TravelModel.projections, catalogue: TravelModel.catalogue)
            .run(over: log, stream: stream)
        renderer = RowRenderer(source: log, catalogue: TravelModel.catalogue)
    }

    /// One question of each kind, about rows that are there.
    func questions() throws -> [Question] {
        let (recent, place, tag) = (try key(in: "recents"), try key(in: "itinerary"), try key(in: "tags"))
        return [
            Question(words: ["explain", "recents", recent], text: "explain recents KEY"),
            Question(words: ["explain", "itinerary", place], text: "explain itinerary KEY"),
            Question(words: ["explain", "tags", tag], text: "explain tags KEY"),
            Question(words: ["when", "recents has \(quoted(recent))"], text: "when 'recents has KEY'"),
            Question(
                words: ["when", "recents[\(quoted(recent))].rank = 1"], text: "when 'recents[KEY].rank = 1'"),
            Question(words: ["when", "tags count > 20"], text: "when 'tags count > 20'"),
            Question(words: ["diff", "\(middle)..last"], text: "diff A..last"),
            Question(words: ["diff", "recents", "\(middle)..last"], text: "diff recents A..last"),
            Question(words: ["diff", "--without", "\(middle)"], text: "diff --without A"),
        ]
    }

    /// The key of a row in the middle of a table.
    private func key(in table: String) throws -> String {
        guard let (fold, table) = result.table(named: table) else {
            throw BenchError("the model has no table \(table)")
        }
        let rows = try renderer.rows(of: table, in: fold.projection, stream: number, from: fold.rows)
        guard !rows.isEmpty else { throw BenchError("\(table.name) has no row to ask about") }
        return rows[rows.count / 2].keyText
    }

    /// A key as conditions spell it.
    private func quoted(_ key: String) -> String {
        "\"" + key.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}

/// Where real data lies: the folder that `TRAVELOG_SHARED_DATA` names, or the nearest `shared/data` beside one
/// of the folders above the present one.
private enum RealFolder {
    static var path: String? {
        if let named = ProcessEnvironment.nonEmptyValue("TRAVELOG_SHARED_DATA") { return named }
        var beside = "../shared/data"
        for _ in 0..<6 {
            if case .directory? = try? Files.kind(of: beside) { return beside }
            beside = "../" + beside
        }
        return nil
    }
}
