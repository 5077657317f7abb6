/// Why a page, or a number on it, cannot be believed.
struct PageFault: Error, Hashable, Sendable {
    let kind: FindingKind
    let message: String
    var page: UInt64?

    init(_ kind: FindingKind, _ message: String, page: UInt64? = nil) {
        self.kind = kind
        self.message = message
        self.page = page
    }

    /// The fault as a finding about a file whose pages have this size.
    func finding(pageSize: Int) -> Finding {
        let offset = page.flatMap { number -> UInt64? in
            let (offset, overflow) = number.multipliedReportingOverflow(by: UInt64(pageSize))
            return overflow ? nil : offset
        }
        return Finding(kind, message, page: page, offset: offset)
    }
}
