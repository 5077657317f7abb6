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
    package var payload: [UInt8]

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
        ProposedEvent(
            type: kept.type, schemaVersion: kept.schemaVersion, subject: subject, payload: payload,
            occurred: occurred, id: kept.id, metadata: metadata)
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
