internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange
internal import TravelEvents
internal import TravelExchange

/// A top-places response as events: the request, and how it ended.
enum PlacesInput {
    static func events(
        _ path: String, _ read: (_ path: String) throws(ToolError) -> [UInt8]
    ) throws(ToolError) -> [ProposedEvent] {
        let bytes = try read(path)
        let refresh = LogID.random().hex
        let request = try TravelActions.event(
            PlacesRefreshRequested(refreshID: refresh, source: "evtool"))
        do throws(ExchangeError) {
            let value: PayloadValue
            do throws(ToolError) { value = try JSONInput.parse(bytes, path) } catch {
                throw ExchangeError(.invalidJSON, error.message)
            }
            let places = try FlickrResponse(value).places()
            return [request, try success(places, refresh)]
        } catch {
            // The app's user asked and got nothing: that is what happened, and it is recorded as such.
            return [
                request,
                try TravelActions.event(
                    PlacesRefreshFailed(refreshID: refresh, reason: error.message)),
            ]
        }
    }

    private static func success(
        _ places: [Place], _ refresh: String
    ) throws(ExchangeError) -> ProposedEvent {
        do throws(ToolError) {
            return try TravelActions.event(PlacesRefreshed(refreshID: refresh, places: places))
        } catch { throw ExchangeError(.invalidPayload, error.message) }
    }
}
