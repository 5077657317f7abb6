import FuzzDriver
import FuzzEntries

// `evfuzz TARGET [OPTIONS OF LIBFUZZER] [CORPUS…]`: feeds inputs to one of the readers until one of them dies.

/// The target chosen on the command line; a C function cannot capture it.
nonisolated(unsafe) private var chosen: FuzzTarget?

private func runOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = unsafe UnsafeBufferPointer(start: data, count: size)
    unsafe chosen?.run(input.span)
    return 0
}

let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
guard CommandLine.arguments.count > 1,
    let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] })
else { fatalError("evfuzz TARGET …; the targets are \(names)") }
unsafe chosen = target

// libFuzzer takes the first word for the program and the rest for its own.
var count = CommandLine.argc - 1
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv + 1
_ = unsafe LLVMFuzzerRunDriver(&count, &words, runOne)
