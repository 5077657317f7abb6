import EventCoding

/// The record about one set of stored rows: whose they are, and as of which event.
///
/// A set belongs to a name, a version and parameters. Stored form: a byte that says in which form rows are,
/// checkpoint and number of rows as big-endian 64-bit numbers, a map in deterministic CBOR, and a checksum as that
/// of rows.
struct ProjectionStamp: Equatable {
    private static let headBytes = 17

    /// The number under which the rows are stored.
    let number: UInt16
    /// The last event whose changes are in the rows.
    var checkpoint: UInt64 = 0
    /// How many rows there are.
    var rowCount: UInt64 = 0
    /// The form of the rows of the generation in force.
    var form = StoredForm.byGroup
    var details: Details

    /// What changes seldom.
    struct Details: Equatable {
        var identity: Identity
        /// The generation in force; 0 before the first one is.
        var generation: UInt32 = 0
        /// Generations that are being built, or are to be cleared away.
        var pending: [UInt32] = []
        /// The log from whose events the rows were made, as its id's hexadecimal digits.
        var log: String
        /// What else the rows depend on.
        var surroundings: Surroundings
        /// When the generation was built, in milliseconds since 1970, and why.
        var built: Built?
        /// The event that could not be applied, at which the rows stopped.
        var failedAt: UInt64?
    }

    struct Built: Equatable {
        var at: Int64
        var reason: String
    }

    /// What makes a set another set.
    struct Identity: Equatable {
        var name: String
        var version: UInt32
        var parameters: PayloadMap

        init(_ projection: AnyProjection) {
            name = projection.name
            version = projection.version
            parameters = PayloadMap()
            for parameter in projection.parameters { parameters[parameter.name] = parameter.value }
        }

        init(name: String, version: UInt32, parameters: PayloadMap) {
            self.name = name
            self.version = version
            self.parameters = parameters
        }

        static func == (left: Identity, right: Identity) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.version == right.version
                && left.parameters == right.parameters
        }
    }

    /// What rows depend on besides the fold: schema versions by type, and Unicode's version.
    struct Surroundings: Equatable {
        var schemaVersions: PayloadMap
        var unicode: String
    }

    /// The key of the record.
    static func key(_ number: UInt16) -> [UInt8] { StoredKey.prefix(ofSet: number) }

    var key: StoredKey { StoredKey(set: number, generation: details.generation, form: form) }

    // MARK: Stored form

    /// The record's bytes.
    func encoded() -> [UInt8] {
        var bytes = [form.rawValue]
        for number in [checkpoint, rowCount] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        bytes += PayloadValue.map(details.map).cbor
        StoredRowCodec.seal(&bytes, Self.key(number))
        return bytes
    }

    /// The record that `value` holds; nil when it is of a later form, which this build leaves alone.
    ///
    /// - Throws: `StoredRowCodec.Damage`.
    init?(_ value: Span<UInt8>, number: UInt16) throws(StoredRowCodec.Damage) {
        let end = try StoredRowCodec.checkedEnd(of: value, under: Self.key(number).span)
        guard let form = StoredForm(rawValue: value[0]) else { return nil }
        self.form = form
        guard end > Self.headBytes else { throw StoredRowCodec.Damage() }
        self.number = number
        var numbers: [UInt64] = [0, 0]
        for index in 1..<Self.headBytes {
            numbers[(index - 1) / 8] = numbers[(index - 1) / 8] << 8 | UInt64(value[index])
        }
        (checkpoint, rowCount) = (numbers[0], numbers[1])
        guard case .map(let map)? = try? PayloadValue(cbor: value.extracting(Self.headBytes..<end)),
            let details = Details(map)
        else { throw StoredRowCodec.Damage() }
        self.details = details
    }

    init(number: UInt16, details: Details) {
        self.number = number
        self.details = details
    }
}

extension ProjectionStamp.Details {
    private enum Field {
        static let name = "name"
        static let version = "version"
        static let parameters = "parameters"
        static let generation = "generation"
        static let pending = "pending"
        static let log = "log"
        static let schemaVersions = "schema_versions"
        static let unicode = "unicode"
        static let builtAt = "built_at"
        static let reason = "reason"
        static let failedAt = "failed_at"
    }

    fileprivate var map: PayloadMap {
        var map = PayloadMap()
        map[Field.name] = .text(identity.name)
        map[Field.version] = .integer(Int64(identity.version))
        map[Field.parameters] = .map(identity.parameters)
        map[Field.generation] = .integer(Int64(generation))
        map[Field.pending] = .list(pending.map { .integer(Int64($0)) })
        map[Field.log] = .text(log)
        map[Field.schemaVersions] = .map(surroundings.schemaVersions)
        map[Field.unicode] = .text(surroundings.unicode)
        if let built {
            map[Field.builtAt] = .integer(built.at)
            map[Field.reason] = .text(built.reason)
        }
        if let failedAt { map[Field.failedAt] = PayloadValue(failedAt) }
        return map
    }

    fileprivate init?(_ map: PayloadMap) {
        guard let name = map[Field.name]?.text, let parameters = map[Field.parameters]?.map,
            let version = map[Field.version]?.integer.flatMap(UInt32.init(exactly:)),
            let generation = map[Field.generation]?.integer.flatMap(UInt32.init(exactly:)),
            let pending = map[Field.pending]?.list, let log = map[Field.log]?.text,
            let schemaVersions = map[Field.schemaVersions]?.map, let unicode = map[Field.unicode]?.text
        else { return nil }
        identity = ProjectionStamp.Identity(name: name, version: version, parameters: parameters)
        self.generation = generation
        self.pending = pending.compactMap { $0.integer.flatMap(UInt32.init(exactly:)) }
        self.log = log
        surroundings = ProjectionStamp.Surroundings(schemaVersions: schemaVersions, unicode: unicode)
        if let at = map[Field.builtAt]?.integer, let reason = map[Field.reason]?.text {
            built = ProjectionStamp.Built(at: at, reason: reason)
        }
        failedAt = map[Field.failedAt]?.integer.flatMap(UInt64.init(exactly:))
    }
}
