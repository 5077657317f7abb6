internal import CommandLineKit

/// The lines that the verbs print with `--json`, for the manual; a test holds them against what is printed.
enum OutputKinds {
    private typealias Field = OutputKind.Field

    static let all = places + lists + rows + explanations + differences + writing + trust + rest

    /// What holds for all lines.
    static let notes = [
        "With --json each line is one JSON object with a field kind, and the last one is of kind end."
            + " Lines that are there are whole, also when the command fails.",
        "Times are in UTC with milliseconds; outside the years 0000 to 9999 a time is its signed count of"
            + " milliseconds since 1970 as a string. Whole numbers above 2^53, ids and hashes are strings.",
        "Fields are only ever added. The field format of the last line is the version of these lines.",
        "What is supposed with --without or --insert has hypothetical in each line, which is true.",
        "With --plain the same names stand in a header line, and values are separated by tabs. A tab, a line end"
            + " or a backslash in a value is written as \\t, \\n or \\\\.",
    ]

    private static let positionField = Field("position", "The place in the log, from 1.")
    private static let streamField = Field("stream", "Whose history.")
    private static let headField = Field("head", "The last position and the root of the tree, POSITION:ROOT.")

    private static let places = [
        OutputKind(
            "event", verbs: ["log", "show", "replay"], summary: "An event.",
            fields: [
                positionField, streamField, Field("revision", "The place in the stream, from 1."),
                Field("id", "The event's id, a UUID."), Field("type", "The event's type."),
                Field("schema_version", "The version of the data as shown."),
                Field("subject", "What the event is about; may be empty."),
                Field("occurred", "When it happened, as the app said."),
                Field("zone", "The zone of occurred, in minutes east of UTC."),
                Field("recorded", "When it was appended; never before the previous event's."),
                Field("clock", "What the clock said then."),
                Field("batch", "The place in its transaction, from 0, and how many events that had."),
                Field("metadata", "What the app noted beside the data."),
                Field("data", "The payload, in its current form."),
                Field("leaf", "The leaf in the log's tree."),
                Field("stored_schema_version", "show only: the version of the data as stored."),
                Field("flags", "show only: imported, id generated, clock ran back, salvaged."),
                Field("bytes", "show only: the length of the record."),
                Field("checksum", "show only: ok."), Field("head", "show only: as in info."),
            ]),
        OutputKind(
            "withheld", verbs: ["log", "show", "replay"], summary: "An event whose content was erased.",
            fields: [
                positionField, Field("stream_number", "The number of its stream."),
                Field("revision", "The place in the stream."), Field("type", "The event's type."),
                Field("recorded", "When it was appended."), Field("leaf", "The leaf, as it was before."),
            ]),
        OutputKind(
            "missing", verbs: ["log", "show", "replay"], summary: "Positions that hold nothing.",
            fields: [
                Field("first", "The first of them."), Field("last", "The last of them."),
                Field("reason", "undeclared, salvaged or pruned."),
            ]),
        OutputKind(
            "unreadable", verbs: ["log", "show", "replay"],
            summary: "A position whose bytes cannot be believed.",
            fields: [
                positionField, Field("reason", "A stable word for what is wrong."),
                Field("message", "What is wrong."), Field("offset", "The byte of the record where it shows."),
            ]),
        OutputKind(
            "around", verbs: ["show"], summary: "What stands around a place that holds no event.",
            fields: [
                positionField, Field("bytes", "The length of what is stored, or null."),
                Field("before", "Position, type and recorded of the event before, or null."),
                Field("after", "The same of the event after, or null."),
            ]),
        OutputKind(
            "effect", verbs: ["show", "replay"], summary: "What the event did to one row.",
            fields: [
                positionField, streamField, Field("table", "The row's table."),
                Field("op", "insert, set, remove, or ignore where the row was left alone."),
                Field("key", "The row's key."), Field("before", "The row's columns before, or null."),
                Field("after", "The row's columns after, or null."),
                Field("reason", "The fold's word for why."),
            ]),
        OutputKind(
            "record", verbs: ["show"], summary: "The stored bytes of a record (--raw).",
            fields: [
                positionField, Field("bytes", "Their number."),
                Field("checksum", "ok, or what is wrong with the record."),
                Field("parts", "Part, offset, length and hex of each part, in order."),
            ]),
    ]

