/// Results of `HistoryEffect`s.
package enum HistoryEvent: Sendable {
  case listed(query: String, [ExchangeSummary], total: Int, facts: HistoryFacts = HistoryFacts())
  /// The newest exchanges, after one was recorded.
  case newest([ExchangeSummary], total: Int, size: Int?)
  case statistics(ExchangeSummary, title: String, RequestStatistics)
  case compared(ExchangeID, ExchangeID, ComparedExchanges)
  /// The exchanges found for the question of that number.
  case found(Int, [ExchangeSummary])
  /// The exchanges of the request whose exchange is compared.
  case responses(ExchangePicker, [ExchangeSummary])
  /// Exchanges were annotated, deleted or restored.
  case changed(Notice?)
  case opened(Exchange, body: BodyDocument?, sentBody: BodyDocument?)
  /// The last exchange of a request.
  case last(Exchange.Origin, ExchangeSummary)
  case failed(Problem)
}

/// Facts that the history pane shows besides the list.
package struct HistoryFacts: Equatable, Sendable {
  /// Bytes on disk.
  package var size: Int?
  /// The values that the filter can be completed with.
  package var known: HistoryQuery.KnownValues
  package var limits: Retention

  package init(
    size: Int? = nil, limits: Retention = Retention(), known: HistoryQuery.KnownValues = HistoryQuery.KnownValues()
  ) {
    (self.size, self.limits) = (size, limits)
    self.known = known
  }
}

extension HistoryEvent: PaneMessage {
  package func apply(to pane: inout HistoryPane, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .listed(let query, let entries, let total, let facts):
      pane.facts = facts
      return pane.show(entries, total: total, for: query, in: context)
    case .newest(let entries, let total, let size):
      return pane.add(newest: entries, total: total, size: size, in: context)
    case .statistics(let entry, let title, let statistics):
      let (clock, columns) = (context.workspace.clock, context.screen.columns)
      let screen = TextScreen.statistics(statistics, of: title, clock, columns: columns)
      return [.tell(WaitingScreen.Completion(work: .history(.statistics(entry)), outputs: [.open(screen)]))]
    case .found(let question, let exchanges): return [.tell(GoToScreen.Found(question: question, exchanges: exchanges))]
    case .responses(let picker, let found): return [picker.show(found, pane.entries, context.workspace.clock)]
    case .compared(let first, let second, let compared):
      var screen = TextScreen.comparison(compared, context.workspace.clock)
      screen.keepRows(on: context.screen)
      return [.tell(WaitingScreen.Completion(work: .history(.compare(first, second)), outputs: [.open(screen)]))]
    case .changed(let notice): return (notice.map { [.notice($0)] } ?? []) + pane.lists
    case .last(let origin, let summary): return [.tell(ExchangeFound.last(origin, summary))]
    case .opened(var exchange, let body, let sentBody):
      // The command line may have sent it from a folder inside or around the open one.
      exchange.origin = exchange.origin?.seen(from: context.workspace.id.root)
      return [.tell(ExchangeFound.opened(LiveExchange(exchange, body: body, sentBody: sentBody)))]
    case .failed(let problem):
      pane.show(problem)
      return [.failure(problem.sentence)]
    }
  }
}

extension WaitingScreen {
  static func ofStatistics(_ entry: ExchangeSummary) -> [PaneOutput] {
    start(.history(.statistics(entry)), title: "Statistics", text: "Reading history…")
  }
}

extension Event {
  package static func history(_ event: HistoryEvent) -> Event { .message(event) }
}

/// An exchange of history for the open folder.
private enum ExchangeFound: WorkspaceMessage, Equatable {
  case last(Exchange.Origin, ExchangeSummary)
  case opened(LiveExchange)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .last(let origin, let summary):
      if origin.root == workspace.id.root { workspace.items[origin.address].lastExchange = summary }
    case .opened(let exchange):
      let address = workspace.items.addresses { $0.reopening == exchange.id }.first
      if let address { workspace.items[address].reopening = nil }
      workspace.show(exchange, at: address.map(Subject.request) ?? .past(exchange.id))
    }
    return []
  }
}

extension LiveExchange {
  fileprivate init(_ exchange: Exchange, body: BodyDocument?, sentBody: BodyDocument?) {
    self.init(id: exchange.id, stage: .ended(exchange), body: body, sentBody: sentBody)
  }
}
