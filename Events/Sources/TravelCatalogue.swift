public import EventCoding

/// The event types of the travel model.
public enum TravelCatalogue {
    /// The catalogue of all ten types.
    public static let catalogue = makeCatalogue()

    private static func makeCatalogue() -> EventCatalogue {
        do throws(CatalogueError) {
            return try EventCatalogue([
                PhotoViewed.definition, PhotoVisited.definition, PhotoUnvisited.definition,
                PlacesRefreshRequested.definition, PlacesRefreshed.definition,
                PlacesRefreshFailed.definition, PlacesSectionRemoved.definition,
                VacationCreated.definition, VacationDeleted.definition, MapTypeSelected.definition,
            ])
        } catch {
            preconditionFailure(error.description)
        }
    }
}
