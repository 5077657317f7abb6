public import EventCoding
import EventLog
import Projections
import TravelEvents
import TravelProjections

extension History {
    /// The name that an app offers where there is no vacation yet.
    public static let defaultVacation = "My Vacation"

    /// How often the creation of a vacation is tried again because the history changed meanwhile.
    static let creationAttempts = 100

    /// Creates a vacation, which stays when it is empty.
    ///
    /// - Parameters:
    ///   - vacation: The name; white space at its ends does not count, and names that differ by case are two.
    ///   - key: As for every action.
    ///   - occurred: As for every action.
    /// - Throws: `TravelogError`: `vacationExists`, `invalidVacationName`, `contention`, or as every action.
    @discardableResult
    public func createVacation(
        _ vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        let action = try action(VacationCreated(name: name), key, occurred)
        for _ in 0..<Self.creationAttempts {
            let attempt = try creation(of: name, action)
            do throws(TravelogError) { return Self.noting(name, in: try append(attempt.action)) } catch {
                guard error.code == .contention else { throw error }
                if attempt.exists { throw Self.exists }
            }
        }
        throw Self.contention
    }

    /// The asynchronous twin of creating a vacation.
    @discardableResult
    public func createVacation(
        _ vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        let action = try action(VacationCreated(name: name), key, occurred)
        for _ in 0..<Self.creationAttempts {
            let attempt = try creation(of: name, action)
            do throws(TravelogError) { return Self.noting(name, in: try await append(attempt.action)) } catch
            {
                guard error.code == .contention else { throw error }
                if attempt.exists { throw Self.exists }
            }
        }
        throw Self.contention
    }

    /// Deletes a vacation with all its visits; the log keeps everything.
    ///
    /// Visiting in that name afterwards starts empty. A name that there is not changes nothing.
    ///
    /// - Throws: `TravelogError` with code `invalidVacationName`, or as every action.
    @discardableResult
    public func deleteVacation(
        _ vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(VacationDeleted(name: VacationForm.checked(vacation)), key, occurred))
    }

    /// The asynchronous twin of deleting a vacation.
    @discardableResult
    public func deleteVacation(
        _ vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(VacationDeleted(name: VacationForm.checked(vacation)), key, occurred))
    }

    // MARK: Creating once

    /// The action that creates a vacation only if the history is as it is now, and whether it exists already.
    ///
    /// For one that exists the expectation is one that no history meets: the log answers a known idempotency
    /// key before it looks at the expectation, so a retry of the creation still gets its receipt.
    private func creation(
        of name: String, _ action: Action
    ) throws(TravelogError) -> (action: Action, exists: Bool) {
        let revision = try logged { () throws(LogError) in
            try travelog.log.stream(named: stream)?.revision ?? 0
        }
        let exists = try vacationRow(name) != nil
        guard !exists || action.request.key != nil else { throw Self.exists }
        var action = action
        action.request.expected =
            exists ? .revision(0) : revision == 0 ? .noStream : .revision(revision)
        return (action, exists)
    }

    private static func noting(_ name: String, in receipt: ActionReceipt) -> ActionReceipt {
        var receipt = receipt
        receipt.createdVacation = name
        return receipt
    }

    private static var exists: TravelogError {
        TravelogError(.vacationExists, "there is a vacation of that name already")
    }

    private static var contention: TravelogError {
        TravelogError(
            .contention, "the history changed at each of \(creationAttempts) attempts; try again")
    }
}
