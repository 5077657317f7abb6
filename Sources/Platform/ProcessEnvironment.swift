#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The process's environment variables and arguments.
public enum ProcessEnvironment {
    /// The value of the variable `name`, or nil when it is not set.
    public static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The value of the variable `name`, or nil when it is not set or empty.
    public static func nonEmptyValue(_ name: String) -> String? {
        guard let text = value(name), !text.isEmpty else { return nil }
        return text
    }

    /// Sets a variable for this process and those it starts, unless it is set already.
    ///
    /// Only while no other thread reads the environment.
    public static func setIfMissing(_ name: String, _ value: String) {
        _ = unsafe setenv(name, value, 0)
    }

    /// The program's arguments without its own name.
    public static var arguments: [String] { Array(CommandLine.arguments.dropFirst()) }

    /// The number of this process.
    public static var processNumber: Int { Int(getpid()) }

    /// How many threads the machine can run at once; at least 1.
    public static var processorCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The user id that this process acts as.
    public static var userNumber: UInt32 { UInt32(geteuid()) }

    /// Ends the process at once with `status`, which the shell sees modulo 256.
    public static func exit(_ status: Int32) -> Never {
        #if canImport(Darwin)
        Darwin.exit(status)
        #elseif canImport(Musl)
        Musl.exit(status)
        #else
        Glibc.exit(status)
        #endif
    }
}
