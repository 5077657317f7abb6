/// Gathers the values of a record's fields as they are, sound or not, for comparison.
struct FieldCollector: FieldVisitor {
    private(set) var values: [PayloadValue] = []

    static func values<R: PayloadRecord>(of record: R) -> [PayloadValue] {
        var (collector, record) = (FieldCollector(), record)
        do throws(FieldError) {
            try record.visit(&collector)
        } catch {
            preconditionFailure("\(R.self) throws an error of its own: \(error)")
        }
        return collector.values
    }

    mutating func text(_ value: inout String, _ field: Field) { values.append(.text(value)) }

    mutating func optionalText(_ value: inout String?, _ field: Field) {
        values.append(value.map { .text($0) } ?? .null)
    }

    mutating func integer(_ value: inout Int64, _ field: Field) { values.append(.integer(value)) }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) {
        values.append(value.map { .integer($0) } ?? .null)
    }

    mutating func real(_ value: inout Double, _ field: Field) { values.append(.real(value)) }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) {
        values.append(value.map { .real($0) } ?? .null)
    }

    mutating func bool(_ value: inout Bool, _ field: Field) { values.append(.bool(value)) }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) {
        values.append(value.map { .bool($0) } ?? .null)
    }

    mutating func texts(_ value: inout [String], _ field: Field) {
        values.append(.list(value.map { .text($0) }))
    }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) {
        values.append(.list(Self.values(of: value)))
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) {
        values.append(.list(value.map { .list(Self.values(of: $0)) }))
    }

    mutating func extra(_ value: inout PayloadMap, _ field: Field) { values.append(.map(value)) }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) {}
}
