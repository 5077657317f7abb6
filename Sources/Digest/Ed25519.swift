#if canImport(CryptoKit)
import CryptoKit
#else
import CCrypto
#endif

/// Ed25519 signatures (RFC 8032), by CryptoKit where there is one, else by libcrypto.
public enum Ed25519 {
    /// The number of bytes in a seed, from which a private key follows.
    public static let seedLength = 32
    /// The number of bytes in a public key.
    public static let publicKeyLength = 32
    /// The number of bytes in a signature.
    public static let signatureLength = 64

    /// The public key that belongs to a seed.
    ///
    /// - Precondition: `seed` has 32 bytes.
    public static func publicKey(ofSeed seed: [UInt8]) -> [UInt8] {
        precondition(seed.count == seedLength, "a seed of Ed25519 has 32 bytes")
        return publicKeyBytes(seed)
    }

    /// The signature of `message` under the key that belongs to a seed; the same each time.
    ///
    /// - Precondition: `seed` has 32 bytes.
    public static func signature(of message: [UInt8], seed: [UInt8]) -> [UInt8] {
        precondition(seed.count == seedLength, "a seed of Ed25519 has 32 bytes")
        return signatureBytes(message, seed)
    }

    /// Whether `signature` is one of `message` under `publicKey`; false for parts of the wrong length.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        return verify(signature, message, publicKey)
    }
}

#if canImport(CryptoKit)
extension Ed25519 {
    private static func key(_ seed: [UInt8]) -> Curve25519.Signing.PrivateKey {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            fatalError("CryptoKit refused a seed of 32 bytes.")
        }
        return key
    }

    private static func publicKeyBytes(_ seed: [UInt8]) -> [UInt8] {
        [UInt8](key(seed).publicKey.rawRepresentation)
    }

    private static func signatureBytes(_ message: [UInt8], _ seed: [UInt8]) -> [UInt8] {
        guard let signature = try? key(seed).signature(for: message) else {
            fatalError("CryptoKit could not sign.")
        }
        return [UInt8](signature)
    }

    private static func verify(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(signature, for: message)
    }
}
#else
extension Ed25519 {
    /// A key of libcrypto, freed with its holder.
    @safe private struct Key: ~Copyable {
        let pointer: OpaquePointer

        init(seed: [UInt8]) {
            let made = unsafe seed.withUnsafeBufferPointer { buffer in
                unsafe EVP_PKEY_new_raw_private_key(
                    EVP_PKEY_ED25519, nil, buffer.baseAddress, buffer.count)
            }
            guard let made = unsafe made else {
                fatalError("libcrypto made no Ed25519 key: its configuration switches the algorithm off.")
            }
            unsafe pointer = made
        }

        init?(publicKey: [UInt8]) {
            let made = unsafe publicKey.withUnsafeBufferPointer { buffer in
                unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, buffer.baseAddress, buffer.count)
            }
            guard let made = unsafe made else { return nil }
            unsafe pointer = made
        }

        deinit { unsafe EVP_PKEY_free(pointer) }
    }

    /// A context for one signature, freed with its holder.
    @safe private struct Context: ~Copyable {
        let pointer: OpaquePointer

        init() {
            guard let made = unsafe EVP_MD_CTX_new() else {
                fatalError("libcrypto gave no context for a signature: out of memory.")
            }
            unsafe pointer = made
        }

        deinit { unsafe EVP_MD_CTX_free(pointer) }
    }

    private static func publicKeyBytes(_ seed: [UInt8]) -> [UInt8] {
        let key = Key(seed: seed)
        var bytes = [UInt8](repeating: 0, count: publicKeyLength)
        var count = bytes.count
        let succeeded = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_PKEY_get_raw_public_key(key.pointer, buffer.baseAddress, &count)
        }
        precondition(succeeded == 1 && count == publicKeyLength, "libcrypto gave no public key.")
        return bytes
    }

    private static func signatureBytes(_ message: [UInt8], _ seed: [UInt8]) -> [UInt8] {
        let key = Key(seed: seed)
        let context = Context()
        precondition(
            unsafe EVP_DigestSignInit(context.pointer, nil, nil, nil, key.pointer) == 1,
            "libcrypto could not begin a signature.")
        var bytes = [UInt8](repeating: 0, count: signatureLength)
        var count = bytes.count
        let succeeded = unsafe bytes.withUnsafeMutableBufferPointer { target in
            unsafe message.withUnsafeBufferPointer { source in
                unsafe EVP_DigestSign(
                    context.pointer, target.baseAddress, &count, source.baseAddress, source.count)
            }
        }
        precondition(succeeded == 1 && count == signatureLength, "libcrypto could not sign.")
        return bytes
    }

    private static func verify(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool {
        guard let key = Key(publicKey: publicKey) else { return false }
        let context = Context()
        guard unsafe EVP_DigestVerifyInit(context.pointer, nil, nil, nil, key.pointer) == 1 else {
            return false
        }
        return unsafe signature.withUnsafeBufferPointer { mark in
            unsafe message.withUnsafeBufferPointer { source in
                unsafe EVP_DigestVerify(
                    context.pointer, mark.baseAddress, mark.count, source.baseAddress, source.count)
            }
        } == 1
    }
}
#endif
