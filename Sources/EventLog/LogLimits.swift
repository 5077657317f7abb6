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
    /// Largest batch, in bytes of payloads, metadata and subjects.
    public static let batchBytes = 64 * 1024 * 1024
    /// Most events in one batch.
    public static let batchEvents = 1024 * 1024
    /// Longest idempotency key, in UTF-8 bytes.
    public static let keyBytes = 1024
    /// Most events that one slice of a read holds.
    public static let blockEvents = 1000
    /// Record bytes after which a slice of a read ends; the record that passes the mark is still in it.
    public static let blockBytes = 1024 * 1024
    /// Most concurrent appends that share one commit; together they weigh no more than one batch may.
    public static let groupedAppends = 1024
}
