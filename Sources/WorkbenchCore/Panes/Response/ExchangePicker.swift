/// The list of exchanges to compare with the shown one.
package struct ExchangePicker: Equatable, Sendable {
  /// What is compared.
  enum Part: Equatable, Sendable {
    case body, exchange
  }

  let part: Part
  /// The shown exchange.
  let exchange: ExchangeID
  let method: String?
  let url: String?
  /// Its request; `nil` if it has no id.
  package let request: RequestID?
  /// Whether only runs may have another exchange, so that the list opens once history has found them.
  private var isAwaited = false

  private init(_ part: Part, for live: LiveExchange) {
    (self.part, exchange, request) = (part, live.id, live.request?.id)
    (method, url) = (live.exchange?.shownMethod, live.exchange?.sent?.url)
  }

  /// The number of exchanges that history lists.
  private static let mostCandidates = 1_000

  /// Lists the exchanges of the same request first, then the rest of history.
  static func open(_ part: Part, for live: LiveExchange, in context: PaneContext) -> [PaneOutput] {
    var picker = ExchangePicker(part, for: live)
    let items = picker.items([], context.recent, context.workspace.clock)
    picker.isAwaited = items.isEmpty
    // The list of history has only the last exchange of each run.
    let others = Effect.history(.responses(picker))
    if picker.request == nil { return [picker.screen(of: items)] }
    return picker.isAwaited
      ? WaitingScreen.start(others, title: picker.title, text: "Reading history…")
      : [picker.screen(of: items), .effect(others)]
  }

  private func screen(of items: [Picker.Item]) -> PaneOutput {
    items.isEmpty
      ? .refusal("Compare", "History has no other exchange to compare with", remedy: Command.named("request.send"))
      : .open(Picker(title: title, items: items))
  }

  private var title: String {
    switch part {
    case .body: "Compare body with"
    case .exchange: "Compare exchange with"
    }
  }

  /// The output that shows the exchanges that history has found for the request.
  func show(_ found: [ExchangeSummary], _ recent: [ExchangeSummary], _ clock: Clock) -> PaneOutput {
    let items = items(found, recent, clock)
    return isAwaited
      ? .tell(WaitingScreen.Completion(work: .history(.responses(self)), outputs: [screen(of: items)]))
      : .tell(Found(title: title, items: items))
  }

  /// - Parameters:
  ///   - found: Exchanges of the same request, those of runs as well.
  ///   - recent: The list of history.
  private func items(_ found: [ExchangeSummary], _ recent: [ExchangeSummary], _ clock: Clock) -> [Picker.Item] {
    var known: Set<ExchangeID> = [exchange]
    let candidates = (found + recent.filter(isOfSameRequest) + recent).filter { entry in
      isComparable(entry) && known.insert(entry.id).inserted
    }
    return candidates.prefix(Self.mostCandidates).map { entry in
      // The name comes first: narrow screens show the first words only.
      Picker.Item(
        title: "\(entry.method) \(HistoryPane.name(of: entry))",
        detail: "\(entry.result.label.0)  \(clock.fullText(entry.startedAt))", action: action(entry.id),
        keywords: entry.url.lowercased())
    }
  }

  private func isOfSameRequest(_ entry: ExchangeSummary) -> Bool {
    if let request, entry.requestID == request { return true }
    return entry.url == url && entry.method == method
  }

  /// Whether it has a body, or was sent if headers and times are compared, too.
  private func isComparable(_ entry: ExchangeSummary) -> Bool {
    switch part {
    case .body: entry.bodySize > 0
    case .exchange: entry.result != .failed(.unprepared)
    }
  }

  private func action(_ other: ExchangeID) -> PaneOutput {
    switch part {
    case .body: .body(.compare(other))
    case .exchange: .tell(CompareExchanges(first: exchange, second: other))
    }
  }

  /// Replaces the rows of the open list. The chosen one stays selected.
  private struct Found: OverlayMessage, Equatable {
    let title: String
    let items: [Picker.Item]

    func apply(to screen: inout Picker) -> OverlayOutcome {
      guard screen.title == title else { return .stays() }
      let chosen = screen.window.selected == 0 ? nil : screen.selected?.action
      screen.items = items
      let matches = screen.matches
      if let chosen, let row = matches.firstIndex(where: { $0.action == chosen }) {
        screen.window.select(row, of: matches.count, height: matches.count)
      }
      return .stays()
    }
  }
}
