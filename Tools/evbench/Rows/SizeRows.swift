import EventLog

/// P16: what an event takes on the disk, everything included.
struct SizeRows {
    let bench: Bench

    func measure() throws -> [ResultLine] {
        try [
            measure(.one, .value(atMost: 600, moonshot: 540)),
            measure(.thousand, .value(atMost: 650, moonshot: 580)),
        ]
    }

    private func measure(_ shape: StreamShape, _ goal: Goal) throws -> ResultLine {
        let (history, records) = try bench.history(shape)
        let ours = try bench.withNewLog(durability: .relaxed) { log, path in
            try history.append(to: log, perCommit: Bench.perCommit)
            let storage = try log.storage()
            return (disk: Machine.bytesOnDisk(path), used: storage.usedPages * storage.pageBytes)
        }
        let theirs = bench.withNewPath { path in
            _ = Rival.sqlite.append(records, to: path, perCommit: Bench.perCommit)
            return Machine.bytesOnDisk(path)
        }
        let payload = bench.pool.averagePayload
        let count = Double(history.count)
        let note =
            "\(Unit.bytes.text(Double(ours.used) / count)) up to the last page; "
            + "payload \(Unit.digits(payload)) on average"
        return ResultLine(
            row: "P16", what: "disk per event, \(shape.text)", unit: .bytes,
            ours: Double(ours.disk) / count + (Double(EventPool.payloadBytes) - payload),
            rival: Rival.sqlite.rawValue,
            theirs: Double(theirs) / count + (Double(EventPool.payloadBytes) - payload), goal: goal,
            note: note)
    }
}
