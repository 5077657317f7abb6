/// Writes down the fields that a record states.
struct FieldDescriber: FieldVisitor {
    private(set) var fields: [FieldDefinition] = []
    private var prefix = ""
    private var isPersonal = false

    /// The fields of a record type, each record's before those inside it.
    static func fields<R: PayloadRecord>(of type: R.Type) -> [FieldDefinition] {
        var describer = FieldDescriber()
        describer.describe(type)
        return describer.fields
    }

    private mutating func describe<R: PayloadRecord>(_ type: R.Type) {
        var record = type.init()
        do throws(FieldError) {
            try record.visit(&self)
        } catch {
            preconditionFailure("\(type) cannot be described: \(error)")
        }
    }

    private mutating func add(_ field: Field, _ kind: FieldKind, isOptional: Bool = false) {
        let path = prefix + field.name
        precondition(!fields.contains { $0.path == path }, "the field \(path) is stated twice")
        fields.append(
            FieldDefinition(
                path: path, kind: kind, isPersonal: isPersonal || field.isPersonal, isOptional: isOptional,
                documentation: field.documentation, acceptedForms: field.adapter?.documentation,
                aliases: field.aliases))
    }

    private mutating func describe<R: PayloadRecord>(_ type: R.Type, inside field: Field, mark: String) {
        let outer = (prefix, isPersonal)
        prefix += field.name + mark
        isPersonal = isPersonal || field.isPersonal
        describe(type)
        (prefix, isPersonal) = outer
    }

    mutating func text(_ value: inout String, _ field: Field) { add(field, .text) }

    mutating func optionalText(_ value: inout String?, _ field: Field) { add(field, .text, isOptional: true) }

    mutating func integer(_ value: inout Int64, _ field: Field) { add(field, .integer) }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) {
        add(field, .integer, isOptional: true)
    }

    mutating func real(_ value: inout Double, _ field: Field) { add(field, .real) }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) { add(field, .real, isOptional: true) }

    mutating func bool(_ value: inout Bool, _ field: Field) { add(field, .bool) }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) { add(field, .bool, isOptional: true) }

    mutating func texts(_ value: inout [String], _ field: Field) { add(field, .texts, isOptional: true) }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) {
        add(field, .record)
        describe(R.self, inside: field, mark: ".")
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) {
        add(field, .records)
        describe(R.self, inside: field, mark: "[].")
    }

    mutating func extra(_ value: inout PayloadMap, _ field: Field) { add(field, .extra, isOptional: true) }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) {}
}
