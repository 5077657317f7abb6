public import EventCoding
public import Projections

/// A second model beside the travels, as an app of its own would write it: numbers in sections.
public enum NumbersModel {
    /// The event types.
    public static let catalogue: EventCatalogue = {
        do throws(CatalogueError) {
            return try EventCatalogue([
                SectionAdded.definition, SectionDeleted.definition, NumberAdded.definition,
                NumberRemoved.definition,
            ])
        } catch { preconditionFailure(error.description) }
    }()

    /// The projections.
    public static let projections = [AnyProjection(NumberList())]
}
