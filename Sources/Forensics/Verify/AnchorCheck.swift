import Digest
import EventLog

/// Holds the log against roots that were kept elsewhere.
struct AnchorCheck {
    private(set) var result: Verification.Result
    private(set) var proved: Anchor?
    private(set) var contradicted = false

    init(over source: any EventSource, _ pass: EventPass, _ options: Verification.Options) throws {
        guard !options.anchors.isEmpty else {
            result = .without(
                .anchor, options.demanded.contains(.anchor) ? .cannotRun : .notRun, "no --expect given")
            return
        }
        var findings = FindingList(limit: options.maxExamples)
        for anchor in options.anchors {
            if let finding = try Self.problem(anchor, source, pass) {
                findings.add(finding)
                contradicted = true
            } else if anchor.size > proved?.size ?? 0 {
                proved = anchor
            }
        }
        let text = proved.map {
            "the log begins with \($0.size):\($0.root.hex.prefix(8))\u{2026}" + Self.signed($0)
        }
        result = findings.result(.anchor, ok: text ?? "")
    }

    static func signed(_ anchor: Anchor) -> String {
        anchor.signers.isEmpty
            ? (anchor.logID == nil ? ", which was noted down" : ", its signature not checked")
            : ", signed by " + anchor.signers.joined(separator: ", ")
    }

    private static func problem(
        _ anchor: Anchor, _ source: any EventSource, _ pass: EventPass
    ) throws -> Finding? {
        let known = pass.identity.epochs.map(\.logID) + (pass.identity.origin?.epochs.map(\.logID) ?? [])
        if let logID = anchor.logID, !known.contains(logID) {
            return Finding(
                VerifyFindings.otherLog, "the anchor was made of the log \(logID), which this is not")
        }
        guard anchor.size <= pass.head else {
            return Finding(
                VerifyFindings.lostTail,
                "the anchor covers \(anchor.size) events, the log ends at \(pass.head): its tail was cut, or it is an older copy",
                positions: pass.head + 1...anchor.size)
        }
        let root: SHA256Digest?
        if let noted = pass.roots[anchor.size] {
            root = noted
        } else {
            root = try TreeDigests([0..<anchor.size], in: source).roots[0]
        }
        guard let root else {
            return Finding(
                VerifyFindings.anchorUnread,
                "a place before event \(anchor.size) cannot be read, so its root is not known",
                positions: 1...anchor.size)
        }
        guard root == anchor.root else {
            return Finding(
                VerifyFindings.contradiction,
                "the first \(anchor.size) events are not those of the anchor: events or their order were changed",
                positions: 1...anchor.size)
        }
        return nil
    }
}
