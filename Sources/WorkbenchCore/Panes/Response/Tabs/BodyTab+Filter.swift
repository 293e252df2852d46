// Filtering the body.
extension BodyTab {
  /// Opens the filter field with the current filter, or with the sign of a kind of filter.
  mutating func openFilter(_ sign: String? = nil, in context: PaneContext) -> [PaneOutput] {
    filter = FilterLine(sign ?? filter?.editor.text ?? shown.filtered?.filter ?? "")
    fit(in: context)
    return []
  }

  mutating func handleInFilter(_ key: Key, _ context: PaneContext) -> [PaneOutput] {
    switch key {
    case .escape: return closeFilterLine(context)
    case .enter: return filterBody(context)
    case .up, .down: filter?.showRecalled(key == .up ? 1 : -1, of: filterHistory)
    default:
      _ = filter?.editor.handle(key)
      if filter?.task == nil { filter?.state = .idle }
    }
    return []
  }

  /// Filters the whole body, not the result of another filter.
  private mutating func filterBody(_ context: PaneContext) -> [PaneOutput] {
    guard let line = filter, let body = shown.unfiltered else { return [] }
    if line.isBlank { return clearFilter(in: context) }
    let text = line.editor.text
    do throws(Problem) {
      let bodyFilter = try BodyFilter(text)
      let task = view.nextTask(of: Self.id)
      filter?.state = .running(task)
      filter?.isOpen = false
      // The positions of an earlier search do not apply to the result.
      view.search = nil
      filterHistory.removeAll { $0 == text }
      filterHistory.append(text)
      var outputs: [PaneOutput] = []
      if case .command = bodyFilter, let remark = secretsRemark(in: context) {
        outputs.append(.information("The command reads the body, \(remark)"))
      }
      fit(in: context)
      return outputs + [.effect(.body(.stopFilter)), .effect(.body(.filter(task, bodyFilter, body))), .remember]
    } catch {
      // The field has the sentence already if the same filter is tried again.
      let isKnown = if case .failed(error.sentence)? = filter?.state { true } else { false }
      filter?.state = .failed(error.sentence)
      return isKnown ? [.failure(error.sentence)] : []
    }
  }

  private mutating func closeFilterLine(_ context: PaneContext) -> [PaneOutput] {
    let isRunning = filter?.isRunning ?? false
    filter = nil
    fit(in: context)
    return isRunning ? [.effect(.body(.stopFilter))] : []
  }

  mutating func clearFilter(in context: PaneContext) -> [PaneOutput] {
    let isRunning = filter?.isRunning ?? false
    filter = nil
    if shown.filtered != nil {
      shown.filtered = nil
      rewind()
      view.window = windowBeforeFilter ?? ListWindow()
      windowBeforeFilter = nil
    }
    fit(in: context)
    return (isRunning ? [.effect(.body(.stopFilter))] : []) + searchAgain()
  }

  mutating func takeFiltered(
    _ document: BodyDocument, _ remark: String?, isComplete: Bool, _ context: PaneContext
  ) -> [PaneOutput] {
    guard let text = filter?.editor.text else { return [] }
    var document = document
    let follows = isFollowing(context.workspace.exchange, in: context)
    let (former, count) = (shown.filtered, rows.count)
    if former == nil { windowBeforeFilter = view.window }
    if let former, former.filter == text { document.takeView(of: former.document) } else { rewind() }
    shown.filtered = FilteredBody(filter: text, document: document, remark: remark)
    if former?.filter == text { unseen += max(0, rows.count - count) }
    if isComplete { filter = nil }
    if follows { goToEnd(in: context) } else { fit(in: context) }
    return isComplete ? searchAgain() : []
  }

  /// Filters again after more of the body has arrived. A command runs again only once the body is complete.
  mutating func filterAgain(in context: PaneContext) -> [PaneOutput] {
    guard filter == nil, let filtered = shown.filtered, let body = shown.unfiltered,
      let bodyFilter = try? BodyFilter(filtered.filter)
    else { return [] }
    if case .command = bodyFilter, !body.isWhole { return [] }
    let task = view.nextTask(of: Self.id)
    filter = FilterLine(filtered.filter)
    filter?.isOpen = false
    filter?.state = .running(task)
    fit(in: context)
    return [.effect(.body(.filter(task, bodyFilter, body)))]
  }
}
