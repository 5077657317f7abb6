internal import LMDB
internal import Platform

// What follows from the records. Each table is written in the order of its keys, which the store does fastest.
extension WriteTransaction {
    /// Writes streams, which stand in the order of their names' bytes.
    mutating func write(
        _ streams: [(name: StreamName, state: StreamState)], in tables: LogTables
    ) throws(LogError) {
        var value: [UInt8] = []
        for (name, state) in streams {
            value.removeAll(keepingCapacity: true)
            state.append(to: &value)
            try write(value, for: name.bytes, in: tables.streams)
        }
    }

    /// Writes each page of the stream index that new entries change, once.
    ///
    /// - Parameter features: What the log's identity says of its form.
    mutating func write(
        _ additions: StreamPageAdditions, in tables: LogTables, _ features: FeatureSet
    ) throws(LogError) {
        if features.hasStreamTails { return try writeTails(additions, in: tables) }
        var additions = additions
        var key: [UInt8] = []
        var value: [UInt8] = []
        while additions.advance() {
            additions.writeKey(to: &key)
            value.removeAll(keepingCapacity: true)
            if additions.mayExist { try read(key, in: tables.streamIndex, into: &value) }
            additions.change(&value)
            try write(value, for: key, in: tables.streamIndex)
        }
    }

    /// Writes each stream's last page as its tail; a page that another one follows goes under its own key.
    private mutating func writeTails(
        _ additions: StreamPageAdditions, in tables: LogTables
    ) throws(LogError) {
        var additions = additions
        var key: [UInt8] = []
        var value: [UInt8] = []
        while additions.advance() {
            value.removeAll(keepingCapacity: true)
            StreamPages.writeTailKey(stream: additions.stream, to: &key)
            if !additions.beginsStream { try read(key, in: tables.streamIndex, into: &value) }
            let page = StreamPages.page(ofTail: value.span)
            if let page, page != additions.pageNumber {
                value.removeFirst(StreamPages.tailHead)
                let own = StreamPages.key(stream: additions.stream, page: page)
                try write(value, for: own, in: tables.streamIndex)
                value.removeAll(keepingCapacity: true)
            }
            if page != additions.pageNumber {
                value.removeAll(keepingCapacity: true)
                value.appendLittleEndian(additions.pageNumber)
            }
            additions.change(&value, after: StreamPages.tailHead)
            try write(value, for: key, in: tables.streamIndex)
        }
    }

    /// Writes the positions of ids, which stand in their order.
    mutating func write(_ ids: [(id: EventID, position: UInt64)], in tables: LogTables) throws(LogError) {
        var value: [UInt8] = []
        for (id, position) in ids {
            value.removeAll(keepingCapacity: true)
            value.appendLittleEndian(position)
            try write(value, for: id.bytes, in: tables.ids)
        }
    }
}
