/// What a record tells its fields to: the encoder, the decoder, or the one that writes the description down.
///
/// Every method takes the field's value in place: an encoder reads it, a decoder sets it, a describer leaves it.
public protocol FieldVisitor {
    /// A text that must be there.
    mutating func text(_ value: inout String, _ field: Field) throws(FieldError)
    /// A text that may be absent.
    mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError)
    /// A whole number that must be there.
    mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError)
    /// A whole number that may be absent.
    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError)
    /// A number that must be there; it is stored as a float.
    mutating func real(_ value: inout Double, _ field: Field) throws(FieldError)
    /// A number that may be absent; it is stored as a float.
    mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError)
    /// True or false, which must be there.
    mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError)
    /// True or false, which may be absent.
    mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError)
    /// A list of texts; an empty one is not stored.
    mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError)
    /// A record that must be there.
    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError)
    /// A list of records that must be there; it may be empty.
    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError)
    /// Every key that no other field has taken; stated last. An empty map is not stored.
    mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError)
    /// A rule about the values: where it does not hold, encoding and decoding fail.
    ///
    /// - Parameters:
    ///   - isMet: Whether the rule holds.
    ///   - name: The field that the error names.
    ///   - reason: The rest of a sentence that begins with the field: `is empty`.
    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError)
}