    private static let lists = [
        OutputKind(
            "count", verbs: ["log"], summary: "How many events match (--count).",
            fields: [Field("matches", "The events that match."), Field("events", "The events in the log.")]),
        OutputKind(
            "value", verbs: ["log"], summary: "One value of a field (--values).",
            fields: [
                Field("field", "The field."), Field("value", "The value."),
                Field("events", "How many matching events have it."),
            ]),
        OutputKind(
            "info", verbs: ["info"], summary: "What is in the log.",
            fields: [
                Field("log_id", "The log's id."), Field("container", "How it is stored: lmdb."),
                Field("live", "Whether a process has it open."), Field("log_format", "The format's version."),
                Field("epochs", "How often it was continued, as a copy or not."),
                Field("durability", "full, or relaxed where appends did not wait for the device."),
                Field("events", "How many events can be read."),
                Field("first", "The first position, or null."), Field("last", "The last position, or null."),
                Field("gaps", "First and last of each run of positions that hold nothing."),
                Field("unreadable", "Position and reason of each record that cannot be read."),
                Field("withheld", "How many events were erased."),
                Field("clock_ran_back", "How many events were recorded with the clock running back."),
                Field("recorded_first", "When the first event was appended."),
                Field("recorded_last", "When the last event was appended."),
                Field("occurred_first", "The earliest time at which something happened."),
                Field("occurred_last", "The latest."), Field("streams", "How many streams there are."),
                Field("types", "The number of events of each type."),
                Field("projections", "Name, version, rows, position and remark of each stored projection."),
                Field("unicode", "The Unicode version under which texts are compared."), headField,
            ]),
        OutputKind(
            "stream", verbs: ["info"], summary: "One stream (--streams).",
            fields: [streamField, Field("events", "How many events it has.")]),
    ]

    private static let rows = [
        OutputKind(
            "table", verbs: ["project"], summary: "One table there is (without TABLE).",
            fields: [
                Field("table", "Its name."), Field("projection", "The projection that owns it."),
                Field("version", "The fold's version."), Field("cap", "How many rows it keeps, or null."),
                Field("key", "The parts of its keys."), Field("columns", "Its columns."),
            ]),
        OutputKind(
            "row", verbs: ["project"], summary: "One row.",
            fields: [
                Field("table", "The table."), Field("at", "The position whose state it shows."), streamField,
                Field("key", "The key, its parts with a slash between them."),
                Field("rank", "The place in its group, from 1."), Field("fields", "The columns."),
                Field("since", "The event that last set the row."),
            ]),
        OutputKind(
            "change", verbs: ["when"], summary: "An event at which the condition changed.",
            fields: [
                positionField, streamField, Field("recorded", "When the event was appended."),
                Field("value", "Whether the condition holds from now on."),
                Field("cause", "Type and subject of the event."),
                Field("reason", "The fold's word for why, of the first effect."),
                Field("effects", "Table, key, op and reason of each effect that the condition asks about."),
                Field("effect_count", "How many there are; the first few are shown."),
            ]),
        OutputKind(
            "condition", verbs: ["when"], summary: "What became of the condition.",
            fields: [
                Field("condition", "The condition as it was understood."), streamField,
                Field("first", "The first event looked at, or null."),
                Field("last", "The last event looked at, or null."),
                Field("before", "Whether it held before the first one."),
                Field("changes", "How often it changed."),
                Field("at_end", "Whether it held after the last one that was looked at."),
                Field("since", "The last event at which it changed, or null."),
                Field("first_true", "The first event after which it held, or null."),
                Field("certain", "Whether no doubt stands before the answer whether it ever held."),
            ]),
        OutputKind(
            "replay", verbs: ["replay"], summary: "What one projection came to.",
            fields: [
                Field("projection", "Its name."), Field("version", "The fold's version."),
                Field("at", "The position up to which events were folded."),
                Field("rows", "How many rows there are."), Field("digest", "The digest of the rows."),
                Field("stored", "same, differs, not compared or unreadable."),
                Field("behind", "How many events the stored rows lack."),
                Field("rows_differ", "How many rows differ."),
                Field("tables", "How many differ in each table."),
                Field("why", "Why it was not compared."),
            ]),
        OutputKind(
            "failed", verbs: ["replay", "show", "log"],
            summary: "An event that a projection could not apply.",
            fields: [
                positionField, Field("type", "The event's type."),
                Field("schema_version", "The version of its data."), Field("projection", "The projection."),
                Field("code", "A stable word for why."), Field("message", "Why."),
            ]),
        OutputKind(
            "unread", verbs: ["replay"], summary: "A place that held no event to fold.",
            fields: [positionField, Field("message", "What stands there.")]),
        OutputKind(
            "stored", verbs: ["replay"], summary: "What was stored (--write).",
            fields: [
                Field("projections", "Their names."), Field("at", "The position of the stored rows."),
            ]),
    ]

