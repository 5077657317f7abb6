internal import Projections

/// One test of a condition as it was typed, before its names are looked up.
struct ParsedTest: Equatable {
    /// What is tested.
    enum Kind: Equatable {
        /// A field of an event.
        case event(field: String, Comparison)
        /// Rows of a table.
        case row(RowTest)
    }

    let kind: Kind
    /// Where the test begins, in bytes.
    let offset: Int
    /// Where the field of a row begins.
    var fieldOffset: Int?

    /// Whether both test the same, wherever they stand.
    static func == (left: ParsedTest, right: ParsedTest) -> Bool { left.kind == right.kind }
}

extension ParsedTest.Kind {
    static func == (left: ParsedTest.Kind, right: ParsedTest.Kind) -> Bool {
        switch (left, right) {
        case (.event(let name, let a), .event(let other, let b)):
            name.utf8.elementsEqual(other.utf8) && a == b
        case (.row(let a), .row(let b)): a == b
        default: false
        }
    }
}

/// A condition as it was typed.
typealias ParsedCondition = ConditionTree<ParsedTest>
