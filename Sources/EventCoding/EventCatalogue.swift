/// The event types that a model knows.
///
/// Types it does not know, and payloads written by newer code, pass through untouched.
public struct EventCatalogue: Sendable {
    /// The definitions, ordered by the bytes of their types.
    public let definitions: [EventDefinition]

    /// A catalogue of these definitions.
    ///
    /// - Throws: `CatalogueError` when two definitions have one type.
    public init(_ definitions: [EventDefinition]) throws(CatalogueError) {
        self.definitions = definitions.sorted { $0.type < $1.type }
        for (left, right) in zip(self.definitions, self.definitions.dropFirst())
        where left.type == right.type {
            throw CatalogueError(.duplicateType, type: left.type)
        }
    }

    /// The types, ordered by their bytes.
    public var types: [EventType] { definitions.map(\.type) }

    /// The definition of a type, or nil.
    ///
    /// - Complexity: O(log n).
    public func definition(of type: EventType) -> EventDefinition? {
        var (low, high) = (0, definitions.count)
        while low < high {
            let middle = (low + high) / 2
            if definitions[middle].type < type { low = middle + 1 } else { high = middle }
        }
        return low < definitions.count && definitions[low].type == type ? definitions[low] : nil
    }

    /// The definition of the type with these bytes, or nil; nothing is allocated.
    ///
    /// - Complexity: O(n) in the types.
    public func definition(of type: Span<UInt8>) -> EventDefinition? {
        for definition in definitions where definition.type.matches(type) { return definition }
        return nil
    }

    /// Brings a stored payload to the current schema version.
    ///
    /// Only for `.upcast` are there new bytes, in `scratch`; otherwise the stored ones stand, and `scratch` stays
    /// as it was.
    public func current(
        _ type: EventType, version: UInt16, payload: Span<UInt8>, into scratch: inout [UInt8]
    ) -> UpcastOutcome {
        current(definition(of: type), version: version, payload: payload, into: &scratch)
    }

    /// Brings a stored payload to the current schema version, given the bytes of its type.
    public func current(
        _ type: Span<UInt8>, version: UInt16, payload: Span<UInt8>, into scratch: inout [UInt8]
    ) -> UpcastOutcome {
        current(definition(of: type), version: version, payload: payload, into: &scratch)
    }

    private func current(
        _ definition: EventDefinition?, version: UInt16, payload: Span<UInt8>, into scratch: inout [UInt8]
    ) -> UpcastOutcome {
        guard let definition else { return .unknownType }
        if version == definition.version { return .asStored }
        if version > definition.version { return .newerVersion(known: definition.version) }
        guard let first = definition.upcasters.firstIndex(where: { $0.from == version }) else {
            return .failed(reason: "no upcaster takes version \(version) of \(definition.type)")
        }
        do {
            var value = try PayloadValue(cbor: payload)
            for upcaster in definition.upcasters[first...] { value = try upcaster(value) }
            scratch = try value.encoded()
            return .upcast(from: version, to: definition.version)
        } catch {
            return .failed(reason: "\(definition.type) \(version): \(error)")
        }
    }

    /// The UTF-8 of what an event is about, or nil when its type is unknown or states none.
    ///
    /// - Parameters:
    ///   - payload: A payload of the current version.
    ///   - type: The event's type.
    @_lifetime(copy payload)
    public func subject(of payload: CBORView, type: EventType) -> Span<UInt8>? {
        guard let path = definition(of: type)?.subjectPath, let value = payload.value(at: path) else {
            return nil
        }
        return value.text
    }

    /// How an event reads in one line, as raw text; empty for a type that is not known.
    ///
    /// - Parameters:
    ///   - type: The event's type.
    ///   - payload: A payload of the current version.
    public func line(for type: EventType, payload: borrowing CBORView) -> String {
        definition(of: type)?.line.render(payload) ?? ""
    }

    /// The stored form of a payload of the current version; that of an unknown type stays as it is.
    ///
    /// - Throws: `FieldError` with the path of the field.
    public func normalise(_ payload: PayloadValue, type: EventType) throws(FieldError) -> PayloadValue {
        guard let definition = definition(of: type) else { return payload }
        return try definition.normalise(payload)
    }
}
