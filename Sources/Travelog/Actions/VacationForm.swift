import EventCoding
import TravelEvents
import UnicodeText

/// The form of a vacation's name: NFC, without white space at its ends.
enum VacationForm {
    /// The name in the form in which it is compared and recorded.
    static func of(_ name: String) -> String { UnicodeText.normalizedNFC(UnicodeText.trimmed(name)) }

    /// The name in that form.
    ///
    /// - Throws: `TravelogError` with code `invalidVacationName`.
    static func checked(_ name: String) throws(TravelogError) -> String {
        let form = of(name)
        do throws(FieldError) { _ = try VacationCreated(name: form).encoded() } catch {
            throw TravelogError(
                .invalidVacationName, "this is no name for a vacation: it \(error.reason)",
                cause: .field(error))
        }
        return form
    }
}
