import EventCoding
import StrictJSON

/// The reader of JSON texts.
enum JSONEntry {
    static func run(_ input: Span<UInt8>) {
        do throws(JSONError) {
            let value = try StrictJSON.parse(input)
            precondition((try? CBORView(validating: value.cbor.span)) != nil, "JSON becomes a sound payload")
        } catch {
            precondition(error.code != .unexplained, "whatever is refused has its reason")
            precondition(error.offset <= input.count && error.line > 0 && error.column > 0)
        }
    }
}
