/// Why stored bytes are not a record that can be believed.
public struct RecordFault: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: String, Hashable, Sendable {
        case tooShort, wrongMagic, unknownVersion, unknownFlags, wrongLength, wrongChecksum
        case wrongInnerLength, wrongPosition, invalidText, lostPage
    }
    /// What is wrong.
    public let reason: Reason
    /// The byte offset inside the record where it shows.
    public let offset: Int

    /// A fault at a byte of a record.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension RecordFault: CustomStringConvertible {
    /// One phrase for a person.
    public var description: String {
        switch reason {
        case .tooShort: "the record is cut off"
        case .wrongMagic: "the bytes do not begin as a record"
        case .unknownVersion: "the record's version is not known to this build"
        case .unknownFlags: "the record needs a feature that this build does not have"
        case .wrongLength: "the record's lengths do not fit its size"
        case .wrongChecksum: "the record's checksum does not match"
        case .wrongInnerLength: "the lengths inside the record do not fit"
        case .wrongPosition: "the record belongs to another position"
        case .invalidText: "a name in the record is not UTF-8"
        case .lostPage: "a page of the file is damaged"
        }
    }
}
