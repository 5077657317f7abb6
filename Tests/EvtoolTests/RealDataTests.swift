import Foundation
import Testing

/// Imports of real visits, compared row by row with what an independent program gives.
@Suite(.enabled(if: City.isPresent, "the shared data folder is not beside the checkout"))
struct RealDataTests {
    @Test("H3: the visits of a city give the published figures", arguments: City.all)
    func visitsGiveThePublishedFigures(_ city: City) async throws {
        let folder = try await CityLogs.shared.folder(city)
        let info = try folder.run("info", "--json").objects("info").first
        #expect((info?["types"] as? [String: Any])?["photo.visited"] as? Int == city.visits)
        #expect(info?["events"] as? Int == city.events)
        #expect(info?["streams"] as? Int == city.users)
        let vacations = try folder.run("project", "vacations", "--all-users", "--json")
        #expect(vacations.objects("row").count == city.vacations)
        #expect(vacations.objects("end").first?["rows"] as? Int == city.vacations)

        let rows = try folder.run("project", "itinerary", "--all-users", "--json").objects("row")
        let given = rows.compactMap { row -> [String]? in
            guard let fields = row["fields"] as? [String: Any] else { return nil }
            return [
                text(row["stream"]), text(fields["vacation"]), text(row["rank"]), text(fields["place"]),
                seconds(fields["first_visited"]), seconds(fields["last_visited"]), text(fields["photos"]),
            ]
        }
        #expect(rows.count == city.itinerary)
        expectSame(ranked(given), try city.expected("itinerary"))
    }

    @Test(arguments: City.all) func tagsAreThoseOfTheOracle(_ city: City) async throws {
        let folder = try await CityLogs.shared.folder(city)
        let rows = try folder.run("project", "tags", "--all-users", "--json").objects("row")
        let given = rows.compactMap { row -> [String]? in
            guard let fields = row["fields"] as? [String: Any] else { return nil }
            return [
                text(row["stream"]), text(fields["vacation"]), text(fields["shown"]), text(fields["count"]),
            ]
        }
        expectSame(given, try city.expected("tags"))
    }

    @Test(arguments: City.all) func viewsGiveTheRecentsOfTheOracle(_ city: City) async throws {
        let folder = try await CityLogs.shared.folder(city, views: true)
        let rows = try folder.run("project", "recents", "--all-users", "--json").objects("row")
        let given = rows.compactMap { row -> [String]? in
            guard let fields = row["fields"] as? [String: Any] else { return nil }
            return [text(row["stream"]), text(row["rank"]), text(row["key"]), seconds(fields["viewed"])]
        }
        expectSame(given, try city.expected("recents"))
    }

    @Test(arguments: City.all) func whatIsStoredIsWhatAReplayGives(_ city: City) async throws {
        let folder = try await CityLogs.shared.folder(city)
        let check = try folder.run("replay", "--check", "--json")
        #expect(check.status == 0, "\(check.stderr)")
        let lines = check.objects("replay")
        #expect(!lines.isEmpty)
        for line in lines { #expect(line["stored"] as? String == "same", "\(line)") }
    }

    @Test("H4: a second import adds nothing and says so")
    func aSecondImportAddsNothingAndSaysSo() async throws {
        let city = City.osaka
        let source = try await CityLogs.shared.folder(city, views: false)
        let folder = try TemporaryFolder()
        try folder.copy(source.file("city.evlog"), to: "city.evlog")
        try folder.copy(city.visitsPath, to: "renamed.csv")
        let again = try folder.run("import", "renamed.csv", "--pois", city.poisPath, "--append", "city.evlog")
        #expect(again.status == 0)
        #expect(
            again.lines.last?.hasPrefix("appended 0 events to city.evlog; already there: 7747 (head 7747:")
                == true)
        let json = try folder.run(
            "import", "renamed.csv", "--pois", city.poisPath, "--append", "city.evlog", "--json")
        #expect(json.objects("imported").first?["events"] as? Int == 0)
        #expect(json.objects("imported").first?["already_there"] as? Int == 7747)
    }

