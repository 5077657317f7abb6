// expect: lifetime-dependent variable 'kept' escapes its scope
import LMDB

func misuse(_ reader: TransactionReader, _ table: Table) throws {
    var kept = Span<UInt8>()
    _ = try reader.value(for: [1].span, in: table) { (value: Span<UInt8>) in kept = value }
    print(kept.count)
}
