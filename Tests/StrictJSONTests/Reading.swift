import EventCoding
import StrictJSON

/// The value or the error of a text, for tests that only look.
func read(_ bytes: [UInt8], limits: StrictJSON.Limits = .standard) -> Result<PayloadValue, JSONError> {
    do throws(JSONError) {
        return .success(try StrictJSON.parse(bytes.span, limits: limits))
    } catch {
        return .failure(error)
    }
}

/// The value or the error of a text, for tests that only look.
func read(_ text: String) -> Result<PayloadValue, JSONError> { read(Array(text.utf8)) }

/// The map with these members; a repeated key is a mistake of the test.
func map(_ members: [(String, PayloadValue)]) -> PayloadValue {
    guard let map = PayloadMap(uniqueKeys: members) else { fatalError("A test's map repeats a key.") }
    return .map(map)
}
