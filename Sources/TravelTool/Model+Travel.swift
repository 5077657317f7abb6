public import Evtool
internal import Projections
internal import TravelExchange
internal import TravelProjections

extension Model {
    /// The travel model: photos, places and vacations.
    public static var travel: Model {
        Model(
            version: "1.0.0",
            summary: "Replays, inspects and debugs histories of a photo-and-travel app.",
            streamWord: "user", streamLetter: "u", catalogue: TravelModel.catalogue,
            projections: TravelModel.projections,
            withCap: { name, cap in
                guard name == "recents", let recents = try? Recents(limit: cap) else { return nil }
                return AnyProjection(recents)
            },
            actions: TravelActions.all, formats: [POIVisitFormat(), FlickrFormat()], errors: PhotoInput.errors
        )
    }
}
