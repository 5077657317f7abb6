/// Which of an event's two times a list shows.
enum ShownTime: String, CaseIterable {
    /// When the event was appended.
    case recorded
    /// When it happened, as the app said.
    case occurred
}
