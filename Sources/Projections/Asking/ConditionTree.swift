/// Tests that are joined by and, or and not.
public indirect enum ConditionTree<Test: Equatable & Sendable>: Equatable, Sendable {
    /// The test holds.
    case test(Test)
    /// The condition does not hold.
    case not(ConditionTree)
    /// Every one of the conditions holds; none is no objection.
    case all([ConditionTree])
    /// At least one of the conditions holds.
    case any([ConditionTree])

    /// Whether the condition holds, when it is known which tests do.
    ///
    /// Tests whose outcome cannot matter any more are not asked.
    public func holds(_ holds: (Test) throws -> Bool) rethrows -> Bool {
        switch self {
        case .test(let test): try holds(test)
        case .not(let condition): try !condition.holds(holds)
        case .all(let conditions): try conditions.allSatisfy { try $0.holds(holds) }
        case .any(let conditions): try conditions.contains { try $0.holds(holds) }
        }
    }

    /// Every test, from left to right.
    public var tests: [Test] {
        switch self {
        case .test(let test): [test]
        case .not(let condition): condition.tests
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.tests)
        }
    }

    /// The condition with something else in the place of each test.
    public func map<Other>(_ transform: (Test) throws -> Other) rethrows -> ConditionTree<Other> {
        switch self {
        case .test(let test): .test(try transform(test))
        case .not(let condition): .not(try condition.map(transform))
        case .all(let conditions): .all(try conditions.map { try $0.map(transform) })
        case .any(let conditions): .any(try conditions.map { try $0.map(transform) })
        }
    }
}
