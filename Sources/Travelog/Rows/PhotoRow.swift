/// A row that stands for a photo: its text comes from the event at `source`, which holds the photo whole.
public protocol PhotoRow: HistoryRow {
    /// The photo's id.
    var photoID: String { get }

    /// The title, or what stands for it; nil only where its event cannot be read any more.
    var title: String? { get }

    /// The subtitle; may be empty.
    var subtitle: String { get }
}
