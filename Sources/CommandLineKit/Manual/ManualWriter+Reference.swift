extension ManualWriter {
    /// The page on what the tool prints for programs.
    var formatPage: ManualPage {
        page("\(table.program)-format", 5) { roff in
            roff.section("NAME")
            roff.words("\(table.program)-format - what \(table.program) prints for programs")
            roff.section("DESCRIPTION")
            for (index, note) in formatNotes.enumerated() {
                if index == 0 { roff.words(note) } else { roff.paragraph(note) }
            }
            roff.section("LINES")
            for output in outputs {
                roff.subsection(output.name)
                roff.words(output.summary + " " + Self.printedBy(output.verbs))
                for field in output.fields { roff.entry(field.name, field.doc) }
            }
            exitStatus(&roff)
            seeAlso([(table.program, 1), ("\(table.program)-errors", 7)], &roff)
        }
    }

    private static func printedBy(_ verbs: [String]) -> String {
        verbs.isEmpty ? "Printed by every verb." : "Printed by: " + verbs.joined(separator: ", ") + "."
    }

    /// The page on errors.
    var errorPage: ManualPage {
        page("\(table.program)-errors", 7) { roff in
            roff.section("NAME")
            roff.words("\(table.program)-errors - the error codes of \(table.program)")
            roff.section("DESCRIPTION")
            roff.words("The codes stand in square brackets behind an error's message. They are stable.")
            roff.section("CODES")
            for entry in catalogue.entries {
                roff.entry(
                    entry.code.name,
                    "\(entry.meaning) Cause: \(entry.cause) Remedy: \(entry.remedy) Exit status"
                        + " \(entry.exit.code).")
            }
            seeAlso([(table.program, 1), ("\(table.program)-format", 5)], &roff)
        }
    }
}
