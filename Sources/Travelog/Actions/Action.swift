import EventCoding
import EventLog
import Platform
import TravelEvents

/// An event of one user on its way into the log.
struct Action {
    var request: AppendRequest

    /// Whether the caller said when it happened; else the time is ours, and no part of what a key stands for.
    let isTimeGiven: Bool

    /// The same action at the time at which it was recorded before.
    func at(_ occurred: Timestamp) -> Action {
        var action = self
        action.request.events[0].occurred = occurred
        return action
    }
}

extension History {
    /// The action that records an event.
    ///
    /// - Throws: `TravelogError` with code `invalidEvent` when a value breaks a rule of its field.
    func action<Payload: EventPayload>(
        _ payload: Payload, _ key: String?, _ occurred: Timestamp?
    ) throws(TravelogError) -> Action {
        let event: ProposedEvent
        do throws(FieldError) {
            event = try ProposedEvent(
                payload, occurred: occurred ?? travelog.now(), metadata: travelog.metadata)
        } catch { throw TravelogError(error) }
        return Action(
            request: AppendRequest([event], to: stream, key: key), isTimeGiven: occurred != nil)
    }

    /// Appends an action, its rows with it.
    @discardableResult
    func append(_ action: Action) throws(TravelogError) -> ActionReceipt {
        do throws(LogError) {
            return finish(try travelog.log.append([action.request])[0])
        } catch {
            guard let again = retry(of: action, after: error) else { throw TravelogError(error) }
            return try logged { () throws(LogError) in finish(try travelog.log.append([again.request])[0]) }
        }
    }

    /// The asynchronous twin of appending an action.
    @discardableResult
    func append(_ action: Action) async throws(TravelogError) -> ActionReceipt {
        do throws(LogError) {
            return finish(try await travelog.log.append([action.request])[0])
        } catch {
            guard let again = retry(of: action, after: error) else { throw TravelogError(error) }
            do throws(LogError) {
                return finish(try await travelog.log.append([again.request])[0])
            } catch { throw TravelogError(error) }
        }
    }

    /// The action as it was recorded before under its key, where only the time that we gave differs.
    private func retry(of action: Action, after error: LogError) -> Action? {
        guard error.code == .idempotencyConflict, !action.isTimeGiven, let position = error.position,
            error.differences.count == 1, error.differences[0].utf8.elementsEqual("occurred".utf8)
        else { return nil }
        var block = EventBlock()
        guard (try? travelog.log.read(position, into: &block)) != nil, !block.isEmpty,
            let occurred = block.event(at: 0)?.occurred
        else { return nil }
        return action.at(occurred)
    }

    private func finish(_ receipt: Receipt) -> ActionReceipt {
        travelog.bell.ring()
        travelog.anchors?.noteAppend(receipt.head)
        return ActionReceipt(receipt)
    }

    /// Runs `body` and gives its errors as those of this module.
    func logged<Result>(_ body: () throws(LogError) -> Result) throws(TravelogError) -> Result {
        do throws(LogError) { return try body() } catch { throw TravelogError(error) }
    }
}

extension Travelog {
    /// This moment in the machine's zone.
    func now() -> Timestamp {
        let milliseconds = options.clock?() ?? SystemClock.now()
        let zone = SystemClock.localOffsetMinutes(at: milliseconds)
        return Timestamp(milliseconds: milliseconds, zoneMinutes: Int16(clamping: zone))
    }
}
