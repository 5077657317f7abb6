internal import EventLog
internal import Projections

/// Hears a replay and tells each event with what it changed, block by block: memory does not grow with the log.
final class StepNarrator: EffectListener {
    private let projections: [AnyProjection]
    private let renderer: RowRenderer
    private let printer: StepPrinter
    /// Asks what to do after each event; nil where nobody is there to answer.
    private let prompt: StepPrompt?
    /// The first event to tell.
    private var first: UInt64
    private var effects: [(projection: Int, effect: Effect)] = []
    /// How many events were told.
    private(set) var told = 0
    /// What the reader asked for; nil to go on.
    private(set) var request: StepPrompt.Answer?

    init(
        _ projections: [AnyProjection], _ renderer: RowRenderer, _ printer: StepPrinter, from first: UInt64,
        prompt: StepPrompt?
    ) {
        self.projections = projections
        self.renderer = renderer
        self.printer = printer
        self.first = first
        self.prompt = prompt
    }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.position >= first,
            let index = projections.firstIndex(where: { $0.name == projection.name })
        else { return }
        effects.append((index, effect))
    }

    func endOfBlock(_ block: borrowing EventBlock) throws {
        var next = 0
        for index in 0..<block.count where !isSatisfied {
            let position = block.lastPosition(at: index)
            var own: [(projection: Int, effect: Effect)] = []
            while next < effects.count, effects[next].effect.position <= position {
                own.append(effects[next])
                next += 1
            }
            guard position >= first else { continue }
            printer.print(block, at: index, try changes(own))
            told += 1
            if let prompt { take(prompt.ask(after: position)) }
        }
        effects.removeAll(keepingCapacity: true)
    }

    private func changes(_ effects: [(projection: Int, effect: Effect)]) throws -> [RowChange] {
        var changes: [RowChange] = []
        for (index, projection) in projections.enumerated() {
            let own = effects.filter { $0.projection == index }.map(\.effect)
            if !own.isEmpty { changes += try RowChangeRendering.changes(of: own, in: projection, renderer) }
        }
        return changes
    }

    private func take(_ answer: StepPrompt.Answer) {
        switch answer {
        case .next: break
        case .forward(let position): first = position
        case .back, .quit: request = answer
        }
    }

    /// Whether the reader went away, or wants something else.
    var isSatisfied: Bool { request != nil || printer.hasLostReader }
}
