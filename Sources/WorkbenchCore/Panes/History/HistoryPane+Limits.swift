/// The size of history and its limits.
extension HistoryPane {
  static let setLimits = PaneCommand<HistoryPane>(
    "history.limits", "Limit history", "Show the size of history, and set how much of it is kept.",
    keywords: "prune retention size clean clear maximum days",
    keys: [], go: ",", opensField: true,
    run: { pane, _ in
      let size = pane.facts.size.map { " in " + Formatting.bytes($0) } ?? ""
      let prompt = Prompt(
        title: "Limits · \(pane.total)\(size) now", hint: "Such as 10000 30d 1G; empty keeps everything",
        text: pane.facts.limits.text, purpose: HistoryLimits())
      return [.open(prompt)]
    })

  /// Sets the typed limits.
  static func limit(_ text: String) -> PaneOutput {
    do {
      return .effect(.history(.limit(try Retention(text))))
    } catch {
      return .failure(error.sentence)
    }
  }

  /// The number of exchanges and their size on disk, each with its limit if there is room.
  func trailing(columns: Int) -> String {
    let limits = facts.limits
    let plain = String(total) + (facts.size.map { " · " + Formatting.bytes($0) } ?? "")
    guard !limits.isUnlimited else { return plain }
    func limit<Value>(_ value: Value?, _ text: (Value) -> String) -> String { value.map { " of " + text($0) } ?? "" }
    let size = facts.size.map { " · " + Formatting.bytes($0) + limit(limits.size, Formatting.bytes) } ?? ""
    let days = limits.days.map { " · \($0) d" } ?? ""
    let whole = String(total) + limit(limits.count, String.init) + size + days
    return whole.columns <= columns ? whole : plain
  }
}

struct HistoryLimits: PromptUse {
  func output(_ text: String) -> PaneOutput { HistoryPane.limit(text) }
  var accepting: String { "set" }
  var acceptsNothing: Bool { true }
}
