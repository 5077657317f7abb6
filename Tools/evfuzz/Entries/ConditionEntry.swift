import Evtool
import TravelEvents

/// The reader of conditions on a command line.
enum ConditionEntry {
    static func run(_ input: Span<UInt8>) {
        let text = String(decoding: copied(input), as: UTF8.self)
        _ = ConditionCheck.isSound(text)
    }
}