    private static let explanations = [
        OutputKind(
            "explanation", verbs: ["explain"], summary: "What became of the row that was asked about.",
            fields: [
                Field("table", "The table."), streamField, Field("key", "The row's key."),
                Field("at", "The position whose state is explained."),
                Field(
                    "outcome",
                    "present, absent, never-entered (events were about it and changed nothing) or never-mentioned."
                ),
                Field("rank", "The place in its group, where it is present."),
                Field("of", "How many rows the group has."),
                Field("since", "The event that last set the row."), Field("fields", "The columns."),
                Field("rank_at_last_change", "The rank then, or null where that cannot be told."),
                Field("omitted", "How many causes are left out in the middle; --all shows them."),
                Field("searched", "How many events were looked at."),
            ]),
        OutputKind(
            "cause", verbs: ["explain"], summary: "What one event did to the row; a line for each column.",
            fields: [
                Field("role", "entered, set, removed, moved, or ignored where it changed nothing."),
                positionField, Field("recorded", "When the event was appended."),
                Field("type", "The event's type."), Field("subject", "The event's subject."),
                Field("field", "The column that changed, rank for a move, or null."),
                Field("before", "Its value before."), Field("after", "Its value after."),
                Field("reason", "The fold's word for why."),
                Field("undoes", "The earlier event that this one took back, or null."),
                Field("by", "The key of the other row that moved this one."),
            ]),
        OutputKind(
            "sum", verbs: ["explain"], summary: "How the causes of a number add up.",
            fields: [
                Field("field", "The column."), Field("raised", "Reason and count of what raised it."),
                Field("lowered", "Reason and count of what lowered it."), Field("sum", "The number."),
                Field("cancelled", "Position of an event and of the later one that took it back."),
            ]),
        OutputKind(
            "earlier", verbs: ["explain"], summary: "How often the row came or went before.",
            fields: [Field("reason", "The fold's word for why."), Field("count", "How often.")]),
        OutputKind(
            "near", verbs: ["explain"], summary: "A key like the one that was asked for.",
            fields: [
                Field("key", "The key."), Field("text", "The text of its row that holds it, or null."),
            ]),
        OutputKind(
            "proof", verbs: ["explain"],
            summary: "The smallest slice that gives, or loses, the row (--prove).",
            fields: [
                Field("slice", "The positions of its events."),
                Field("sufficient", "Whether they alone have the same outcome."),
                Field("necessary", "Whether it is another without any one of them."),
                Field("standby", "Events that would do the same in place of one of them."),
            ]),
        OutputKind(
            "last-set", verbs: ["explain"], summary: "A row with the event that last set it (without KEY).",
            fields: [
                Field("table", "The table."), Field("at", "The position whose state it shows."), streamField,
                Field("key", "The row's key."), Field("rank", "The place in its group, from 1."),
                Field("since", "The event that last set the row."),
                Field("recorded", "When that was appended."), Field("type", "Its type."),
                Field("subject", "Its subject."),
            ]),
        OutputKind(
            "orphan", verbs: ["project", "explain", "when", "diff"],
            summary: "A later event that changes nothing in the supposed history (--without, --insert).",
            fields: [
                positionField, Field("type", "The event's type."),
                Field("projection", "The projection in which it lost its footing."),
                Field("key", "The key of the row that it is about."),
                Field("reason", "Why it changes nothing."),
            ]),
    ]

