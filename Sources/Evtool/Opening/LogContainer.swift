internal import CommandLineKit
internal import Forensics
internal import Platform

/// Looks at the file of a log below its records, for `verify`.
enum LogContainer {
    /// What was found; nil where the log has no file of pages, or somebody writes to it meanwhile.
    static func report(
        on opened: OpenedLog, _ context: ToolContext
    ) throws(ToolError) -> Verification.Container? {
        guard opened.export == nil, !opened.isLive else { return nil }
        return try report(onFileOf: opened.path, context)
    }

    /// What was found in the file of the log at `path`, whether or not it can be opened.
    static func report(
        onFileOf path: String, _ context: ToolContext
    ) throws(ToolError) -> Verification.Container {
        let file: PageFile
        let data = try LogFiles(finding: path, context).data
        do throws(PlatformError) { file = try PageFile(path: data) } catch {
            throw ToolError(platform: error, path: data)
        }
        let report = ContainerCheck.run(over: file)
        return Verification.Container(
            findings: report.findings, findingCount: report.findingCount,
            message: "file length fits, \(CountText.of(report.pagesReachable, "page")) reachable")
    }
}
