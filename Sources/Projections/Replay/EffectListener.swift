public import EventLog

/// Hears what each event did to the rows.
public protocol EffectListener: AnyObject {
    /// Takes one effect.
    func effect(_ effect: Effect, of projection: AnyProjection) throws

    /// Takes note that every effect of a block's events has been told.
    func endOfBlock(_ block: borrowing EventBlock) throws

    /// Whether it has heard enough; then the replay ends with the block, and its rows with it.
    var isSatisfied: Bool { get }
}

extension EffectListener {
    /// Does nothing.
    public func endOfBlock(_ block: borrowing EventBlock) throws {}

    /// Wants to hear everything.
    public var isSatisfied: Bool { false }
}
