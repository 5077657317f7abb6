internal import CommandLineKit

/// What `help CODE` says about each of the tool's errors.
enum ErrorPages {
    /// All entries; a test holds them against the codes that the verbs use.
    static let entries = logs + selectors + input + writing + anchors + rest

    private static func page(
        _ code: ErrorCode, _ exit: ExitStatus, _ meaning: String, cause: String, remedy: String
    ) -> ErrorCatalogue.Entry {
        ErrorCatalogue.Entry(code, exit: exit, meaning: meaning, cause: cause, remedy: remedy)
    }

    private static let logs: [ErrorCatalogue.Entry] = [
        page(
            .logNone, .noInput, "No log was named.",
            cause: "There is no --log, EVTOOL_LOG is not set, and this folder holds no *.evlog.",
            remedy: "Give --log PATH, or set EVTOOL_LOG."),
        page(
            .logAmbiguous, .usage, "Several logs could be meant.",
            cause: "This folder holds more than one *.evlog.", remedy: "Give --log PATH."),
        page(
            .logMissing, .noInput, "Nothing stands at the path.",
            cause: "The path is misspelt, or the log was never made. Reading never makes one.",
            remedy: "Check the path; `create LOG` makes a new log."),
        page(
            .logEmpty, .unusableInput, "The file holds no byte.",
            cause: "A copy or a download that never began.", remedy: "Fetch the file again."),
        page(
            .logForeign, .unusableInput, "The file is something else than an event log.",
            cause: "The message says what the file is, where its first bytes tell.",
            remedy: "Unpack an archive first; read foreign data with `import`."),
        page(
            .logTruncated, .unusableInput, "The file is shorter than it says of itself.",
            cause: "A copy or a download stopped early, or the disk was full.",
            remedy: "Copy the log again, with `copy` where an app has it open."),
        page(
            .logDamaged, .unusableInput, "Bytes in the file are not what was written.",
            cause: "A failing disk, a plain copy made beside a writer, or a changed file.",
            remedy: "Work on a copy; restore an intact one where there is one."),
        page(
            .logFormat, .unusableInput, "The log was written in a format of a newer version.",
            cause: "A newer build wrote it.", remedy: "Use that build, or a newer one."),
        page(
            .logFeature, .unusableInput, "The log needs a feature that this build does not have.",
            cause: "A newer build wrote it; the message names the feature.",
            remedy: "Use that build, or a newer one."),
        page(
            .logExport, .unusableInput, "The path names an export, and this needs a log.",
            cause: "An export is read like a log, but it cannot be copied as one, followed or stored in.",
            remedy: "Make a log of it: `import FILE --out NEW.evlog`."),
        page(
            .logBusy, .tryAgain, "Another process holds what is needed.",
            cause: "All reader slots are taken, or a writer is at work.", remedy: "Try again in a moment."),
        page(
            .logFull, .inputOutput, "There is no room for another append.",
            cause: "The disk or the quota is full.",
            remedy: "Make room; nothing was appended, and the log is as it was."),
        page(
            .permission, .noPermission, "The system refused access.",
            cause: "The file's or folder's permissions, or a read-only or network file system.",
            remedy: "Run as the file's owner, or copy the log to a place of your own."),
        page(
            .inputOutput, .inputOutput, "Reading or writing failed.",
            cause: "The message carries the system's own words.",
            remedy: "Check the disk, then try again."),
    ]

