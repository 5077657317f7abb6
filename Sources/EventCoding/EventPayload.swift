/// The payload of one event type: its fields, and the definition that is derived from them.
public protocol EventPayload: PayloadRecord {
    /// The type, version and description; made once, as a stored constant.
    static var definition: EventDefinition { get }
}
