/// What a projection keeps under a key: numbers only, since text is rendered from the source event.
public struct Row: BitwiseCopyable, Hashable, Sendable {
    /// What orders rows: most often the position of an event.
    public var order: UInt64

    /// The position of the event that supplies the row's text; 0 for none.
    public var source: UInt64

    /// The first value, as the projection defines it.
    public var a: Int64
    /// The second value.
    public var b: Int64
    /// The third value.
    public var c: Int64
    /// The fourth value.
    public var d: Int64

    /// A row.
    @inlinable
    public init(order: UInt64 = 0, source: UInt64 = 0, a: Int64 = 0, b: Int64 = 0, c: Int64 = 0, d: Int64 = 0)
    {
        self.order = order
        self.source = source
        self.a = a
        self.b = b
        self.c = c
        self.d = d
    }
}
