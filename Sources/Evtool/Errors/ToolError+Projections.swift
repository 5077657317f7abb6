internal import CommandLineKit
internal import Projections

extension ToolError {
    /// The tool's word for a failure of stored projections.
    init(projection error: ProjectionError, context: ToolContext) {
        switch error.code {
        case .notStored:
            self.init(
                .notStored, exit: .cannotTell, error.description,
                next: context.command("replay", error.projection, "--write"))
        case .superseded: self.init(.logBusy, exit: .tryAgain, error.description)
        case .incompleteProjection:
            self.init(
                .incomplete, exit: .cannotTell, error.description,
                details: ["a partial result is never stored; what was stored stands"],
                next: context.command("replay"))
        default:
            self.init(
                .incomplete, exit: .cannotTell, error.description,
                next: context.command("replay", error.projection, "--write"))
        }
    }
}
