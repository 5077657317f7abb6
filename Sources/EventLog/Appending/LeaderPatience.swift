/// How long a leader waits for callers before it commits.
///
/// Callers that append again and again would otherwise fall into two groups: one whose commit is under way, and
/// one that waits and leads as soon as that is done, before the first has come back. Half of the commits are saved
/// by waiting until the callers that were just answered are there again. They come within moments or not at all,
/// so the wait is short beside a commit, and after one in vain the next commits do without.
struct LeaderPatience: Sendable, Equatable {
    /// How many appends are to be there: those of the last commit, and those that waited when it was done.
    private(set) var expected = 1
    /// How long the last commit took, in nanoseconds.
    private var lastCommit: Int64 = 0
    /// How many waits in a row were in vain.
    private var vainWaits = 0
    /// How many commits are still to go without a wait.
    private var commitsToSkip = 0

    /// A wait takes at most this share of a commit.
    private static let shareOfCommit: Int64 = 4
    /// A wait takes at most so long, in nanoseconds.
    private static let longestWait: Int64 = 2_000_000
    /// Of waits in vain, so many in a row double the commits that go without.
    private static let mostDoublings = 6

    /// The nanoseconds for which a leader waits, of whom more are expected; 0 where it goes on at once.
    mutating func limit() -> Int64 {
        if commitsToSkip > 0 {
            commitsToSkip -= 1
            return 0
        }
        return min(lastCommit / Self.shareOfCommit, Self.longestWait)
    }

    /// Takes note of a wait: whether all who were expected came.
    mutating func noteWait(wasWorthIt: Bool) {
        vainWaits = wasWorthIt ? 0 : min(vainWaits + 1, Self.mostDoublings)
        commitsToSkip = wasWorthIt ? 0 : (1 << vainWaits) - 1
    }

    /// Takes note of a commit that is done.
    ///
    /// - Parameters:
    ///   - answered: How many appends it answered.
    ///   - waiting: How many came meanwhile.
    ///   - nanoseconds: How long it took.
    mutating func noteCommit(answered: Int, waiting: Int, nanoseconds: Int64) {
        expected = answered + waiting
        lastCommit = nanoseconds
    }
}
