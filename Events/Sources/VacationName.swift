import EventCoding

/// The rules for the name of a vacation, which users also write as the first part of a key: `Europe/Lisbon`.
enum VacationName {
    /// The longest name, in bytes of UTF-8.
    static let maximumBytes = 255

    /// States that the name under `field` follows the rules.
    static func check<V: FieldVisitor>(
        _ name: String, field: Field, with visitor: inout V
    ) throws(FieldError) {
        let bytes = name.utf8
        try visitor.require(
            !bytes.allSatisfy { $0 == 0x20 || (0x09...0x0d).contains($0) }, field.name, "is empty")
        try visitor.require(
            bytes.count <= maximumBytes, field.name, "is longer than \(maximumBytes) bytes")
        try visitor.require(
            !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0), field.name, "holds a slash or a NUL")
        try visitor.require(
            !bytes.allSatisfy { $0 == UInt8(ascii: ".") }, field.name, "holds nothing but dots")
    }
}
