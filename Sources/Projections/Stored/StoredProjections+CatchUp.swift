import EventCoding
import EventLog

extension StoredProjections {
    /// The most events that one transaction of `catchUp` folds.
    public static let sliceEvents = LogLimits.blockEvents

    /// Brings every set to the log's head, in slices of at most `sliceEvents` events.
    ///
    /// A set that does not exist yet, or was made under other schema or Unicode versions, is built anew.
    ///
    /// - Throws: `ProjectionError`: `incompleteProjection` when an event cannot be read or applied, the rows
    ///   standing just before it then; `checkpointAhead`, `otherLog` or `damagedRows` where only a rebuild
    ///   helps.
    public func catchUp() throws {
        let folds = try foldsToCatchUp()
        for projection in projections { try catchUp(projection, sharing: folds) }
    }

    /// Brings the set of one projection to the log's head.
    public func catchUp(_ projection: AnyProjection) throws {
        try catchUp(projection, sharing: SharedFolds([], catalogue: catalogue, of: store))
    }

    /// The folds of those sets that have to be built anew, for `catchUp(_:sharing:)`.
    package func foldsToCatchUp() throws -> SharedFolds {
        let stamps = try store.readSide { reader in
            let table = try StampTable(reader)
            return self.projections.map { table.stamp(of: ProjectionStamp.Identity($0)) }
        }
        let missing = zip(projections, stamps).filter { projection, stamp in
            guard let stamp, stamp.details.generation > 0 else { return true }
            return stamp.details.surroundings != surroundings(of: projection)
        }
        return SharedFolds(missing.map(\.0), catalogue: catalogue, of: store)
    }

    /// Brings the set of one projection to the log's head.
    ///
    /// - Parameter folds: What is to be stored where the set must be built anew.
    package func catchUp(_ projection: AnyProjection, sharing folds: SharedFolds) throws {
        let logs = try logs()
        while true {
            let (stamp, head) = try store.readSide { reader in
                (
                    try StampTable(reader).stamp(of: ProjectionStamp.Identity(projection)),
                    reader.storedHead
                )
            }
            guard let stamp, stamp.details.generation > 0 else {
                return try rebuild(projection, reason: "first use", sharing: folds)
            }
            switch state(of: stamp, projection, head: head, logs: logs) {
            case .current: return
            case .stale:
                return try rebuild(
                    projection, reason: "schema or Unicode versions changed", sharing: folds)
            case .ahead:
                throw ProjectionError(
                    .checkpointAhead, projection: projection.name,
                    "the stored rows stand at event \(stamp.checkpoint), the log ends at \(head): rebuild",
                    position: stamp.checkpoint)
            case .otherLog:
                throw ProjectionError(
                    .otherLog, projection: projection.name,
                    "the stored rows were made from another log; rebuild them")
            case .behind, .failed: try foldSlice(projection, after: stamp, head: head)
            case .damaged, .missing, .other: return
            }
        }
    }

    /// Reads the events after a checkpoint and folds them in one transaction.
    private func foldSlice(_ projection: AnyProjection, after stamp: ProjectionStamp, head: UInt64) throws {
        let plan = ReadPlan(range: stamp.checkpoint + 1...head, types: projection.types)
        var cursor = try store.cursor(for: plan)
        var block = EventBlock()
        if !cursor.isAtEnd { try store.fill(&block, from: plan, at: &cursor) }
        block.upcast(with: catalogue)
        let end = cursor.isAtEnd || block.isEmpty ? head : block.lastPosition(at: block.count - 1)
        for index in 0..<block.count {
            guard let entry = block.incompleteness(at: index) else { continue }
            var error = ProjectionError(
                .incompleteProjection, projection: projection.name,
                "the stored rows cannot go on: \(entry)", position: entry.position)
            error.incompleteness = [entry]
            throw error
        }
        let failure = try store.changeSide { [block] reader -> ([SideChange], FoldFailure?) in
            let stored = try StampTable(reader).stamp(of: ProjectionStamp.Identity(projection))
            // Somebody else may have folded meanwhile: their rows stand, and these events are not folded
            // twice.
            guard let stored, stored.checkpoint == stamp.checkpoint,
                stored.details.generation == stamp.details.generation
            else { return ([], nil) }
            let (changes, failure) = try self.fold(block, projection, stored, reader, to: end)
            return (changes.sortedByTable(), failure)
        }
        if let failure {
            let code: ProjectionError.Code =
                failure.error.code == .damagedRow ? .damagedRows : .incompleteProjection
            var error = ProjectionError(
                code, projection: projection.name, failure.error.message, position: failure.position)
            error.failures = [failure]
            throw error
        }
    }
}
