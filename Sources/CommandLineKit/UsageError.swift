/// The errors of a command line that does not fit the table; all end with status 64.
public enum UsageError {
    /// No verb has that name.
    public static let verbUnknown = ErrorCode("E-VERB-UNKNOWN")
    /// A verb with verbs below it stands alone.
    public static let verbMissing = ErrorCode("E-VERB-MISSING")
    /// No option has that name.
    public static let optionUnknown = ErrorCode("E-OPTION-UNKNOWN")
    /// The option belongs to other verbs.
    public static let optionNotHere = ErrorCode("E-OPTION-NOT-HERE")
    /// The option stands twice.
    public static let optionTwice = ErrorCode("E-OPTION-TWICE")
    /// The option needs a value and has none.
    public static let valueMissing = ErrorCode("E-VALUE-MISSING")
    /// The option is a flag and has a value.
    public static let valueExtra = ErrorCode("E-VALUE-EXTRA")
    /// The value is none of the accepted ones.
    public static let valueUnknown = ErrorCode("E-VALUE-UNKNOWN")
    /// The value is no number in the accepted range.
    public static let numberBad = ErrorCode("E-NUMBER-BAD")
    /// A required argument is missing.
    public static let argumentMissing = ErrorCode("E-ARGUMENT-MISSING")
    /// There is one argument too many.
    public static let argumentExtra = ErrorCode("E-ARGUMENT-EXTRA")
    /// A question cannot be asked without a terminal.
    public static let answerNeeded = ErrorCode("E-ANSWER-NEEDED")
    /// There is no help on that.
    public static let helpUnknown = ErrorCode("E-HELP-UNKNOWN")

    /// A usage error of that code.
    public static func error(
        _ code: ErrorCode, _ message: String, details: [String] = [], argument: String? = nil,
        value: String? = nil, candidates: [String] = [], next: String? = nil
    ) -> ToolError {
        ToolError(
            code, exit: .usage, message, details: details, argument: argument, value: value,
            candidates: candidates, next: next)
    }

    static func badNumber(option: String, value: String, range: ClosedRange<Int>) -> ToolError {
        let bounds =
            range.upperBound == Int.max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return error(
            numberBad, "--\(option) cannot be \"\(value)\"", details: ["accepted: \(bounds)"],
            argument: "--\(option)", value: value)
    }

    /// What to tell about each of these codes, and about those of the output.
    public static let catalogue: [ErrorCatalogue.Entry] = [
        ErrorCatalogue.Entry(
            verbUnknown, exit: .usage, meaning: "The first word is no verb of the tool.",
            cause: "A misspelt verb, or a word from another tool. Verbs cannot be abbreviated.",
            remedy: "Use one of the verbs that help lists; the error names the nearest."),
        ErrorCatalogue.Entry(
            verbMissing, exit: .usage, meaning: "The verb needs one of its own verbs as the next word.",
            cause: "A verb such as record stands alone, or the word after it is none of its verbs.",
            remedy: "Add one of the words that the error lists."),
        ErrorCatalogue.Entry(
            optionUnknown, exit: .usage, meaning: "No verb has an option of that name.",
            cause: "A misspelt option. Options cannot be abbreviated.",
            remedy: "Use the option that the error suggests, or look at the verb's help."),
        ErrorCatalogue.Entry(
            optionNotHere, exit: .usage, meaning: "The option exists, but not for this verb.",
            cause: "The option belongs to the verbs that the error lists.",
            remedy: "Leave the option out, or use one of those verbs."),
        ErrorCatalogue.Entry(
            optionTwice, exit: .usage, meaning: "An option that can be given once stands twice.",
            cause: "Often an alias or a script that adds an option which is there already.",
            remedy: "Keep one of the two. No value wins silently over another."),
        ErrorCatalogue.Entry(
            valueMissing, exit: .usage, meaning: "The option needs a value.",
            cause: "The command line ends there, or the next word is an option.",
            remedy: "Add the value. One that begins with a minus sign is written --option=-value."),
        ErrorCatalogue.Entry(
            valueExtra, exit: .usage, meaning: "The option takes no value.",
            cause: "The option is a flag, yet a value follows its equals sign.",
            remedy: "Leave the equals sign and the value out."),
        ErrorCatalogue.Entry(
            valueUnknown, exit: .usage, meaning: "The value is none of those that are accepted.",
            cause: "A misspelt value.", remedy: "Use one of the values that the error lists."),
        ErrorCatalogue.Entry(
            numberBad, exit: .usage, meaning: "The value is no whole number in the accepted range.",
            cause: "Letters, a sign, grouping marks, or a number out of range.",
            remedy: "Write decimal digits without grouping, within the range that the error names."),
        ErrorCatalogue.Entry(
            argumentMissing, exit: .usage, meaning: "A required argument is missing.",
            cause: "The command line ends before everything needed is named.",
            remedy: "Add the argument that the error names."),
        ErrorCatalogue.Entry(
            argumentExtra, exit: .usage, meaning: "There is an argument that the verb does not take.",
            cause: "A stray word, a value with blanks that is not quoted, or a log given as argument.",
            remedy: "Remove or quote it. A log is given with its own option."),
        ErrorCatalogue.Entry(
            answerNeeded, exit: .usage, meaning: "The tool would ask a question, but nobody can answer.",
            cause: "Standard input or standard error is not a terminal.",
            remedy: "Give the flag that the error names; it stands for the answer yes."),
        ErrorCatalogue.Entry(
            helpUnknown, exit: .usage, meaning: "There is no help on that word.",
            cause: "It is no verb, no topic and no error code.",
            remedy: "Call help without a word to see what there is."),
        ErrorCatalogue.Entry(
            Console.outputFailed, exit: .inputOutput, meaning: "The answer could not be written.",
            cause: "A full disk, a quota, or a device that failed.",
            remedy: "Make room or write elsewhere, then run the same command again."),
    ]
}
