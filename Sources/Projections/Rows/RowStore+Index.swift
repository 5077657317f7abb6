import Platform

// The table of hashes: open addressing with linear probing. A word holds 32 bits of the mixed hash, which
// also say where its search begins, and the number of an entry; 0 is an empty place.

extension RowStore {
    static let smallestIndex = 64

    /// The 32 bits under which an entry is filed: of its key's hash and its list.
    @inline(__always)
    static func tag(_ hash: Key.HashValue, list: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: (hash.low ^ UInt64(list) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }

    /// The entry of a key in a list, or `none`.
    @inline(__always)
    func find(_ key: Key, list: UInt32) -> UInt32 {
        Self.find(Self.tag(key.hash, list: list), in: index.span) { isEntry($0, key, list: list) }
    }

    /// The entry that is filed under a tag and is the right one, or `none`.
    @inline(__always)
    static func find(_ tag: UInt32, in index: Span<UInt64>, where isRight: (UInt32) -> Bool) -> UInt32 {
        let mask = index.count - 1
        var place = Int(tag) & mask
        while true {
            let word = index[place]
            if word == 0 { return none }
            let entry = UInt32(truncatingIfNeeded: word)
            if UInt32(truncatingIfNeeded: word >> 32) == tag, isRight(entry) { return entry }
            place = (place + 1) & mask
        }
    }

    @inline(__always)
    private func isEntry(_ number: UInt32, _ key: Key, list: UInt32) -> Bool {
        let entry = entries[Int(number)]
        guard entry.list == list, Int(entry.keyLength) == key.length else { return false }
        let bytes = keys.span
        return Self.areEqual(
            bytes.extracting(entry.keyStart..<entry.keyStart + key.length),
            bytes.extracting(key.start..<key.start + key.length))
    }

    /// Files an entry that is not in the table yet.
    @inline(__always)
    mutating func file(_ number: UInt32) {
        if (indexUsed + 1) * 8 > index.count * 5 { growIndex() }
        place(UInt64(entries[Int(number)].tag) << 32 | UInt64(number))
        indexUsed += 1
    }

    @inline(__always)
    private mutating func place(_ word: UInt64) {
        let mask = index.count - 1
        var place = Int(word >> 32) & mask
        while index[place] != 0 { place = (place + 1) & mask }
        index[place] = word
    }

    private mutating func growIndex() {
        let old = index
        index = [].copied(withRoomFor: old.count * 2)
        index.append(contentsOf: repeatElement(0, count: old.count * 2))
        for word in old where word != 0 { place(word) }
    }

    /// Takes an entry out of the table and closes the gap, so that no search ends too early.
    mutating func unfile(_ number: UInt32) {
        let tag = entries[Int(number)].tag
        lastKeyStart = -1
        let word = UInt64(tag) << 32 | UInt64(number)
        var words = index.mutableSpan
        let mask = words.count - 1
        var hole = Int(tag) & mask
        while words[hole] != word { hole = (hole + 1) & mask }
        var next = (hole + 1) & mask
        while words[next] != 0 {
            let home = Int(words[next] >> 32) & mask
            if (next - home) & mask >= (next - hole) & mask {
                words[hole] = words[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        words[hole] = 0
        indexUsed -= 1
    }

    // MARK: Entries

    /// A new entry, filed and in no list, whose key bytes stand at the key's place.
    @inline(__always)
    mutating func addEntry(_ key: Key, list: UInt32) -> UInt32 {
        let entry = Entry(
            keyStart: key.start, keyLength: UInt32(key.length), tag: Self.tag(key.hash, list: list),
            list: list)
        keysUsed = max(keysUsed, key.start + key.length)
        keysTaken += key.length
        let number: UInt32
        if freeEntry != Self.none {
            number = freeEntry
            freeEntry = entries[Int(number)].next
            entries[Int(number)] = entry
        } else {
            if entries.count == entries.capacity { growEntries() }
            number = UInt32(entries.count)
            entries.append(entry)
            contents.append(Content())
        }
        file(number)
        (lastKeyStart, lastList, lastEntry) = (key.start, list, number)
        return number
    }

    /// Frees an entry that is in no list and not filed.
    @inline(__always)
    mutating func forget(_ number: UInt32) {
        let index = Int(number)
        keysGarbage += Int(entries[index].keyLength)
        entries[index] = Entry(next: freeEntry)
        freeEntry = number
    }

    private mutating func growEntries() {
        let room = entries.count * Self.growth
        entries = entries.copied(withRoomFor: room)
        contents = contents.copied(withRoomFor: room)
    }

    /// How many times the room grows: memory that nobody has touched yet costs nothing, copying does.
    private static let growth = 4

    // MARK: Key bytes

    /// Below this many unused bytes the keys are left as they are.
    private static let smallestGarbage = 256 * 1024

    /// Forgets the keys made for one event that no row took, and closes gaps where they have become many.
    @inline(__always)
    mutating func dropUnusedKeys() {
        keysGarbage += keysUsed - keysBefore - keysTaken
        keysEnd = keysUsed
        keysBefore = keysUsed
        keysTaken = 0
        lastKeyStart = -1
        if keysGarbage > Self.smallestGarbage, keysGarbage > keysUsed / 2 { compactKeys() }
    }

    private mutating func compactKeys() {
        var compacted: [UInt8] = []
        compacted.reserveCapacity(keysUsed - keysGarbage)
        for number in entries.indices where entries[number].keyLength > 0 {
            let start = entries[number].keyStart
            entries[number].keyStart = compacted.count
            compacted += keys[start..<start + Int(entries[number].keyLength)]
        }
        keys = compacted
        (keysEnd, keysUsed, keysBefore) = (compacted.count, compacted.count, compacted.count)
        keysGarbage = 0
    }

    /// Makes room for `count` more key bytes.
    @inline(__always)
    mutating func reserveKeys(_ count: Int) {
        if keys.count - keysEnd < count { growKeys(count) }
    }

    private mutating func growKeys(_ count: Int) {
        let more = max(count, keys.count / 8, Self.smallestKeys)
        if keys.count + more > keys.capacity {
            keys = keys.copied(withRoomFor: (keys.count + more) * Self.growth)
        }
        keys.append(contentsOf: repeatElement(0, count: more))
    }

    private static let smallestKeys = 4_096
}
