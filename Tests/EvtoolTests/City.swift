import Foundation
import TestSupport

/// A city of the Flickr User-POI Visits data, with the figures that a correct import gives.
struct City: Sendable, CustomStringConvertible {
    let name: String
    let file: String
    let visits: Int
    let users: Int
    let vacations: Int
    let itinerary: Int

    var description: String { name }

    static let all = [
        City("Toro", "userVisits-Toro.csv", visits: 39419, users: 1395, vacations: 6057, itinerary: 7607),
        City("Osak", "userVisits-Osak.csv", visits: 7747, users: 450, vacations: 1115, itinerary: 1372),
        City("Pert", "userVisits-Pert-allPOI.csv", visits: 3643, users: 159, vacations: 716, itinerary: 920),
        City("Delh", "userVisits-Delh-allPOI.csv", visits: 3993, users: 279, vacations: 489, itinerary: 682),
    ]

    static let osaka = all[1]
    static let perth = all[2]

    /// Toronto is large, so it is imported once, with views; the others are imported both ways.
    var hasViewsOnly: Bool { name == "Toro" }
    /// The events of the log that `CityLogs` gives where views do not matter.
    var events: Int { hasViewsOnly ? 2 * visits : visits }

    private init(_ name: String, _ file: String, visits: Int, users: Int, vacations: Int, itinerary: Int) {
        self.name = name
        self.file = file
        self.visits = visits
        self.users = users
        self.vacations = vacations
        self.itinerary = itinerary
    }

    /// The folder with the data beside the checkout, or nil where there is none.
    static let folder = RealData.folder?.appending(path: "poi-visits").path

    static var isPresent: Bool { folder != nil }

    static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

    var visitsPath: String { Self.path(file) }
    var poisPath: String { Self.path("POI-\(name).csv") }

    /// The rows that an independent program gives for `table`, each as its fields.
    func expected(_ table: String) throws -> [[String]] {
        let text = try String(contentsOfFile: Self.path("expected/\(name).\(table).csv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().map { Self.fields(String($0)) }
    }

    /// The fields of one line with commas, where a field with a comma is quoted.
    private static func fields(_ line: String) -> [String] {
        var (fields, isQuoted) = ([""], false)
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            default: fields[fields.count - 1].append(character)
            }
        }
        return fields
    }
}

/// The logs that imports of the cities give, each made once and shared by the tests.
actor CityLogs {
    static let shared = CityLogs()

    private var folders: [String: TemporaryFolder] = [:]

    /// A folder with `city.evlog`: visits alone, or with views.
    func folder(_ city: City, views asksViews: Bool = false) throws -> TemporaryFolder {
        let views = asksViews || city.hasViewsOnly
        let key = city.name + (views ? "+views" : "")
        if let folder = folders[key] { return folder }
        let folder = try TemporaryFolder()
        let run = try ToolRun.run(
            ["import", city.visitsPath, "--pois", city.poisPath, "--out", "city.evlog", "--json"]
                + (views ? ["--views"] : []), in: folder.path)
        guard run.status == 0, let imported = run.objects("imported").first,
            imported["events"] as? Int == city.visits * (views ? 2 : 1),
            imported["streams"] as? Int == city.users
        else { throw Sample.Failure(text: run.stdout + run.stderr) }
        folders[key] = folder
        return folder
    }
}
