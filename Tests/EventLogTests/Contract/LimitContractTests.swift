import EventCoding
import EventLog
import Testing

/// Each limit holds at its value and refuses one more, and a refusal names what is accepted.
@Suite struct LimitContractTests {
    /// A text payload of `bytes` bytes in all.
    private static func text(_ bytes: Int) -> [UInt8] {
        let head = bytes <= 24 ? 1 : bytes <= 257 ? 2 : bytes <= 65_538 ? 3 : 5
        let payload = PayloadValue.text(String(repeating: "x", count: bytes - head)).cbor
        precondition(payload.count == bytes)
        return payload
    }

    /// A metadata map of `bytes` bytes in all.
    private static func map(_ bytes: Int) -> [UInt8] { [0xA1, 0x61, 0x6D] + text(bytes - 3) }

    struct Limit: Sendable, CustomTestStringConvertible {
        var name: String
        var code: LogError.Code
        var limit: Int
        var request: @Sendable (_ size: Int) throws -> AppendRequest
        var testDescription: String { name }

        init(
            _ name: String, _ code: LogError.Code, _ limit: Int,
            _ request: @escaping @Sendable (_ size: Int) throws -> AppendRequest
        ) {
            (self.name, self.code, self.limit, self.request) = (name, code, limit, request)
        }
    }

    static let limits = [
        Limit("stream", .invalidStream, LogLimits.streamBytes) { size in
            AppendRequest([event()], to: try StreamName(String(repeating: "s", count: size)))
        },
        Limit("stream in multibyte letters", .invalidStream, LogLimits.streamBytes) { size in
            let text =
                String(repeating: "\u{20AC}", count: size / 3) + String(repeating: "s", count: size % 3)
            return AppendRequest([event()], to: try StreamName(text))
        },
        Limit("subject", .invalidSubject, LogLimits.subjectBytes) { size in
            var event = event()
            event.subject =
                String(repeating: "\u{E9}", count: size / 2) + String(repeating: "s", count: size % 2)
            return AppendRequest([event], to: alice)
        },
        Limit("payload", .tooLarge, LogLimits.payloadBytes) { size in
            AppendRequest([ProposedEvent(type: viewed, payload: text(size))], to: alice)
        },
        Limit("metadata", .tooLarge, LogLimits.metadataBytes) { size in
            AppendRequest([ProposedEvent(type: viewed, payload: payload(0), metadata: map(size))], to: alice)
        },
        Limit("key", .invalidKey, LogLimits.keyBytes) { size in
            AppendRequest([event()], to: alice, key: String(repeating: "k", count: size))
        },
    ]

    @Test(
        "C47: limits hold to the byte, and a refusal names limit and length",
        arguments: Implementation.appending, limits)
    func limitsHoldToTheByte(_ implementation: Implementation, _ limit: Limit) throws {
        let subject = try implementation.make()
        let error = expect(limit.code) {
            _ = try subject.log.append([try limit.request(limit.limit + 1)])
        }
        #expect(error?.message.contains("\(limit.limit)") == true, "the message names the limit")
        #expect(error?.message.contains("\(limit.limit + 1)") == true, "the message names the size")
        #expect(try subject.log.head().position == 0)
        let request = try limit.request(limit.limit)
        #expect(try subject.log.append([request])[0].positions == [1])
        try subject.reopen()
        let stored = try subject.log.seen(at: 1)
        #expect(stored.stream == request.stream.text)
        #expect(stored.subject == request.events[0].subject)
        #expect(stored.payload == request.events[0].payload)
    }

    @Test func typesHaveAtMost64Bytes() throws {
        #expect(LogLimits.typeBytes == EventType.maximumBytes)
        #expect(throws: EventTypeError.self) { try EventType(validating: String(repeating: "t", count: 65)) }
        #expect(throws: EventTypeError.self) { try EventType(validating: "") }
        for implementation in Implementation.appending {
            let subject = try implementation.make()
            let type = try EventType(validating: String(repeating: "t", count: 64))
            try subject.log.append([event(1, type)], to: alice)
            #expect(try subject.log.seen(at: 1).type == type.name)
        }
    }

