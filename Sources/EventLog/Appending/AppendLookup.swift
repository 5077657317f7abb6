/// What an append looks up in the log before it may write.
protocol AppendLookup: AnyObject {
    func stream(named name: StreamName) throws(LogError) -> StreamState?
    func position(ofIndexed id: EventID) throws(LogError) -> UInt64?
    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError)
}
