internal import CommandLineKit
internal import EventLog
internal import Platform

extension ToolError {
    /// The tool's word for a failure of the operating system.
    init(platform error: PlatformError, path: String) {
        switch error.code {
        case .notFound:
            self.init(.logMissing, exit: .noInput, "there is nothing at \(path)", value: path)
        case .permissionDenied, .readOnlyFileSystem:
            self.init(.permission, exit: .noPermission, "\(path) cannot be opened: \(error)", value: path)
        case .alreadyExists:
            self.init(
                .targetExists, exit: .cannotCreate, "something stands at \(path) already", value: path)
        default:
            self.init(.inputOutput, exit: .inputOutput, "\(error)", value: path)
        }
    }

    /// The tool's word for a failure of the log.
    init(log error: LogError, path: String, program: String) {
        let (code, exit) = Self.code(of: error)
        self.init(code, exit: exit, error.description)
        switch error.code {
        case .exists:
            message = "something stands at \(error.path ?? path) already"
            details = ["choose another name; a log is never overwritten"]
        case .unexpectedRevision:
            details = ["nothing was appended"]
        case .idempotencyConflict:
            details = ["nothing was appended"]
            if let position = error.position {
                next = ShellText.command([program, "log", "\(position)..\(position)", "--log", path])
            }
        case .storageFull:
            details = ["nothing was appended, and the log is as it was; make room and try again"]
        case .notALog:
            details = ["a log is made by `\(program) create`, `record --create` or `import --out`"]
        case .busy:
            details = ["another process holds what is needed; try again"]
        default: break
        }
    }

    private static func code(of error: LogError) -> (ErrorCode, ExitStatus) {
        switch error.code {
        case .missing: (.logMissing, .noInput)
        case .exists: (.targetExists, .cannotCreate)
        case .notALog: (.logForeign, .unusableInput)
        case .unsupportedFormat: (.logFormat, .unusableInput)
        case .unsupportedFeature: (.logFeature, .unusableInput)
        case .damaged: (.logDamaged, .unusableInput)
        case .busy: (.logBusy, .tryAgain)
        case .permission: (.permission, .noPermission)
        case .storageFull: (.logFull, .inputOutput)
        case .inputOutput, .reopenRequired, .closed: (.inputOutput, .inputOutput)
        case .unexpectedRevision: (.expectation, .no)
        case .idempotencyConflict, .partiallyKnown: (.conflict, .unusableInput)
        case .tooLarge: (.tooLarge, .unusableInput)
        case .invalidStream, .reservedName: (.streamName, .usage)
        case .unknownStream: (.streamUnknown, .usage)
        case .outOfRange: (.positionRange, .usage)
        case .incompleteProjection: (.incomplete, .cannotTell)
        case .invalidType, .invalidSubject, .invalidPayload, .invalidMetadata, .invalidKey, .emptyBatch:
            (.event, .unusableInput)
        default: (.bug, .bug)
        }
    }
}
