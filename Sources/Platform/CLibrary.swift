// The C library under one roof, so that every other file imports one line per system.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The calling thread's error number, read right after a failed call.
var lastErrorNumber: Int32 { errno }

/// Runs `call` again for as long as a signal interrupts it.
func retryingInterrupts(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
