import Digest

/// SHA-256 of `bytes`, for the tests' own computations.
func sha256(_ bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes.span).bytes }
