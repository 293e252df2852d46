// Comparing the body with the body of another exchange.
extension BodyTab {
  /// Lists the exchanges whose bodies can be compared with this one.
  func openComparison(in context: PaneContext) -> [PaneOutput] {
    if let message { return MessagePicker.open(for: message.index, in: context) }
    guard let live = context.workspace.exchange, live.body?.isWhole == true else {
      return [.refusal("Compare bodies with…", "The body is still being received")]
    }
    return ExchangePicker.open(.body, for: live, in: context)
  }

  mutating func compare(with id: ExchangeID, in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let body = shown.body else { return [] }
    let task = beginComparing(in: context)
    return [.effect(.body(.compare(task, body, startedAt: live.exchange?.startedAt, with: id)))]
  }

  mutating func compare(
    with example: SavedExample, of address: Address, in context: PaneContext
  ) -> [PaneOutput] {
    guard let body = shown.body else { return [.information("The response has no body to compare")] }
    let task = beginComparing(in: context)
    return [.effect(.body(.compareExample(task, body, with: example, of: address)))]
  }

  mutating func beginComparing(in context: PaneContext) -> TaskID {
    let task = view.nextTask(of: Self.id)
    (comparisonTask, isComparing) = (task, true)
    fit(in: context)
    return task
  }

  /// Ends the comparison that is being made; `nil` without one.
  mutating func stopComparing(in context: PaneContext) -> [PaneOutput]? {
    guard comparisonTask != nil else { return nil }
    (comparisonTask, isComparing) = (nil, false)
    fit(in: context)
    return [.effect(.body(.stopComparing))]
  }

  mutating func takeCompared(_ result: BodyTaskEvent, in context: PaneContext) -> [PaneOutput] {
    (comparisonTask, isComparing) = (nil, false)
    if case .compared(let diff, let title) = result {
      return show(Comparison(diff: diff, title: title), in: context)
    }
    fit(in: context)
    if case .comparisonFailed(let sentence) = result { return [.failure(sentence)] }
    return []
  }

  private mutating func show(_ comparison: Comparison, in context: PaneContext) -> [PaneOutput] {
    shown.comparison = comparison
    rewind()
    fit(in: context)
    if let first = comparison.diff.nextChange(from: -1) { select(row: first, in: context) }
    return [.information(comparison.summary)] + searchAgain()
  }

  mutating func endComparison(in context: PaneContext) -> [PaneOutput] {
    shown.comparison = nil
    rewind()
    fit(in: context)
    return searchAgain()
  }

  @discardableResult
  mutating func changeComparison(in context: PaneContext, _ change: (inout DocumentDiff) -> Void) -> [PaneOutput] {
    guard var comparison = shown.comparison else { return [] }
    change(&comparison.diff)
    shown.comparison = comparison
    fit(in: context)
    return []
  }

  mutating func goToChange(forward: Bool, in context: PaneContext) -> [PaneOutput] {
    guard let diff = shown.comparison?.diff else { return [] }
    let row = view.window.selected
    guard let change = forward ? diff.nextChange(from: row) : diff.previousChange(from: row) else {
      return [.information(forward ? "This is the last change" : "This is the first change")]
    }
    select(row: change, in: context)
    return []
  }
}
