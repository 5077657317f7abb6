public import EventCoding
public import TravelEvents

extension History {
    /// Records that the user opened a photo: it becomes the first of the recents, whatever list it came from.
    @discardableResult
    public func view(
        _ photo: Photo, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(PhotoViewed(photo: photo), key, occurred))
    }

    /// The asynchronous twin of recording that the user opened a photo.
    @discardableResult
    public func view(
        _ photo: Photo, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(PhotoViewed(photo: photo), key, occurred))
    }

    /// Records that the user visited a photo in a vacation, where its place and tags then are.
    ///
    /// A vacation that does not exist is created, and the receipt says so; it vanishes with its last photo. A
    /// photo that is visited already changes nothing.
    ///
    /// - Parameters:
    ///   - photo: The photo as the app knows it now.
    ///   - vacation: The vacation's name; white space at its ends does not count.
    ///   - key: As for every action.
    ///   - occurred: As for every action.
    /// - Throws: `TravelogError` with code `invalidVacationName`, or as every action.
    @discardableResult
    public func visit(
        _ photo: Photo, in vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        let receipt = try append(action(PhotoVisited(vacation: name, photo: photo), key, occurred))
        return try noting(name, in: receipt)
    }

    /// The asynchronous twin of recording a visit.
    @discardableResult
    public func visit(
        _ photo: Photo, in vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        let receipt = try await append(action(PhotoVisited(vacation: name, photo: photo), key, occurred))
        return try noting(name, in: receipt)
    }

    /// Records that the user took a visit back: what the visit brought goes, whatever the photo is like now.
    ///
    /// A photo that is not visited in the vacation changes nothing.
    ///
    /// - Throws: `TravelogError` with code `invalidVacationName`, or as every action.
    @discardableResult
    public func unvisit(
        _ photo: Photo.ID, in vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        return try append(action(PhotoUnvisited(vacation: name, photo: photo), key, occurred))
    }

    /// The asynchronous twin of taking a visit back.
    @discardableResult
    public func unvisit(
        _ photo: Photo.ID, in vacation: String, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        let name = try VacationForm.checked(vacation)
        return try await append(action(PhotoUnvisited(vacation: name, photo: photo), key, occurred))
    }

    /// The receipt, with the vacation where the visit brought it into being.
    private func noting(_ vacation: String, in receipt: ActionReceipt) throws(TravelogError) -> ActionReceipt
    {
        var receipt = receipt
        if try vacationRow(vacation)?.values.order == receipt.position { receipt.createdVacation = vacation }
        return receipt
    }
}
