import EventCoding
import EventLog
import Projections
import UnicodeText

extension Visits {
    /// A vacation's name in the form of keys.
    @_lifetime(copy fields)
    func name(of fields: borrowing CBORView, _ field: StaticString) throws(FoldError) -> KeyText {
        guard let given = fields["\(field)"]?.text else { throw .payload("\(field)", "is missing or no text") }
        let name = KeyText(given, normalised: KeyForms.vacation(given))
        guard !name.bytes.isEmpty else { throw .payload("\(field)", "is empty") }
        return name
    }

    /// The photo's id: what the event is about.
    @_lifetime(copy event)
    func photoID(of event: borrowing Event) throws(FoldError) -> Span<UInt8> {
        let id = event.subject
        guard !id.isEmpty else { throw .payload("subject", "is empty where a photo's id is needed") }
        return id
    }

    /// The name of a photo's place in the form of keys; a missing one is the place Unknown.
    @_lifetime(copy photo)
    func place(of photo: borrowing CBORView) -> KeyText {
        guard let given = photo["place"]?.text else {
            return KeyText(Span<UInt8>(), normalised: Array(PlaceName.unknown.utf8))
        }
        if given.isEmpty { return KeyText(given, normalised: Array(PlaceName.unknown.utf8)) }
        return KeyText(given, normalised: KeyForms.exact(given))
    }
}

/// The zones of the first and last visit of a place, in one number.
struct VisitZones {
    let first: Int16
    let last: Int16

    init(first: Int16, last: Int16) {
        self.first = first
        self.last = last
    }

    init(packed: Int64) {
        first = Int16(truncatingIfNeeded: packed)
        last = Int16(truncatingIfNeeded: packed >> 16)
    }

    var packed: Int64 {
        Int64(UInt16(bitPattern: first)) | Int64(UInt16(bitPattern: last)) << 16
    }
}
