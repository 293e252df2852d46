// The text fields: a message, the filter, the search.
extension MessagesTab {
  package var isTyping: Bool { composer.isOpen || filter.isOpen || view.search?.isOpen ?? false }

  package var typingHints: [(key: String, label: String)] {
    if composer.isOpen { return composer.hints }
    return filter.isOpen ? [("⏎", "keep"), ("Esc", "show all")] : searchHints
  }

  package mutating func point(_ pointer: FieldPointer) {
    if composer.isOpen {
      composer.point(pointer)
    } else if filter.isOpen {
      filter.field?.editor.point(pointer)
    } else {
      view.search?.editor.point(pointer)
    }
  }

  package mutating func handle(_ key: Key, in context: PaneContext) -> [PaneOutput] {
    if filter.isOpen, !composer.isOpen { return handleInFilter(key, in: context) }
    guard composer.isOpen else { return handleInSearch(key, context) }
    switch key {
    case .escape: composer.isOpen = false
    case .enter, .controlEnter: return send(in: context)
    case .tab where composer.isEmpty && composer.hasSaved: return Self.chooseMessage(in: context)
    case .alt("s"): return MessageKeeper.prompt(forText: composer.editor.text, in: context)
    default: composer.handle(key)
    }
    // The field may have other lines now.
    fit(in: context)
    return []
  }

  private mutating func send(in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange else { return [] }
    guard let text = composer.takeText() else { return [.information("Nothing to send: type a message first")] }
    fit(in: context)
    return [.effect(.exchange(.give(live.id, .message(.template(text)))))]
  }

  /// Shows the message again that was sent last, and was refused.
  mutating func restore(_ text: String, in context: PaneContext) {
    composer.restore(text)
    fit(in: context)
  }

  package mutating func paste(_ text: String, in context: PaneContext) -> [PaneOutput] {
    if composer.isOpen {
      composer.editor.insert(text)
      fit(in: context)
      return []
    }
    guard filter.isOpen else { return pasteIntoSearch(text, context) }
    filter.field?.editor.insert(text)
    return filterAgain(in: context)
  }

  package mutating func blur(in context: PaneContext) {
    composer.isOpen = false
    view.search?.isOpen = false
    if filter.isOpen { filter.field = filter.text.isEmpty ? nil : filter.field }
    filter.field?.isOpen = false
  }

  package mutating func stepOut(in context: PaneContext) -> [PaneOutput]? {
    if let outputs = stepOutOfRows(context) { return outputs }
    return filter.field == nil ? nil : clearFilter(in: context)
  }

  package var closing: String? { closingOfRows ?? (filter.field == nil ? nil : "show all") }

  package func headLines(in context: PaneContext) -> [HeadLine] {
    (filterLine.map { [$0] } ?? []) + composer.lines(most: max(1, context.contentRows / 3))
  }
}