    private static let differences = [
        OutputKind(
            "stat", verbs: ["diff"], summary: "How many rows differ in one table.",
            fields: [
                Field("table", "The table."), streamField,
                Field("left", "What the left rows are: replayed, stored, file, other or real."),
                Field("left_at", "The position whose state they show."),
                Field("right", "What the right rows are: replayed or hypothetical."),
                Field("right_at", "The position whose state they show."),
                Field("in", "How many rows only the right side has."),
                Field("out", "How many only the left side has."),
                Field("moved", "How many changed their order among those that stayed."),
                Field("changed", "How many changed otherwise."),
                Field("same", "How many are the same; a rank that others shifted is no difference."),
                Field("groups_moved", "How many groups changed their order."),
            ]),
        OutputKind(
            "diff", verbs: ["diff"], summary: "One field of one row that differs.",
            fields: [
                Field("table", "The row's table."), streamField, Field("op", "in, out or change."),
                Field("key", "The row's key."),
                Field(
                    "field",
                    "The column, rank or since; kept where no column shows it; group where a group moved."),
                Field("before", "The value on the left, or null."),
                Field("after", "The value on the right, or null."),
                Field("cause", "The event behind it, or null."),
                Field("reason", "The fold's word for why the row went, or null."),
            ]),
        OutputKind(
            "doubt", verbs: ["diff"], summary: "Why the answer may lack something.",
            fields: [Field("message", "Why.")]),
        OutputKind(
            "fork", verbs: ["diff"], summary: "How far two logs hold the same events.",
            fields: [
                Field("same_through", "The last position up to which they do; 0 for none."),
                Field("root", "The root of the tree over that part."),
                Field("here", "How many positions come after it here."),
                Field("there", "How many come after it in the other log."),
                Field("same_id", "How many events after it have an id that stands on both sides."),
            ]),
        OutputKind(
            "only", verbs: ["diff"], summary: "An event after the place where two logs part.",
            fields: [
                Field("side", "here or there."), positionField, streamField, Field("id", "The event's id."),
                Field("type", "The event's type."), Field("subject", "What the event is about."),
                Field("recorded", "When it was appended."),
                Field("also_at", "Where its id stands on the other side, or null."),
                Field("same_content", "Whether that one has the same content, or null."),
            ]),
    ]

    private static let writing =
        [
            OutputKind(
                "created", verbs: ["create"], summary: "A log was made.", fields: [Field("log_id", "Its id.")]
            ),
            OutputKind(
                "receipt", verbs: ["record"], summary: "An event was appended, or was there already.",
                fields: [
                    positionField, streamField, Field("revision", "The place in the stream."),
                    Field("id", "The event's id."), Field("type", "The event's type."),
                    Field("repeat", "Whether it was there already."),
                ]),
            OutputKind(
                "imported", verbs: ["import"], summary: "What an import did.",
                fields: [
                    Field("format", "The format of the files."), Field("rows", "How many rows were read."),
                    Field("events", "How many events were appended."),
                    Field("already_there", "How many were there already."),
                    Field("streams", "For how many streams."),
                    Field("skipped", "Reason and number of rows left out."),
                    headField,
                ]),
            OutputKind(
                "exported", verbs: ["export"], summary: "What an export wrote (--out).",
                fields: [
                    Field("format", "The format of the file."),
                    Field("first", "The first position in it, or null."),
                    Field("last", "The last position in it, or null."),
                    Field("partial", "Whether it is a part of the log."),
                    Field("filtered", "Whether a condition, types or a stream chose its events."),
                    Field("events", "How many events it holds."),
                    Field("withheld", "How many of their places are withheld."),
                    Field("gaps", "How many gaps it names."), Field("bytes", "Its length."), headField,
                ]),
            OutputKind(
                "copied", verbs: ["copy"], summary: "A copy was made.",
                fields: [Field("events", "How many events it holds."), headField]),
        ] + salvaging

    private static let salvaging = [
        OutputKind(
            "lost", verbs: ["salvage"], summary: "Positions that could not be recovered.",
            fields: [
                Field("from", "The first of them."), Field("to", "The last of them."),
                Field("before", "The last event before them that was recovered, or null."),
                Field("after", "The first event behind them that was recovered, or null."),
                Field("between", "When those two were recorded, each or null."),
            ]),
        OutputKind(
            "salvaged", verbs: ["salvage"], summary: "What was recovered.",
            fields: [
                Field("pages", "The pages of the damaged file; 0 where their size is not known."),
                Field("damaged_pages", "How many of them are damaged."),
                Field("recovered", "How many events were recovered."),
                Field("lost", "How many positions were lost."),
                Field("last", "The last position of the log, as far as it is known."),
                Field("end_known", "Whether the damaged log says itself where it ends."),
                Field("found", "How many events stood where: newest, older, page, scan."),
                Field("forks", "Positions of which sound copies differ; none was taken."),
                Field("refused", "Positions whose sound record contradicts the ones before."),
                Field("gaps_before", "Gaps that the damaged log had declared itself."),
                Field("endings_repaired", "Whether changed line endings were changed back."),
                headField, Field("log", "The new log, or null where nothing was written."),
            ]),
    ]

