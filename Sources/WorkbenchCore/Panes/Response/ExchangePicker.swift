/// The list of exchanges to compare with the shown one.
enum ExchangePicker {
  /// The number of exchanges that history lists.
  private static let mostCandidates = 1_000

  /// Lists the exchanges of the same request first, then the rest of history.
  static func open(
    _ title: String, for live: LiveExchange, in context: PaneContext, action: (ExchangeID) -> PaneOutput
  ) -> [PaneOutput] {
    let others = context.recent.filter { $0.id != live.id }
    let same = others.filter { $0.url == live.exchange?.sent?.url && $0.method == live.exchange?.shownMethod }
    let sameIDs = Set(same.map(\.id))
    let items = (same + others.filter { !sameIDs.contains($0.id) }).prefix(mostCandidates).map { entry in
      Picker.Item(
        title: "\(context.workspace.clock.fullText(entry.startedAt))  \(entry.method) \(entry.url)",
        detail: entry.result.label.0, action: action(entry.id))
    }
    guard !items.isEmpty else {
      return [
        .refusal("Compare", "History has no other exchange to compare with", remedy: Command.named("request.send"))
      ]
    }
    return [.open(Picker(title: title, items: Array(items)))]
  }
}
