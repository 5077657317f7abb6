internal import Digest
internal import EventCoding

// The `identity` record of the meta table: a checksum, then a map in deterministic CBOR.
extension LogIdentity {
    /// The record's bytes.
    var encoded: [UInt8] {
        let payload = PayloadValue.map(payloadMap).cbor
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(XXH3.hash64(payload.span))
        return bytes + payload
    }

    private var payloadMap: PayloadMap {
        var map = PayloadMap()
        map["format"] = PayloadValue(format)
        map["base"] = PayloadValue(base)
        map["created"] = .integer(created)
        map["features"] = .list(
            [features.compatible, features.readOnly, features.incompatible].map { PayloadValue($0) })
        map["epochs"] = .list(epochs.map { .map($0.payloadMap) })
        if let file { map["file"] = .list([PayloadValue(file.device), PayloadValue(file.inode)]) }
        if let origin { map["origin"] = .map(origin.payloadMap) }
        return map
    }

    /// The identity that `bytes` hold.
    ///
    /// - Throws: `LogError` with code `damaged`, or `unsupportedFormat` for a format of a newer version.
    init(decoding bytes: Span<UInt8>) throws(LogError) {
        let damaged = LogError(.damaged, "the log's identity record is damaged")
        guard bytes.count > 8 else { throw damaged }
        let payload = bytes.extracting(8..<bytes.count)
        guard XXH3.hash64(payload) == bytes.littleEndian64(at: 0) else { throw damaged }
        guard let map = try? PayloadValue(cbor: payload).map, let format = map["format"]?.unsigned64 else {
            throw damaged
        }
        guard format <= Self.currentFormat else {
            throw LogError(
                .unsupportedFormat,
                "the log has format \(format); this build knows formats up to \(Self.currentFormat)")
        }
        guard let base = map["base"]?.unsigned64, let created = map["created"]?.integer,
            let bits = map["features"]?.list?.map({ $0.unsigned64 }), bits.count == 3,
            let compatible = bits[0], let readOnly = bits[1], let incompatible = bits[2],
            let epochs = map["epochs"]?.list?.map({ Epoch($0) }), !epochs.isEmpty
        else { throw damaged }
        var known: [Epoch] = []
        for epoch in epochs {
            guard let epoch else { throw damaged }
            known.append(epoch)
        }
        var features = FeatureSet()
        features.compatible = compatible
        features.readOnly = readOnly
        features.incompatible = incompatible
        var file: FileLocation?
        if let place = map["file"]?.list?.map({ $0.unsigned64 }), place.count == 2, let device = place[0],
            let inode = place[1]
        {
            file = FileLocation(device: device, inode: inode)
        }
        var origin: LogOrigin?
        if let value = map["origin"] {
            guard let known = LogOrigin(value) else { throw damaged }
            origin = known
        }
        self.init(
            format: format, base: base, created: created, features: features, epochs: known, file: file,
            origin: origin)
    }
}

extension LogIdentity.Epoch {
    fileprivate var payloadMap: PayloadMap {
        var map = PayloadMap()
        map["log"] = .text(logID.hex)
        map["first"] = PayloadValue(firstPosition)
        map["root"] = .text(root.hex)
        return map
    }

    fileprivate init?(_ value: PayloadValue) {
        guard let map = value.map, let logID = map["log"]?.text.flatMap({ LogID(hex: $0) }),
            let first = map["first"]?.unsigned64,
            let root = map["root"]?.text.flatMap({ SHA256Digest(hex: $0) })
        else { return nil }
        self.init(logID: logID, firstPosition: first, root: root)
    }
}

extension LogOrigin {
    fileprivate var payloadMap: PayloadMap {
        var map = PayloadMap()
        map["log"] = .text(logID.hex)
        map["position"] = PayloadValue(position)
        if let root { map["root"] = .text(root.hex) }
        map["epochs"] = .list(epochs.map { .map($0.payloadMap) })
        map["through"] = PayloadValue(recordsThrough)
        map["traits"] = PayloadValue(traits.rawValue)
        return map
    }

    fileprivate init?(_ value: PayloadValue) {
        guard let map = value.map, let logID = map["log"]?.text.flatMap({ LogID(hex: $0) }),
            let position = map["position"]?.unsigned64, let through = map["through"]?.unsigned64,
            let traits = map["traits"]?.unsigned64, let list = map["epochs"]?.list, !list.isEmpty
        else { return nil }
        let epochs = list.compactMap { LogIdentity.Epoch($0) }
        guard epochs.count == list.count else { return nil }
        let root = map["root"]?.text.flatMap { SHA256Digest(hex: $0) }
        guard map["root"] == nil || root != nil else { return nil }
        self.init(
            logID: logID, position: position, root: root, epochs: epochs, recordsThrough: through,
            traits: Traits(rawValue: traits))
    }
}

extension PayloadValue {
    /// The whole number from 0 up, or nil for anything else.
    var unsigned64: UInt64? {
        switch self {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        default: nil
        }
    }
}
