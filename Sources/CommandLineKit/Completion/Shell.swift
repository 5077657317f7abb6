/// A shell for which completions can be written.
public enum Shell: String, Hashable, Sendable, CaseIterable {
    case bash
    case zsh
    case fish

    /// The file that holds a program's completions, below an installation's prefix.
    public func installPath(program: String) -> String {
        switch self {
        case .bash: "share/bash-completion/completions/\(program)"
        case .zsh: "share/zsh/site-functions/_\(program)"
        case .fish: "share/fish/vendor_completions.d/\(program).fish"
        }
    }

    /// How completions are tried without installing them: a command for this shell.
    public func trial(program: String) -> String {
        switch self {
        case .bash: "source <(\(program) completions bash)"
        case .zsh: "source <(\(program) completions zsh)"
        case .fish: "\(program) completions fish | source"
        }
    }
}
