/// Writes the fields of a record as deterministic CBOR.
struct FieldEncoder: FieldVisitor {
    private(set) var writer = CBORWriter(byteCapacity: 512)

    mutating func encode<R: PayloadRecord>(_ record: inout R) throws(FieldError) {
        writer.beginMap()
        try record.visit(&self)
        writer.endMap()
    }

    mutating func text(_ value: inout String, _ field: Field) throws(FieldError) {
        writer.key(field.name)
        writer.text(value)
    }

    mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError) {
        guard let value else { return }
        writer.key(field.name)
        writer.text(value)
    }

    mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError) {
        writer.key(field.name)
        writer.integer(value)
    }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError) {
        guard let value else { return }
        writer.key(field.name)
        writer.integer(value)
    }

    mutating func real(_ value: inout Double, _ field: Field) throws(FieldError) {
        guard value.isFinite else {
            throw FieldError(.notFinite, path: field.name, reason: "is not a finite number")
        }
        writer.key(field.name)
        writer.real(value)
    }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError) {
        guard var number = value else { return }
        try real(&number, field)
    }

    mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError) {
        writer.key(field.name)
        writer.bool(value)
    }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError) {
        guard let value else { return }
        writer.key(field.name)
        writer.bool(value)
    }

    mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError) {
        if value.isEmpty { return }
        writer.key(field.name)
        writer.beginList()
        for text in value { writer.text(text) }
        writer.endList()
    }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError) {
        writer.key(field.name)
        do throws(FieldError) { try encode(&value) } catch { throw error.inside(field.name) }
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError) {
        writer.key(field.name)
        writer.beginList()
        for index in value.indices {
            do throws(FieldError) {
                try encode(&value[index])
            } catch {
                throw error.inside("[\(index)]").inside(field.name)
            }
        }
        writer.endList()
    }

    mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError) {
        if value.isEmpty { return }
        do throws(CBORError) {
            try PayloadValue.map(value).checkEncodable(depth: writer.depth)
        } catch {
            throw FieldError(error).inside(field.name)
        }
        writer.key(field.name)
        writer.writeMap(value)
    }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError) {
        if !isMet() { throw FieldError(.invalid, path: name, reason: reason()) }
    }
}
