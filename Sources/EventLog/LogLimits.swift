/// The limits of a log, each a named constant with its unit.
public enum LogLimits {
    /// Longest stream name, in UTF-8 bytes.
    public static let streamBytes = 255
    /// Longest event type, in UTF-8 bytes.
    public static let typeBytes = 64
    /// Longest subject, in UTF-8 bytes.
    public static let subjectBytes = 1024
    /// Largest metadata of one event, in encoded bytes.
    public static let metadataBytes = 16 * 1024
    /// Largest payload of one event, in encoded bytes.
    public static let payloadBytes = 1024 * 1024
    /// Largest batch, in encoded payload and metadata bytes.
    public static let batchBytes = 64 * 1024 * 1024
    /// Longest idempotency key, in UTF-8 bytes.
    public static let keyBytes = 1024
    /// Most events that one slice of a read holds.
    public static let blockEvents = 1000
    /// Most record bytes that one slice of a read holds; a single larger record still fits.
    public static let blockBytes = 1024 * 1024
    /// Most concurrent appends that share one commit.
    public static let groupedAppends = 1024
}
