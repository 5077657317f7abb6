import Foundation

/// A program on a terminal of its own, with keys pressed while it waits.
enum ShellTerminal {
    static let isThere = ShellProgram.isThere("python3")

    /// Types each text of keys once the program has been quiet for a moment and waits; the last argument words are the program.
    private static let driver = """
        import fcntl, os, pty, select, struct, sys, termios
        rows, columns = int(sys.argv[1]), int(sys.argv[2])
        keys, words = sys.argv[4:4 + int(sys.argv[3])], sys.argv[4 + int(sys.argv[3]):]
        child, terminal = pty.fork()
        if child == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvp(words[0], words)
        output, idle = b"", 0
        def waits():
            # Whether the program waits, so that it is not merely slow; where nothing tells, it is taken to.
            try:
                tasks = "/proc/%d/task" % child
                states = [open("%s/%s/stat" % (tasks, task)).read() for task in os.listdir(tasks)]
                return all(state.rsplit(")", 1)[1].split()[0] == "S" for state in states)
            except OSError:
                return True
        while True:
            ready, _, _ = select.select([terminal], [], [], 0.05)
            if ready:
                idle = 0
                try:
                    piece = os.read(terminal, 65536)
                except OSError:
                    break
                if not piece:
                    break
                output += piece
                continue
            idle += 1
            if idle >= 8 and keys and waits():
                os.write(terminal, keys.pop(0).encode())
                idle = 0
            if idle > 200:
                os.kill(child, 9)
                break
        _, status = os.waitpid(child, 0)
        sys.stdout.buffer.write(output)
        sys.exit(os.waitstatus_to_exitcode(status) % 256)

        """

    /// Runs a program; line ends of the terminal become those of files.
    static func run(
        _ words: [String], in folder: ShellFolder, rows: Int = 24, columns: Int = 80, keys: [String] = [],
        environment: [String: String] = [:]
    ) throws -> ShellProgram.Run {
        try folder.write(driver, to: "terminal.py")
        let run = try ShellProgram.run(
            "python3", ["terminal.py", "\(rows)", "\(columns)", "\(keys.count)"] + keys + words, in: folder,
            environment: environment)
        return ShellProgram.Run(
            status: run.status, output: run.output.replacingOccurrences(of: "\r\n", with: "\n"),
            errors: run.errors)
    }
}
