// The messages that are listed.
extension MessagesTab {
  mutating func openFilter(in context: PaneContext) -> [PaneOutput] {
    if filter.field == nil { filter.field = ListFilter() } else { filter.field?.isOpen = true }
    fit(in: context)
    return []
  }

  mutating func handleInFilter(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    guard let outcome = filter.field?.handle(key) else { return [] }
    switch outcome {
    case .changed: return filterAgain(in: context)
    case .moved(let step): move(by: step, in: context)
    case .kept: filter.field?.isOpen = false
    case .dropped: return clearFilter(in: context)
    case .nothing: break
    }
    return []
  }

  mutating func clearFilter(in context: PaneContext) -> [PaneOutput] {
    filter.field = nil
    return filterAgain(in: context)
  }

  mutating func togglePings(in context: PaneContext) -> [PaneOutput] {
    filter.togglePings()
    return filterAgain(in: context)
      + [.information(filter.showsPings ? "Pings and pongs are listed" : "Pings and pongs are hidden")]
  }

  /// Chooses the listed messages anew, and keeps the selected one or the next after it.
  mutating func filterAgain(in context: PaneContext) -> [PaneOutput] {
    let follows = isAtEnd && context.workspace.exchange?.isRunning == true
    wanted = follows ? nil : selectedNumber ?? wanted
    var view = view
    let job = filter.apply(to: messages) { view.nextTask(of: Self.id) }
    self.view = view
    if let job { return [.effect(.body(.chooseMessages(job)))] }
    return showChosen(in: context)
  }

  mutating func showChosen(in context: PaneContext) -> [PaneOutput] {
    fit(in: context)
    if let wanted {
      select(row: filter.numbers.row(of: wanted), in: context)
    } else if context.workspace.exchange?.isRunning == true {
      goToEnd(in: context)
    }
    noteSeen()
    guard view.search != nil else { return [] }
    view.search?.origin = view.window.selected
    return searchAgain()
  }

  /// The typed text, and how many messages have it.
  var filterLine: HeadLine? {
    guard let field = filter.field else { return nil }
    let count = filter.task == nil ? Formatting.count(filter.numbers.count, "message") : "Filtering…"
    let hint = field.isOpen ? " · > sent, < received" : " · Esc shows all"
    return { canvas in
      let hasRoom = (count + hint).columns + min(field.editor.text.columns, 24) + 4 <= canvas.size.columns
      FilterField.draw(
        "▽ ", field.editor, isOpen: field.isOpen, status: [Span(hasRoom ? count + hint : count, .hint)], into: &canvas)
    }
  }
}
