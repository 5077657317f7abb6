internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Evtool
internal import TravelEvents

/// What a user of the travel app can do, as `record` offers it.
enum TravelActions {
    static let all: [RecordAction] = [
        view, visit, unvisit, refresh, removeSection, createVacation, deleteVacation, mapType,
    ]

    // MARK: Photos

    private static let view = RecordAction(
        Verb(
            "view", summary: "A photo was viewed.", effect: Effect(.appends),
            synopsis: ["record view PHOTO.json [--photo ID | --every]"], arguments: [PhotoInput.argument],
            options: PhotoInput.options,
            examples: [.init("record view photo.json", "one view of the photo in that file")])
    ) { arguments, read throws(ToolError) in
        try PhotoInput.photos(arguments, read).map { photo throws(ToolError) in
            try event(PhotoViewed(photo: photo))
        }
    }

    private static let visit = RecordAction(
        Verb(
            "visit", summary: "A photo was visited in a vacation.", effect: Effect(.appends),
            synopsis: ["record visit --vacation NAME PHOTO.json [--photo ID | --every]"],
            arguments: [PhotoInput.argument], options: PhotoInput.options + [vacationOption],
            examples: [.init("record visit --vacation Europe photo.json", "one visit")])
    ) { arguments, read throws(ToolError) in
        let vacation = try vacation(arguments)
        return try PhotoInput.photos(arguments, read).map { photo throws(ToolError) in
            try event(PhotoVisited(vacation: vacation, photo: photo))
        }
    }

    private static let unvisit = RecordAction(
        Verb(
            "unvisit", summary: "A visit was taken back.", effect: Effect(.appends),
            synopsis: ["record unvisit --vacation NAME PHOTO_ID"],
            arguments: [ArgumentSpec("PHOTO_ID", doc: "The photo's id.")], options: [vacationOption],
            examples: [
                .init("record unvisit --vacation Europe 14284567", "the photo is not visited any more")
            ])
    ) { arguments, _ throws(ToolError) in
        [
            try event(
                PhotoUnvisited(
                    vacation: try vacation(arguments), photo: arguments.argument("PHOTO_ID") ?? ""))
        ]
    }

    // MARK: Places

    private static let refresh = RecordAction(
        Verb(
            "refresh", summary: "The list of top places was refreshed.", effect: Effect(.appends),
            synopsis: ["record refresh PLACES.json"],
            arguments: [
                ArgumentSpec("PLACES.json", .file, doc: "A Flickr top-places response; - is standard input.")
            ],
            examples: [.init("record refresh places.json", "request and result")],
            notes: ["A response that failed ends in places.refreshFailed; the list that was there stays."])
    ) { arguments, read throws(ToolError) in
        try PlacesInput.events(arguments.argument("PLACES.json") ?? "-", read)
    }

    private static let removeSection = RecordAction(
        Verb(
            "remove-section", summary: "A country was removed from the list of places.",
            effect: Effect(.appends), synopsis: ["record remove-section COUNTRY"],
            arguments: [ArgumentSpec("COUNTRY", doc: "The country's name, as the list shows it.")],
            examples: [.init("record remove-section France", "until the next refresh")])
    ) { arguments, _ throws(ToolError) in
        [try event(PlacesSectionRemoved(country: arguments.argument("COUNTRY") ?? ""))]
    }

    // MARK: Vacations and map

    private static let createVacation = RecordAction(
        Verb(
            "create-vacation", summary: "A vacation was created.", effect: Effect(.appends),
            synopsis: ["record create-vacation NAME"],
            arguments: [ArgumentSpec("NAME", doc: "The vacation's name; it may hold no slash.")],
            examples: [.init("record create-vacation Europe", "stays although it is empty")])
    ) { arguments, _ throws(ToolError) in
        [try event(VacationCreated(name: arguments.argument("NAME") ?? ""))]
    }

    private static let deleteVacation = RecordAction(
        Verb(
            "delete-vacation", summary: "A vacation was deleted.", effect: Effect(.appends),
            synopsis: ["record delete-vacation NAME"],
            arguments: [ArgumentSpec("NAME", doc: "The vacation's name.")],
            examples: [.init("record delete-vacation Europe", "its rows go; the log keeps everything")])
    ) { arguments, _ throws(ToolError) in
        [try event(VacationDeleted(name: arguments.argument("NAME") ?? ""))]
    }

    private static let mapType = RecordAction(
        Verb(
            "map-type", summary: "A map type was selected.", effect: Effect(.appends),
            synopsis: ["record map-type TYPE"],
            arguments: [
                ArgumentSpec(
                    "TYPE", .choice(["standard", "satellite", "hybrid"]),
                    doc: "standard, satellite or hybrid.")
            ],
            examples: [.init("record map-type hybrid", "one selection")])
    ) { arguments, _ throws(ToolError) in
        [try event(MapTypeSelected(mapType: MapType(rawValue: arguments.argument("TYPE") ?? "")))]
    }

    // MARK: Parts

    private static let vacationOption = OptionSpec.value(
        "vacation", "NAME", doc: "The vacation; visiting in an unknown one creates it.")

    private static func vacation(_ arguments: ParsedArguments) throws(ToolError) -> String {
        guard let name = arguments.value("vacation") else {
            throw ToolError(
                ErrorCode("E-OPTION-MISSING"), exit: .usage, "in which vacation",
                details: ["accepted: --vacation NAME, as in --vacation \"My Vacation\""],
                argument: "--vacation")
        }
        return name
    }

    static func event<Payload: EventPayload>(_ payload: Payload) throws(ToolError) -> ProposedEvent {
        do throws(FieldError) {
            // Through the definition's own check, so that typed and parsed input meet the same rules.
            let definition = Payload.definition
            let checked = try definition.normalise(try payload.payloadValue())
            let bytes = checked.cbor
            var subject = ""
            if let path = definition.subjectPath,
                let text = CBORView(trusted: bytes.span).value(at: path)?.string
            {
                subject = text
            }
            return ProposedEvent(
                type: definition.type, schemaVersion: definition.version, subject: subject, payload: bytes)
        } catch {
            throw ToolError(
                ErrorCode("E-EVENT"), exit: .unusableInput, "this cannot be recorded: \(error)",
                details: ["nothing was appended"])
        }
    }
}
