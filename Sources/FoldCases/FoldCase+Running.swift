public import EventCoding
import EventLog
public import Projections

/// How a case went with some fold.
public struct CaseResult: Sendable {
    /// What the fold gives for the row now.
    public let actual: ExpectedRow
    /// In what that differs from what somebody expected, or, where nobody said, from what the case was written
    /// with; empty where the case is settled.
    public let problems: [String]
    /// Whether the fold still gives what it gave when the case was written.
    public let isReproduced: Bool
    /// Events that the fold cannot apply.
    public let failures: [FoldFailure]

    /// Whether the row is as it should be.
    public var isSettled: Bool { problems.isEmpty }
}

/// Why a case cannot be run.
public struct CaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as one sentence.
    public let description: String
}

extension FoldCase {
    /// Folds the events of the case and looks at the row.
    ///
    /// - Parameters:
    ///   - projections: The folds under test; one of them has the case's name. Settings are those of the fold,
    ///     not of the case.
    ///   - catalogue: The model's event types.
    /// - Throws: `CaseError` where no fold shows the table, `LogError` where the events cannot be read.
    public func run(_ projections: [AnyProjection], catalogue: EventCatalogue) throws -> CaseResult {
        guard let fold = projections.first(where: { $0.name.utf8.elementsEqual(projection.utf8) }),
            let shown = fold.shownTable(named: table)
        else {
            throw CaseError(description: "no projection \(projection) with a table \(table) is under test")
        }
        // The places between the events were left out on purpose.
        let result = try Replay([fold], catalogue: catalogue).run(over: events, stream: stream)
        guard let number = result.number(of: stream) else {
            throw CaseError(description: "the case holds no event of stream \(stream)")
        }
        let rows = try RowRenderer(source: events, catalogue: catalogue)
            .rows(of: shown, in: fold, stream: number, from: result.folds[0].rows)
        let row = rows.first { $0.keyText.utf8.elementsEqual(key.utf8) }
        let actual = row.map { ExpectedRow($0, of: shown) } ?? .absent
        return CaseResult(
            actual: actual, problems: (expects ?? gives).differences(to: actual),
            isReproduced: gives.differences(to: actual).isEmpty, failures: result.failures)
    }
}
