import Platform
import Testing

struct LargePageTests {
    @Test(arguments: [0, 1, 1000, 1 << 20])
    func `A copy holds the same and has the room`(count: Int) {
        let numbers = (0..<count).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        var copy = numbers.copied(withRoomFor: count * 2 + 1)
        #expect(copy == numbers)
        #expect(copy.capacity >= count * 2 + 1)
        copy.append(7)
        #expect(copy.count == count + 1)
        #expect(numbers.count == count)
    }

    @Test
    func `A machine runs at least one thread`() {
        #expect(ProcessEnvironment.processorCount >= 1)
    }
}
