public import EventLog

/// A place outside the log where its heads are kept, so that a log that was rewritten or put back is noticed.
///
/// It is worth what the place is worth: a file that whoever changes the log can change too shows accidents and
/// careless hands; a keychain, a server or another person's note shows more. What is handed out is small: a log
/// id, a position and a root.
public protocol AnchorSink: Sendable {
    /// The furthest head that was kept under a log id; nil where none was.
    ///
    /// - Throws: Whatever stands in the way; the log is then used without being compared.
    func lastHead(of log: LogID) throws -> KeptHead?

    /// Keeps a head, durably before it returns.
    ///
    /// - Throws: Whatever stands in the way; it is tried again later.
    func keep(_ head: KeptHead, of log: LogID) throws
}