    @Test(arguments: Implementation.appending)
    func aBatchHoldsAtMost64MiB(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let large = ProposedEvent(type: viewed, payload: Self.text(LogLimits.payloadBytes))
        let count = LogLimits.batchBytes / LogLimits.payloadBytes
        var batch = [ProposedEvent](repeating: large, count: count)
        batch.append(ProposedEvent(type: viewed, payload: [0x00]))
        let error = expect(.tooLarge) { try subject.log.append(batch, to: alice) }
        #expect(error?.message.contains("\(LogLimits.batchBytes)") == true)
        batch.removeLast()
        #expect(try subject.log.append(batch, to: alice).positions.count == count)
        #expect(try subject.log.head().position == UInt64(count))
    }

    @Test(arguments: Implementation.appending)
    func aBatchHoldsAtMostAMillionEvents(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let batch = [ProposedEvent](
            repeating: ProposedEvent(type: viewed, payload: [0x00]), count: LogLimits.batchEvents + 1)
        let error = expect(.tooLarge) { try subject.log.append(batch, to: alice) }
        #expect(error?.message.contains("\(LogLimits.batchEvents)") == true)
    }

    @Test(arguments: Implementation.appending)
    func nothingIsRefused(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        expect(.emptyBatch) { try subject.log.append([ProposedEvent](), to: alice) }
        expect(.invalidStream) { _ = try StreamName("") }
        expect(.invalidKey) { try subject.log.append([event()], to: alice, key: "") }
        var versionless = event()
        versionless.schemaVersion = 0
        expect(.invalidType) { try subject.log.append([versionless], to: alice) }
        #expect(try subject.log.head().position == 0)
    }

    @Test func controlCharactersAreNoNames() {
        for text in ["a\nb", "\u{0}", "tab\t", "\u{7F}"] {
            expect(.invalidStream) { _ = try StreamName(text) }
        }
    }

    @Test(arguments: Implementation.appending)
    func namesOfTheLogItselfAreReserved(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        expect(.reservedName) { try subject.log.append([event()], to: stream("$log")) }
        expect(.reservedName) { try subject.log.append([event(), event(1, "$erased")], to: alice) }
        #expect(try subject.log.head().position == 0)
        try subject.log.append([event(1, "a$b")], to: stream("a$b"))
    }

    // MARK: Payloads

    static let badPayloads: [(String, [UInt8])] = [
        ("nothing", []),
        ("cut off", [0x62, 0x61]),
        ("bytes behind", [0x01, 0x02]),
        ("a byte string", [0x41, 0x61]),
        ("a tag", [0xC0, 0x61, 0x61]),
        ("not the shortest form", [0x18, 0x01]),
        ("indefinite length", [0x9F, 0xFF]),
        ("a number as key", [0xA1, 0x01, 0x02]),
        ("keys out of order", [0xA2, 0x61, 0x62, 0x01, 0x61, 0x61, 0x02]),
        ("a key twice", [0xA2, 0x61, 0x61, 0x01, 0x61, 0x61, 0x02]),
        ("not a number", [0xF9, 0x7E, 0x00]),
        ("infinity", [0xF9, 0x7C, 0x00]),
        ("undefined", [0xF7]),
        ("bad UTF-8", [0x61, 0xFF]),
        ("a long list that is not there", [0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        ("too deep", [UInt8](repeating: 0x81, count: 100) + [0x01]),
    ]

    @Test(arguments: Implementation.appending)
    func onlyDeterministicCBORIsAPayload(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        for (what, bytes) in Self.badPayloads {
            let error = expect(.invalidPayload) {
                try subject.log.append([event(), ProposedEvent(type: viewed, payload: bytes)], to: alice)
            }
            #expect(error?.cause != nil, "\(what) has a cause")
            if bytes.isEmpty { continue }
            expect(.invalidMetadata) {
                let event = ProposedEvent(type: viewed, payload: payload(0), metadata: bytes)
                try subject.log.append([event], to: alice)
            }
        }
        expect(.invalidMetadata) {
            let event = ProposedEvent(type: viewed, payload: payload(0), metadata: [0x01])
            try subject.log.append([event], to: alice)
        }
        #expect(try subject.log.head().position == 0)
        // Any kind of item is a payload, and an empty map is metadata.
        for item: [UInt8] in [
            [0x00], [0x60], [0x80], [0xA0], [0xF6], [0xF5],
            [0xFB] + [0x40, 0x09, 0x21, 0xFB]
                + [0x54, 0x44, 0x2D, 0x18],
        ] {
            let receipt = try subject.log.append(
                [ProposedEvent(type: viewed, payload: item, metadata: [0xA0])], to: alice)
            #expect(try subject.log.seen(at: receipt.head).payload == item)
        }
    }
}