    private static let selectors: [ErrorCatalogue.Entry] = [
        page(
            .position, .usage, "A position cannot be read.", cause: "It is in none of the accepted forms.",
            remedy: PositionSelector.acceptedForms),
        page(
            .positionRange, .usage, "The log holds no such event.",
            cause: "The position is past the end, or the id is unknown.",
            remedy: "`info` tells how far the log goes."),
        page(
            .timeBeforeLog, .usage, "Nothing had been recorded by then.",
            cause: "Times select by when an event was recorded; an import records everything on its own day.",
            remedy: "Select by what happened: --where 'occurred <= TIME'."),
        page(
            .timeForm, .usage, "A time cannot be read.",
            cause: "The zone is missing, or there is no such day or hour.",
            remedy: "Write 2026-03-02T10:30:00Z, 2026-03-02T11:30:00+01:00 or 2026-03-02."),
        page(
            .range, .usage, "A range cannot be read.", cause: "It has no end at all, or runs backwards.",
            remedy: "Write A..B, A.., ..B, or one position."),
        page(
            .zone, .usage, "There is no such zone.",
            cause: "The name is misspelt, or the system has no data for it.",
            remedy: "Write UTC, local, or Area/City as in Europe/Lisbon."),
        page(
            .typeUnknown, .usage, "No event type has this name.",
            cause: "The pattern matches none of the model's types.",
            remedy: "The message lists the types; * and ? are wild."),
        page(
            .tableUnknown, .usage, "No table has this name.", cause: "It is misspelt.",
            remedy: "`project` without a table lists them."),
        page(
            .projectionUnknown, .usage, "No projection has this name.",
            cause: "It is misspelt, or it is the name of a table.", remedy: "The message lists them."),
        page(
            .streamUnknown, .usage, "The log holds no history of this name.", cause: "It is misspelt.",
            remedy: "`info --streams` lists them."),
        page(
            .streamNeeded, .usage, "Whose rows are meant is not clear.",
            cause: "Rows belong to one history, and the log holds several.",
            remedy: "Give --stream NAME, or --all-streams."),
        page(
            .streamName, .usage, "This cannot be the name of a history.",
            cause: "It is empty, too long, holds control characters or begins with $.",
            remedy: "Use 1 to 255 bytes of text."),
        page(
            .condition, .usage, "A condition cannot be read.",
            cause: "The caret shows the place.",
            remedy: "Write FIELD = VALUE; also != < <= > >= and ~, joined by and, or, not and parentheses."),
        page(
            .conditionRows, .usage, "A condition on rows stands where events are chosen.",
            cause: "--where asks about fields of events, such as subject = p17.",
            remedy: "Ask about rows with `when`, or name a field of events."),
        page(
            .conditionEvents, .usage, "A condition on events stands where rows are asked about.",
            cause: "`when` asks about tables, as in 'TABLE has KEY'.",
            remedy: "Choose events with `log --where`, or name a table."),
        page(
            .conditionLimit, .usage, "A condition is too long or too deeply nested.",
            cause: "The message names the limit.", remedy: "Ask in several steps."),
        page(
            .columnUnknown, .usage, "A table has no such field.", cause: "It is misspelt.",
            remedy: "The message lists the table's columns; rank and since are fields of every table."),
        page(
            .fieldUnknown, .usage, "No event has such a field.", cause: "It is misspelt.",
            remedy: "The message lists the fields."),
        page(
            .optionConflict, .usage, "Two options exclude each other, or one does not fit here.",
            cause: "The message names them.", remedy: "Leave one out."),
        page(
            .optionMissing, .usage, "Something that the verb needs was left out.",
            cause: "The message names it.", remedy: "See the verb's --help."),
        page(
            .optionForm, .usage, "An option's value has another form.",
            cause: "The message says which is accepted.", remedy: "See the verb's --help."),
    ]

    private static let input: [ErrorCatalogue.Entry] = [
        page(
            .inputMissing, .noInput, "There is no such input file.", cause: "The path is misspelt.",
            remedy: "Check the path; - is standard input."),
        page(
            .input, .unusableInput, "A line or value of the input cannot be taken.",
            cause: "The message names file, line and column.",
            remedy: "Mend that line and run the command again; nothing was appended."),
        page(
            .inputEmpty, .unusableInput, "The input holds nothing to append.",
            cause: "An empty file, or only blank lines.", remedy: "Check the file."),
        page(
            .rows, .unusableInput, "The file holds no rows to compare with.",
            cause:
                "It is something else than what `project TABLE --json` prints, or a line of it was changed.",
            remedy: "Print the rows with the older build: `project TABLE --json > FILE`."),
        page(
            .formatUnknown, .unusableInput, "The file is in no format that can be imported.",
            cause: "Its content was not recognised.",
            remedy: "Give --format NAME where the content does not tell."),
        page(
            .event, .unusableInput, "The event cannot be recorded.",
            cause: "A field is missing or of another kind.",
            remedy: "The message names the field and what is accepted."),
        page(
            .tooLarge, .unusableInput, "A part of the input is over its limit.",
            cause: "The message names the limit.", remedy: "Split the batch, or shorten the field."),
    ]

