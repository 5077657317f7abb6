import Platform

extension Console {
    /// Asks for a line of text, and returns it without its line end; nil at the end of input.
    ///
    /// - Parameters:
    ///   - prompt: What stands before the answer.
    ///   - readLine: Where answers come from.
    public func ask(_ prompt: String, readLine: () -> String? = { Swift.readLine() }) -> String? {
        flush()
        progressLine.clear()
        writeNote(Array(TerminalText.escaped(prompt).utf8))
        return readLine()
    }

    /// Asks a question that must be answered before something is changed.
    ///
    /// Only yes in full or its first letter is yes; anything else, and the end of input, is no.
    /// - Parameters:
    ///   - question: One sentence with a question mark.
    ///   - flag: The option that stands for yes, such as `--yes`.
    ///   - readLine: Where answers come from.
    /// - Throws: A usage error that names `flag` when nobody can answer.
    public func confirm(
        _ question: String, flag: String, readLine: () -> String? = { Swift.readLine() }
    ) throws(ToolError) -> Bool {
        guard terminal.isInputTerminal && terminal.isErrorTerminal else {
            throw UsageError.error(
                UsageError.answerNeeded, "this needs an answer, and there is no terminal to ask on",
                details: ["question: \(question)", "accepted: \(flag)"], argument: flag)
        }
        flush()
        progressLine.clear()
        writeNote(Array((TerminalText.escaped(question) + " [y/N] ").utf8))
        let answer = (readLine() ?? "").lowercased()
        return answer == "y" || answer == "yes"
    }
}
