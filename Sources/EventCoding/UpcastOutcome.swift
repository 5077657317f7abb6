/// What became of a stored payload on its way to the current schema version.
public enum UpcastOutcome: Hashable, Sendable {
    /// The stored bytes are of the current version.
    case asStored
    /// The payload was brought to the current version.
    case upcast(from: UInt16, to: UInt16)
    /// The catalogue does not know the type; the stored bytes stand.
    case unknownType
    /// The payload was written by newer code than this; the stored bytes stand.
    case newerVersion(known: UInt16)
    /// The payload cannot be brought to the current version.
    case failed(reason: String)
}