    private static let writing: [ErrorCatalogue.Entry] = [
        page(
            .targetExists, .cannotCreate, "Something stands at the target already.",
            cause: "A log is never overwritten.", remedy: "Choose another name, or remove the file yourself."),
        page(
            .targetFolder, .cannotCreate, "The folder for a new file does not exist.",
            cause: "The path is misspelt, or the folder was never made.",
            remedy: "Make the folder, or choose another path."),
        page(
            .expectation, .no, "The history is at another revision than expected.",
            cause: "Somebody else appended meanwhile, or it was done before.",
            remedy: "Look at the history, then decide; nothing was appended."),
        page(
            .conflict, .unusableInput, "The key or id is known with other content.",
            cause: "The same id or key was used for something else, or a batch is known in part.",
            remedy: "The message names the first event; use another id or key."),
        page(
            .incomplete, .cannotTell, "A projection cannot be stored whole.",
            cause: "An event could not be applied, or part of the log cannot be read.",
            remedy: "`replay` names the events."),
        page(
            .notStored, .cannotTell, "Nothing is stored to read or compare with.",
            cause: "No app kept this projection in this log, or another version of it.",
            remedy: "`project` without --stored folds the events; `replay --write` stores."),
        page(
            .hypothesis, .usage, "A list of events to think away cannot be read.",
            cause: "--without takes positions and ranges with commas between them.",
            remedy: "Write 4711 or 4800..4805, or several: 4711,4800..4805."),
        page(
            .expectedRow, .usage, "The row that somebody expected cannot be read.",
            cause:
                "--expect-row takes absent, present, or a JSON object of the table's columns, rank and since.",
            remedy: "Quote it for the shell: --expect-row '{\"count\":2}'."),
        page(
            .noProof, .no, "No case can be written, since nothing was proved.",
            cause: "The row never was in the table, or the history is not whole.",
            remedy: "`explain` without --case tells what is known of the row."),
    ]

    private static let anchors: [ErrorCatalogue.Entry] = [
        page(
            .anchor, .usage, "A root to compare with cannot be read, or is another one than was asked for.",
            cause: "--expect takes N:ROOT with 64 hexadecimal digits, or a file with a signed checkpoint.",
            remedy: "`info` prints the root of a log; `anchor sign` makes a checkpoint."),
        page(
            .note, .unusableInput, "The file is no signed checkpoint, or no proof.",
            cause: "It is something else, or it was cut off or changed.",
            remedy: "Give the file as `anchor sign` or `anchor prove` wrote it."),
        page(
            .key, .usage, "A key or its name cannot be used.",
            cause: "A verifier line reads NAME+ID+BASE64; a key file is one line that `anchor new` wrote.",
            remedy: "Copy the line whole; a name holds no space and no plus sign."),
        page(
            .keyPlace, .usage, "The key would lie beside a log.",
            cause:
                "Who takes or changes the log would have the key too, and could sign whatever is made of it.",
            remedy: "Choose another folder, or say --here."),
        page(
            .signature, .no, "A signature does not fit the text.",
            cause: "The text or the signature was changed, or somebody signed in another's name.",
            remedy: "Do not believe the file; fetch it again from where it was kept."),
        page(
            .signer, .cannotTell, "Nobody whose key was given signed the file.",
            cause: "It was signed with another key than that of --verifier.",
            remedy: "Ask the signer for the line that `anchor new` printed."),
        page(
            .contradiction, .no, "The log is not the one that was signed before.",
            cause: "Events were changed or taken away since, or an older copy was put in place of the log.",
            remedy: "`verify --expect FILE` tells how far they agree; nothing is signed until then."),
        page(
            .unsigned, .cannotTell, "There is nothing that could be signed.",
            cause: "The log holds no event, or a place in it cannot be read.",
            remedy: "`verify` names the place."),
        page(
            .signedMemory, .unusableInput, "What was signed last with this key cannot be read.",
            cause: "The file KEY.signed was changed or cut off.",
            remedy: "Restore it from a copy. Without it, something could be signed that contradicts what was."
        ),
    ]

    private static let rest: [ErrorCatalogue.Entry] = [
        page(
            .interrupted, .interrupted, "The command was interrupted.", cause: "Ctrl-C.",
            remedy: "What was appended before is durable."),
        page(
            .bug, .bug, "The tool met something that should not happen.", cause: "A bug.",
            remedy: "Please report it, with the command and the message."),
    ]
}