    private static let trust = [
        OutputKind(
            "check", verbs: ["verify"], summary: "What one check came to.",
            fields: [
                Field("name", "The check."), Field("result", "ok, note, fail, not run or cannot run."),
                Field("message", "What was looked at, or found."),
                Field("severity", "The heaviest finding's: note, warning, derived or damaged."),
                Field("count", "How many findings there are."),
                Field("findings", "The first of them: id, severity, message, first, last, page, offset."),
                Field("next", "The command to try next."),
            ]),
        OutputKind(
            "damage", verbs: ["verify"], summary: "A place that cannot be read, and what it means.",
            fields: [
                Field("first", "The first position."), Field("last", "The last position."),
                Field("reason", "Why it cannot be read."),
                Field("after", "When the event before was recorded."),
                Field("before", "When the event after was recorded."),
                Field("types", "The types that it may have had."),
                Field("affected", "The projections whose rows may lack something."),
                Field("unaffected", "The projections whose rows do not depend on it."),
            ]),
        OutputKind(
            "coverage", verbs: ["verify"], summary: "How far the log is consistent, and how far proved.",
            fields: [
                Field("consistent", "The positions that fit their tree, FIRST..LAST, beyond what is proved."),
                Field("proved", "The last position that an anchor proves."),
                Field("signers", "Who signed that anchor."),
                Field("not_proved", "What might have happened without being seen."), headField,
            ]),
        OutputKind(
            "proof", verbs: ["verify"], summary: "Whether an event is the one of a proof (--proof).",
            fields: [
                positionField, Field("proved", "Whether it is."), Field("leaf", "Its leaf in the tree."),
                Field("size", "How many events the checkpoint covers."),
                Field("root", "The checkpoint's root."), Field("signers", "Who signed it."),
            ]),
        OutputKind(
            "key", verbs: ["anchor"], summary: "A key was made.",
            fields: [Field("verifier", "The line by which others check what it signs.")]),
        OutputKind(
            "signed", verbs: ["anchor"], summary: "A checkpoint was signed.", fields: checkpointFields),
        OutputKind(
            "proved", verbs: ["anchor"], summary: "A proof was made.", fields: checkpointFields),
        OutputKind(
            "checkpoint", verbs: ["anchor"], summary: "How a checkpoint stands to the log.",
            fields: [
                Field("size", "How many events it covers."), Field("root", "Its root."),
                Field("origin", "The signer's name and the log's id."), Field("signers", "Who signed it."),
                Field("message", "How the log stands to it."),
            ]),
    ]

    private static let checkpointFields = [
        Field("size", "How many events the checkpoint covers."), Field("root", "Its root."),
        Field("origin", "The signer's name and the log's id."),
        Field("text", "The file's content, where --out names no file."),
    ]

    private static let rest = [
        OutputKind(
            "completions", verbs: ["completions"], summary: "A completion script.",
            fields: [Field("shell", "The shell."), Field("script", "The script.")]),
        OutputKind(
            "error", verbs: [], summary: "What went wrong; on standard error.",
            fields: [
                Field("code", "The error's code, explained in evtool-errors(7)."),
                Field("exit", "The exit status."), Field("message", "What is wrong."),
                Field("argument", "The argument or option that is wrong."), Field("value", "Its value."),
                Field("candidates", "Names that may have been meant."),
                Field("details", "Further lines."), Field("next", "The command to try next."),
            ]),
        OutputKind(
            "end", verbs: [], summary: "The last line.",
            fields: [
                Field("format", "The version of these lines."),
                Field("complete", "Whether the lines before are the whole answer."),
                Field("exit", "The exit status."),
                Field("version", "project only: the version of the fold that made the rows."),
                Field("COUNTS", "Before these, counts that depend on the verb, such as rows or matches."),
            ]),
    ]
}
