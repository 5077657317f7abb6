/// A record whose fields are stated once, for encoding, decoding and description alike.
///
/// Records are equal when all their fields are, texts by their UTF-8 bytes.
public protocol PayloadRecord: Hashable, Sendable {
    /// A record without values, to be filled in by a decoder.
    init()

    /// States every field once; the extra values, if the record keeps them, last.
    ///
    /// Errors come from the visitor alone: rules are stated with `require`.
    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError)

    /// States every field to the reader of stored records; every record leaves this as it is.
    ///
    /// It stands here for the sake of speed: the compiler makes it from `visit` for each record in the record's
    /// own module, where it knows both the fields and the reader.
    mutating func visitStored(_ reader: inout StoredRecordReader) throws(FieldError)
}

extension PayloadRecord {
    /// States every field to the reader of stored records, by `visit`.
    @inlinable
    public mutating func visitStored(_ reader: inout StoredRecordReader) throws(FieldError) {
        try visit(&reader)
    }
}

extension PayloadRecord {
    /// Whether all fields are equal, texts by their UTF-8 bytes.
    public static func == (left: Self, right: Self) -> Bool {
        FieldCollector.values(of: left) == FieldCollector.values(of: right)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(FieldCollector.values(of: self))
    }

    /// The record in deterministic CBOR; absent values and empty lists of texts are left out.
    ///
    /// - Throws: `FieldError` where a value breaks a rule of its field.
    public func encoded() throws(FieldError) -> [UInt8] {
        var encoder = FieldEncoder()
        var record = self
        try encoder.encode(&record)
        return encoder.writer.bytes
    }

    /// The record as a value.
    ///
    /// - Throws: `FieldError` where a value breaks a rule of its field.
    public func payloadValue() throws(FieldError) -> PayloadValue {
        let bytes = try encoded()
        return PayloadValue(CBORView(trusted: bytes.span))
    }

    /// The record that `value` holds, read leniently; keys that are no field are passed over or kept as extra.
    ///
    /// - Throws: `FieldError` with the path of the field.
    public init(_ value: PayloadValue) throws(FieldError) {
        self.init()
        _ = try FieldDecoder.decode(&self, from: value)
    }

    /// The record that an item of CBOR holds.
    ///
    /// - Throws: `FieldError` with the path of the field.
    public init(_ view: borrowing CBORView) throws(FieldError) {
        self.init()
        if StoredRecordReader.read(&self, from: view) { return }
        try self.init(PayloadValue(view))
    }

    /// The record that these bytes hold.
    ///
    /// - Throws: `FieldError`; its code is `malformed` when the bytes are no payload.
    public init(cbor: Span<UInt8>) throws(FieldError) {
        let view: CBORView
        do throws(CBORError) { view = try CBORView(validating: cbor) } catch { throw FieldError(error) }
        try self.init(view)
    }

    /// The stored form of `value`, which may come from foreign data.
    ///
    /// Known fields are brought into their stored form. Unknown keys stay: in the record's extra values where
    /// it keeps such, else where they are.
    ///
    /// - Throws: `FieldError` with the path of the field.
    public static func normalise(_ value: PayloadValue) throws(FieldError) -> PayloadValue {
        var record = Self()
        let normalised = PayloadValue.map(try FieldDecoder.decode(&record, from: value))
        do throws(CBORError) { try normalised.checkEncodable() } catch { throw FieldError(error) }
        return normalised
    }
}