    @Test(arguments: ["userVisits-Osak.crlf.csv", "userVisits-Osak.comma-crlf.csv"])
    func variantsGiveTheSameState(_ variant: String) async throws {
        let city = City.osaka
        let source = try await CityLogs.shared.folder(city, views: false)
        let folder = try TemporaryFolder()
        let made = try folder.run(
            "import", City.path("variants/\(variant)"), "--pois", city.poisPath, "--out", "v.evlog")
        #expect(made.status == 0, "\(made.stderr)")
        let digests = try folder.run("replay", "--digest").stdout
        #expect(digests == (try source.run("replay", "--digest").stdout))
        #expect(!digests.isEmpty)
    }

    @Test func osakaBusiestUserIsAsCheckedByHand() async throws {
        let folder = try await CityLogs.shared.folder(.osaka, views: true)
        let user = "61585804@N00"
        let recents = try folder.run("project", "recents", "--user", user, "--limit", "3", "--json")
        #expect(
            recents.objects("row").map { text($0["key"]) } == ["6624711127", "6624710339", "6624709773"])
        let itinerary = try folder.run("project", "itinerary", "--user", user, "--json")
        let places = itinerary.objects("row").map { row -> String in
            let fields = row["fields"] as? [String: Any]
            return text(fields?["vacation"]) + " " + text(fields?["place"])
        }
        #expect(places == ["trip-662 Osaka Castle", "trip-663 Tennōji Zoo", "trip-664 Tennōji Park"])
    }

    @Test func stdoutIsTheSameWhateverSurroundsTheTool() async throws {
        let folder = try await CityLogs.shared.folder(.perth)
        let elsewhere = try TemporaryFolder()
        let log = folder.file("city.evlog")
        let commands = [
            ["replay", "visits", "--digest"], ["project", "itinerary", "--all-users", "--limit", "1"],
            ["log", "..20", "--plain"],
        ]
        for words in commands {
            var outputs: Set<String> = []
            for language in ["C", "tr_TR.UTF-8", "sv_SE.UTF-8"] {
                for zone in ["UTC", "Asia/Tokyo", "America/New_York"] {
                    // Each surrounding twice; the two runs stand in different folders.
                    for place in [folder.path, elsewhere.path] {
                        let run = try ToolRun.run(
                            words + ["--log", log], in: place,
                            environment: ["LANG": language, "LC_ALL": language, "TZ": zone])
                        #expect(run.status == 0)
                        outputs.insert(run.stdout)
                    }
                }
            }
            #expect(outputs.count == 1, "\(words)")
            #expect(outputs.first?.isEmpty == false)
        }
    }

    // MARK: Parts

    private func text(_ value: Any?) -> String {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: "?"
        }
    }

    /// A time of the output in seconds since 1970, as the data has it.
    private func seconds(_ value: Any?) -> String {
        guard let text = value as? String, text.hasSuffix(".000Z") else { return "?" }
        let parts = text.dropLast(5).split { "-T:".contains($0) }.compactMap { Int($0) }
        guard parts.count == 6 else { return "?" }
        var days = 0
        let (year, month) = (parts[0] - (parts[1] <= 2 ? 1 : 0), (parts[1] + 9) % 12)
        // Days from 1970 of a date in the Gregorian calendar, counted from March.
        days =
            365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + parts[2] - 1 - 719_468
        return String(days * 86_400 + parts[3] * 3600 + parts[4] * 60 + parts[5])
    }

    /// Itinerary rows with the rank counted within each vacation, as the oracle has it.
    private func ranked(_ rows: [[String]]) -> [[String]] {
        var counts: [String: Int] = [:]
        return rows.map { row in
            var row = row
            let rank = counts[row[0] + "/" + row[1], default: 0] + 1
            counts[row[0] + "/" + row[1]] = rank
            row[2] = String(rank)
            return row
        }
    }

    /// The same rows, whatever the order of streams and groups; the rank is a field of each row.
    private func expectSame(_ given: [[String]], _ expected: [[String]]) {
        let (left, right) = (
            given.map { $0.joined(separator: "|") }.sorted(),
            expected.map { $0.joined(separator: "|") }.sorted()
        )
        #expect(left.count == right.count)
        let difference = zip(left, right).first { $0 != $1 }
        #expect(difference == nil, "\(String(describing: difference))")
    }
}
