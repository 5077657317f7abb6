import EventCoding
import StrictJSON

/// The validator and the readers of payloads.
enum CBOREntry {
    static func run(_ input: Span<UInt8>) {
        guard let view = try? CBORView(validating: input) else { return }
        let value = PayloadValue(view)
        let again = value.cbor
        precondition(again.count == input.count, "what is deterministic is encoded in one way")
        for index in again.indices { precondition(again[index] == input[index]) }
        walk(view)
        // What the log shows as JSON is JSON, and says the same.
        var writer = JSONWriter()
        writer.write(value)
        let text = writer.bytes
        guard let back = try? StrictJSON.parse(text.span) else { return }
        precondition(back.cbor == again, "JSON says what the payload says")
    }

    private static func walk(_ view: borrowing CBORView) {
        _ = view.kind
        _ = view.string
        _ = view.number
        _ = view.value(atPath: "photo.title")
        precondition((view.encoded?.count ?? 0) > 0, "a value has an encoding")
        view.forEachElement { (element: borrowing CBORView) in walk(element) }
        view.forEachEntry { (_: Span<UInt8>, entry: borrowing CBORView) in walk(entry) }
    }
}
