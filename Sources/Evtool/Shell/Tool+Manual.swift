internal import CommandLineKit

extension Tool {
    /// The manual's pages.
    var manual: [ManualPage] {
        ManualWriter(
            table, catalogue: catalogue, environment: Self.environment, outputs: OutputKinds.all,
            formatNotes: OutputKinds.notes
        ).pages
    }

    /// The variables that the tool looks at.
    static let environment: [OutputKind.Field] = [
        .init("EVTOOL_LOG", "The log, where --log is not given."),
        .init("EVTOOL_PAGER", "The pager; before PAGER. Empty or cat: none."),
        .init("PAGER", "The pager; less where neither is set."),
        .init("NO_COLOR", "When it is not empty, no colour unless --color always."),
        .init("FORCE_COLOR", "When it is not empty and not 0, colour also where there is no terminal."),
        .init("TERM", "A terminal that calls itself dumb gets no colour."),
        .init("COLUMNS", "The width of the terminal, before what the terminal says."),
        .init("LC_ALL, LC_CTYPE, LANG", "Whether the terminal can show more than ASCII."),
        .init("TZ", "The zone of --tz local; ignored otherwise."),
    ]
}
