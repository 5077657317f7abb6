internal import CommandLineKit
internal import Projections

extension ToolError {
    /// The tool's word for a failure of stored projections.
    init(projection error: ProjectionError, program: String) {
        switch error.code {
        case .notStored:
            self.init(
                .notStored, exit: .cannotTell, error.description,
                next: "\(program) replay \(error.projection) --write")
        case .superseded: self.init(.logBusy, exit: .tryAgain, error.description)
        case .incompleteProjection:
            self.init(
                .incomplete, exit: .cannotTell, error.description,
                details: ["a partial result is never stored; what was stored stands"],
                next: "\(program) replay")
        default:
            self.init(
                .incomplete, exit: .cannotTell, error.description,
                next: "\(program) replay \(error.projection) --write")
        }
    }
}
