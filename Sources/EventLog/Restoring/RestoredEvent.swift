package import Digest
package import EventCoding

/// An event as it stood in a log, to be put back exactly so.
package struct RestoredEvent: Sendable {
    /// Where it stands, which one it is, and when it came.
    package var kept: KeptPart
    /// What the fixed head says; whether the clock ran back is found out anew.
    package var flags: RecordFlags
    /// The name of its stream.
    package var stream: StreamName
    /// The 16 random bytes that hide its content behind a digest.
    package var salt: [UInt8]
    /// When it happened, and the zone as given.
    package var occurred: Timestamp
    /// What it is about.
    package var subject: String
    /// Metadata as stored: a map in deterministic CBOR, or nothing.
    package var metadata: [UInt8]
    /// The payload as stored.
    package var payload: [UInt8] {
        didSet { isEncodedHere = false }
    }
    /// Whether this library encoded the payload, whose form then needs no check.
    package var isEncodedHere = false

    package init(
        kept: KeptPart, flags: RecordFlags, stream: StreamName, salt: [UInt8], occurred: Timestamp,
        subject: String, metadata: [UInt8], payload: [UInt8]
    ) {
        self.kept = kept
        self.flags = flags
        self.stream = stream
        self.salt = salt
        self.occurred = occurred
        self.subject = subject
        self.metadata = metadata
        self.payload = payload
    }

    /// The event as somebody would propose it.
    package var proposed: ProposedEvent {
        var proposed = ProposedEvent(
            type: kept.type, schemaVersion: kept.schemaVersion, subject: subject, payload: payload,
            occurred: occurred, id: kept.id, metadata: metadata)
        if isEncodedHere { proposed.notePayloadIsEncoded() }
        return proposed
    }

    /// What its record says beside the event itself.
    ///
    /// - Throws: `LogError` when the salt has another length.
    func content() throws(LogError) -> RecordContent {
        guard salt.count == RecordLayout.saltLength else {
            throw LogError(
                .damaged, "a salt of \(salt.count) bytes is not accepted; it has 16", position: kept.position)
        }
        return RecordContent(
            kept: kept, flags: flags.restored(kept),
            salt: (salt.span.littleEndian64(at: 0), salt.span.littleEndian64(at: 8)),
            occurredMilliseconds: occurred.milliseconds, occurredZone: occurred.zoneMinutes)
    }
}

/// What is left of an erased event, to be put back exactly so.
package struct RestoredStub: Sendable {
    /// Where it stood, which one it was, and when it came.
    package var kept: KeptPart
    /// What the fixed head says.
    package var flags: RecordFlags
    /// The digest of what was erased.
    package var innerDigest: SHA256Digest

    package init(kept: KeptPart, flags: RecordFlags, innerDigest: SHA256Digest) {
        self.kept = kept
        self.flags = flags
        self.innerDigest = innerDigest
    }
}

extension RecordFlags {
    /// The flags of a record that is put back: what it was told, and what its times tell.
    func restored(_ kept: KeptPart) -> RecordFlags {
        let told = intersection([.imported, .generatedID, .salvaged])
        return kept.clock < kept.recorded ? told.union(.clockRanBack) : told
    }
}

// MARK: From records

extension RestoredEvent {
    /// An event that was read.
    ///
    /// - Throws: `LogError` where a name in it is none.
    package init(_ event: borrowing Event) throws(LogError) {
        let type = try EventType(restoring: event.typeText, at: event.position)
        let stream = try StreamName(event.streamText)
        let kept = KeptPart(
            logID: event.logID, position: event.position, streamNumber: event.streamNumber,
            revision: event.revision, id: event.id, recorded: event.recorded, clock: event.clock,
            batchIndex: event.batchIndex, batchSize: event.batchSize, type: type,
            schemaVersion: event.storedSchemaVersion)
        let salt = [UInt8](copying: event.salt)
        let metadata = [UInt8](copying: event.metadata)
        let payload = [UInt8](copying: event.storedPayload)
        self.init(
            kept: kept, flags: event.flags, stream: stream, salt: salt, occurred: event.occurred,
            subject: event.subjectText, metadata: metadata, payload: payload)
    }
}

extension RestoredStub {
    /// An erased event that was read.
    ///
    /// - Throws: `LogError` where the name of its type is none.
    package init(_ event: borrowing WithheldEvent) throws(LogError) {
        let type = try EventType(restoring: event.typeText, at: event.position)
        let kept = KeptPart(
            logID: event.logID, position: event.position, streamNumber: event.streamNumber,
            revision: event.revision, id: event.id, recorded: event.recorded, clock: event.clock,
            batchIndex: event.batchIndex, batchSize: event.batchSize, type: type,
            schemaVersion: event.storedSchemaVersion)
        self.init(kept: kept, flags: event.flags, innerDigest: event.innerDigest)
    }
}

extension EventType {
    fileprivate init(restoring name: String, at position: UInt64) throws(LogError) {
        do throws(EventTypeError) { try self.init(validating: name) } catch {
            throw LogError(.invalidType, "the name of the event type is none: \(error)", position: position)
        }
    }
}
