import Foundation
import Testing

/// Texts kept beside the tests; recorded anew only with `TRAVELOG_RECORD_GOLDEN=1`.
enum Golden {
    static let isRecording = ProcessInfo.processInfo.environment["TRAVELOG_RECORD_GOLDEN"] == "1"

    /// Compares `text` with the golden file `name`.
    static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let path = Sample.repository + "/Tests/EvtoolTests/Golden/" + name
        if isRecording {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return
        }
        let golden = try String(contentsOfFile: path, encoding: .utf8)
        let (new, old) = (lines(text), lines(golden))
        let place = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }
        let at = place.map { "line \($0.offset + 1): \"\($0.element.0)\", golden \"\($0.element.1)\"" }
        #expect(
            place == nil && new.count == old.count, "\(name) \(at ?? "has another length")",
            sourceLocation: sourceLocation)
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Puts a mark where a text depends on when and where it was made, and nowhere else.
    ///
    /// * times of this year and month that lie between the start of the test run and now -> TIME
    ///   (the times at which the tests' logs were written; the sample's own times stay),
    /// * hashes after `head`, `leaf`, or a head's `N:` -> HASH, and log ids -> LOGID,
    /// * ids of events that carry none of their own -> ID.
    static func masked(_ text: String) -> String {
        var text = text
        for (pattern, mark) in [
            (#""(leaf|salt)":"[0-9a-f]+""#, "\"$1\":\"HASH\""),
            (#"\b([0-9]+):[0-9a-f]{64}\b"#, "$1:HASH"),
            (#"("log_id":"|log id |log_id\t)[0-9a-f]{32}"#, "$1LOGID"),
            (#"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"#, "ID"),
            (#"refresh_id":"[0-9a-f]{32}"#, "refresh_id\":\"REFRESH"),
            (#"\b[0-9a-f]{32} (\(|with )"#, "REFRESH $1"),
        ] {
            text = text.replacingOccurrences(of: pattern, with: mark, options: .regularExpression)
        }
        return maskedTimes(text)
    }

    private static let start = Date().addingTimeInterval(-600)

    private static func maskedTimes(_ text: String) -> String {
        guard
            let expression = try? NSRegularExpression(
                pattern: #"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?Z?"#)
        else { return text }
        let form = ISO8601DateFormatter()
        var result = text
        let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
        for match in matches.reversed() {
            guard let whole = Range(match.range, in: result), let day = Range(match.range(at: 1), in: result),
                let hour = Range(match.range(at: 2), in: result),
                let date = form.date(from: "\(result[day])T\(result[hour])Z"),
                date >= start, date <= Date().addingTimeInterval(60)
            else { continue }
            result.replaceSubrange(whole, with: "TIME")
        }
        return result
    }
}
