/// What a store of rows holds, without the means to load more: so it can outlive the transaction it was loaded in.
struct RowMemory: Sendable {
    var entries = [RowStore.Entry()]
    var contents = [RowStore.Content()]
    var freeEntry = RowStore.none
    var index = [UInt64](repeating: 0, count: RowStore.smallestIndex)
    var indexUsed = 0
    var lists: [RowStore.List] = []
    var streamLists: [UInt32] = []
    var largeStreamLists: [UInt32: UInt32] = [:]
    var packedForms = [PackedForm([], count: 0, .byGroup)]
    var keys: [UInt8] = []
    var keysUsed = 0
    var keysGarbage = 0
}

extension RowStore {
    /// Ends the store and gives what it holds.
    ///
    /// - Precondition: Its changes were taken, and it has not failed.
    consuming func memory() -> RowMemory { presentMemory }

    /// What the store holds between two events; copied only where one of both changes.
    var presentMemory: RowMemory {
        RowMemory(
            entries: entries, contents: contents, freeEntry: freeEntry, index: index, indexUsed: indexUsed,
            lists: lists, streamLists: streamLists, largeStreamLists: largeStreamLists,
            packedForms: packedForms, keys: keys, keysUsed: keysUsed, keysGarbage: keysGarbage)
    }
}
