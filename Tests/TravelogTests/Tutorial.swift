import Travelog

/// The code of the page "Recording a trip", as it stands there.
enum Tutorial {
    static func run(path: String, ticketPath: String) async throws {
        try beforeFollowing(path)
        let travelog = try Travelog.open(at: path)
        let alice = try travelog.history(of: "alice")
        for try await change in alice.live(.recents) {
            if let changes = change.changes {
                print("insert", changes.rowInsertions.map(\.index), "delete", changes.rowDeletions)
                break
            }
            print("show", change.rows.map(\.photoID))
            try await alice.view(Photo(id: "4712", title: "Ferry"))
        }
        try afterFollowing(travelog, alice, ticketPath)
    }

    private static func beforeFollowing(_ path: String) throws {
        let options = TravelogOptions(app: "Photos 2.1", device: "phone")
        let travelog = try Travelog.create(at: path, options: options)
        let alice = try travelog.history(of: "alice")

        let tram = Photo(
            id: "4711", title: "Tram 28", place: "Lisbon, Lisboa, Portugal", tags: ["tram", "yellow"])
        try alice.view(tram)
        let receipt = try alice.visit(tram, in: "Portugal")
        print("event \(receipt.position) created \(receipt.createdVacation ?? "nothing")")

        let first = try alice.view(tram, key: "view of 4711, 12:03:11")
        let retry = try alice.view(tram, key: "view of 4711, 12:03:11")
        assert(retry.isRepeat && retry.position == first.position)

        for vacation in try alice.vacations() {
            for choice in VacationView.allCases {
                switch choice {
                case .itinerary:
                    for place in try alice.itinerary(of: vacation.name) {
                        print(place.title, place.subtitle, try alice.photos(of: place).map(\.photoID))
                    }
                case .tagSearch:
                    for tag in try alice.tags(of: vacation.name, matching: "RA") {
                        print(tag.shown, tag.count, try alice.photos(tagged: tag).map(\.photoID))
                    }
                }
            }
        }

        let recent = try alice.recents()[0]
        if let photo = try alice.photo(of: recent) {
            let offersUnvisit = try alice.isVisited(photo.id, in: "Portugal")
            print(photo.imageAddress(size: .squareThumbnail) ?? "no thumbnail", offersUnvisit)
        }

        let token = try alice.beginRefresh(from: "flickr")
        let fetched = [Place(name: "Lisbon, Lisboa, Portugal", photoCount: 12)]
        try alice.endRefresh(token, places: fetched)
        for section in try alice.places() { print(section.title, section.rows.map(\.title)) }
        travelog.close()
    }

    private static func afterFollowing(
        _ travelog: Travelog, _ alice: History, _ ticketPath: String
    ) throws {
        do {
            try alice.createVacation("Portugal")
        } catch {
            switch error.code {
            case .vacationExists: print("There is a vacation of that name. Choose another one.")
            case .storageFull: print("There is no room left on this device.")
            default: print(error)
            }
        }

        try travelog.copy(to: ticketPath)
        travelog.close()
    }
}
