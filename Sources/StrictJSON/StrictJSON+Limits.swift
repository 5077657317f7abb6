extension StrictJSON {
    /// How large a document may be.
    public struct Limits: Hashable, Sendable {
        /// The digits one number may have, those of its exponent included.
        static let maximumDigits = 40

        /// More would risk the stack of a small thread.
        static let highestDepth = 256

        /// The offsets of the parser are 32 bits wide.
        static let highestByteCount = 1 << 30

        /// The bytes of a document.
        public let maximumBytes: Int

        /// The brackets that may be open at one time.
        public let maximumDepth: Int

        /// The keys in the whole document.
        public let maximumKeys: Int

        /// The values in the whole document, lists and objects included.
        public let maximumValues: Int

        /// 64 MiB, 64 levels, a million keys, four million values.
        public static let standard = Limits()

        /// Limits of one's own.
        ///
        /// - Precondition: `maximumBytes` is 1 to 2^30, `maximumDepth` 1 to 256, the others at least 1.
        public init(
            maximumBytes: Int = 64 << 20, maximumDepth: Int = 64, maximumKeys: Int = 1_000_000,
            maximumValues: Int = 4_000_000
        ) {
            precondition(
                (1...Self.highestByteCount).contains(maximumBytes), "A JSON limit is 1 to 2^30 bytes.")
            precondition(
                (1...Self.highestDepth).contains(maximumDepth), "A JSON limit is 1 to 256 levels.")
            precondition(
                maximumKeys > 0 && maximumValues > 0, "A JSON limit allows at least one key and value.")
            self.maximumBytes = maximumBytes
            self.maximumDepth = maximumDepth
            self.maximumKeys = maximumKeys
            self.maximumValues = maximumValues
        }
    }
}
