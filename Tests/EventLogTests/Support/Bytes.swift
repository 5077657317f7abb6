import Platform

/// A copy of `span`.
func bytes(of span: Span<UInt8>) -> [UInt8] { [UInt8](copying: span) }
