import Foundation

// Completion in the open field.
extension RequestPane {
  /// The state of completion in the open field.
  struct Completing: Equatable, Sendable {
    /// The open list.
    var open: Completion?
    /// The cursor's position when the list was last updated.
    var seen: Seen
    /// Whether the last key typed a character.
    var isTyping = false
    /// The list that was requested, and its place.
    var pending: Pending?
    /// The lists that were looked up outside.
    var found: [CompletionSearch: CompletionList] = [:]

    struct Seen: Equatable, Sendable {
      var revision: Int
      var cursor: Int

      init(_ editor: TextEditor) { (revision, cursor) = (editor.revision, editor.cursor) }
    }

    struct Pending: Equatable, Sendable {
      var task: TaskID
      var search: CompletionSearch
      var isAsked: Bool
    }
  }

  /// The list shown beside the cursor.
  package var completion: Completion? { editing?.find == nil ? editing?.completing.open : nil }

  /// Whether keys type into the field itself, and not into a line below a long text.
  private var takesCompletion: Bool {
    guard let editing, editing.find == nil, editing.secret == nil else { return false }
    return editing.vim.map { $0.mode == .insert && $0.commandLine == nil } ?? true
  }

  /// Passes a key to the open list, or opens one.
  ///
  /// - Returns: `nil` if the key is for the text.
  mutating func handleInCompletion(_ key: Key, in context: PaneContext) -> [PaneOutput]? {
    guard takesCompletion else { return nil }
    if let completion = editing?.completing.open, let outputs = choose(with: key, from: completion, in: context) {
      return outputs
    }
    if key == .control(" ") || key == .control("n") { return openCompletion(isAsked: true, in: context) }
    editing?.completing.isTyping = if case .character = key { true } else { false }
    return nil
  }

  private mutating func choose(
    with key: Key, from completion: Completion, in context: PaneContext
  ) -> [PaneOutput]? {
    switch key {
    case .down, .control("n"): editing?.completing.open?.move(by: 1)
    case .up, .control("p"): editing?.completing.open?.move(by: -1)
    case .pageDown: editing?.completing.open?.move(by: Completion.rows)
    case .pageUp: editing?.completing.open?.move(by: -Completion.rows)
    case .control(" ") where completion.count > 1: editing?.completing.open?.move(by: 1)
    case .control(" "): return accept(completion, in: context)
    case .enter where completion.isChosen || completion.completesVariable: return accept(completion, in: context)
    case .tab where tabAccepts(completion): return accept(completion, in: context)
    case .escape:
      editing?.completing.open = nil
      // A list that opened automatically does not keep vim in insert mode.
      return editing?.vim != nil && !completion.isAsked && !completion.isChosen ? nil : []
    default: return nil
    }
    return []
  }

  /// Whether Tab accepts an item instead of moving to the next field.
  private func tabAccepts(_ completion: Completion) -> Bool {
    completion.isChosen || completion.continuesTyped || completion.completesVariable
      || editing?.target.isMultiline == true
  }

  /// Whether Tab accepts an item of the open list.
  var completesWithTab: Bool { completion.map(tabAccepts) ?? false }

  /// Opens the list for the word at the cursor, or looks up its items first.
  private mutating func openCompletion(isAsked: Bool, in context: PaneContext) -> [PaneOutput] {
    guard let place = completionPlace(in: context) else {
      return isAsked ? [.information("Nothing to complete here")] : []
    }
    if let search = search(for: place.kind), editing?.completing.found[search] == nil {
      if editing?.completing.pending?.search == search {
        if isAsked { editing?.completing.pending?.isAsked = true }
        return []
      }
      let task = TaskID(tab: "completion", number: nextTask())
      editing?.completing.pending = .init(task: task, search: search, isAsked: isAsked)
      return [.effect(.complete(task, search))]
    }
    let completion = Completion(list(for: place, in: context), at: place, isAsked: isAsked)
    guard !completion.isIdle else {
      return isAsked ? [.information("No suggestions")] : []
    }
    if isAsked, completion.count == 1 { return accept(completion, in: context) }
    editing?.completing.open = completion
    return []
  }

  private mutating func nextTask() -> Int {
    completionTask += 1
    return completionTask
  }

  private func completionPlace(in context: PaneContext) -> CompletionPlace? {
    guard let editing, let file = context.workspace.items[editing.address].draft?.current else { return nil }
    return CompletionPlace(in: editing.editor, of: editing.target, editing.language, file)
  }

  /// Updates the list for the text and the cursor: narrows it, closes it, or opens one for what was typed.
  mutating func followCompletion(in context: PaneContext) -> [PaneOutput] {
    guard let editing else { return [] }
    let seen = Completing.Seen(editing.editor)
    guard seen != editing.completing.seen else { return [] }
    let isTyped = editing.completing.isTyping && seen.revision != editing.completing.seen.revision
    self.editing?.completing.seen = seen
    guard takesCompletion else {
      self.editing?.completing.open = nil
      return []
    }
    let place = editing.completing.open == nil && !isTyped ? nil : completionPlace(in: context)
    if var open = editing.completing.open {
      let isEdited = seen.revision != editing.completing.seen.revision
      if isEdited, let place, place.kind == open.place.kind, place.range.lowerBound == open.place.range.lowerBound {
        open.follow(place)
        self.editing?.completing.open = open.isIdle ? nil : open
        return []
      }
      self.editing?.completing.open = nil
    }
    guard isTyped, let place, place.opensItself, editing.editor.selection == nil else { return [] }
    return openCompletion(isAsked: false, in: context)
  }

  /// Shows the items that were looked up, unless the field was left or the search replaced since.
  mutating func showCompletions(_ items: [CompletionItem], for task: TaskID, in context: PaneContext) -> [PaneOutput] {
    guard let pending = editing?.completing.pending, pending.task == task else { return [] }
    editing?.completing.pending = nil
    let list =
      pending.search == .urls ? KnownURLs.list(items, context.workspace.variables.value) : CompletionList(items)
    editing?.completing.found[pending.search] = list
    guard let place = completionPlace(in: context), search(for: place.kind) == pending.search,
      pending.isAsked || place.opensItself
    else { return [] }
    return openCompletion(isAsked: pending.isAsked, in: context)
  }

  // MARK: Lists

  private func search(for kind: CompletionKind) -> CompletionSearch? {
    switch kind {
    case .url: .urls
    case .file(let folder): .files(in: folder, of: editing?.address ?? Address(""))
    default: nil
    }
  }

  private mutating func list(for place: CompletionPlace, in context: PaneContext) -> CompletionList {
    switch place.kind {
    case .variable:
      let variables = context.workspace.variables.value
      knownVariables.update(for: variables) { variables.completions }
      return knownVariables.value
    case .filter: return CompletionWords.filters
    case .method: return CompletionWords.methods
    case .checkQuery: return CompletionWords.checkQueries
    case .checkPredicate: return CompletionWords.checkPredicates
    case .checkFilter: return CompletionWords.checkFilters
    case .step: return CompletionWords.steps
    case .savedMessage:
      let messages = context.workspace.file?.request?.messages ?? []
      return CompletionList(messages.map { CompletionItem($0.name, $0.kind?.rawValue ?? "") })
    case .headerName: return CompletionWords.headerNames
    case .headerValue(let name): return CompletionList(HeaderValues.items(of: name))
    case .mediaType: return CompletionWords.mediaTypes
    case .jsonKey: return CompletionList(knownKeys(in: context).map { CompletionItem($0) })
    case .graphQL: return CompletionList(CompletionWords.graphQL + knownKeys(in: context).map { CompletionItem($0) })
    case .url, .file: return search(for: place.kind).flatMap { editing?.completing.found[$0] } ?? CompletionList([])
    }
  }

  /// The names in the last response, in what was sent, in the examples and in the open text itself.
  private func knownKeys(in context: PaneContext) -> [String] {
    guard let editing else { return [] }
    let exchange = context.workspace.exchange
    let examples = context.workspace.file?.request?.examples.compactMap(\.body).map { Data($0.utf8) } ?? []
    let own = Data(editing.opened.bytes(in: 0..<editing.opened.count))
    return JSONKeys.names(in: [own, exchange?.sentBody?.text, exchange?.body?.text].compactMap { $0 } + examples)
  }

  // MARK: Accepting

  private mutating func accept(_ completion: Completion, in context: PaneContext) -> [PaneOutput] {
    editing?.completing.open = nil
    guard let item = completion.selected, let editor = editing?.editor else { return [] }
    let place = completion.place
    let insertion = place.insertion(of: item, followedBy: editor.following)
    editing?.type(insertion.text, over: place.range)
    for _ in 0..<insertion.skipped { editing?.editor.moveRight() }
    if let editor = editing?.editor { editing?.completing.seen = Completing.Seen(editor) }
    // Continue completing inside a folder.
    let continues = if case .file = place.kind { item.text.hasSuffix("/") } else { false }
    return keepSoon() + (continues ? openCompletion(isAsked: false, in: context) : [])
  }
}

extension RequestPane.Editing {
  /// Replaces the beginning of a word. Vim records it like typing, so that it can be repeated.
  fileprivate mutating func type(_ text: String, over range: Range<Int>) {
    guard vim != nil else { return editor.replace(range, with: text) }
    for _ in 0..<editor.buffer.characters(in: range) { _ = vim?.handle(.backspace, in: &editor) }
    for character in text { _ = vim?.handle(.character(character), in: &editor) }
  }
}

extension TextEditor {
  /// Some characters after the cursor in its line.
  fileprivate var following: String {
    buffer.text(in: cursor..<buffer.scalarStart(min(buffer.lineEnd(of: cursor), cursor + 16)))
  }
}

extension CompletionPlace {
  /// The text to insert for an item: its text and the closing characters, unless these follow already.
  ///
  /// - Returns: The text, and the number of characters after it that the cursor skips.
  fileprivate func insertion(of item: CompletionItem, followedBy rest: String) -> (text: String, skipped: Int) {
    let blanks = rest.prefix { $0 == " " }.count
    switch kind {
    case .variable, .filter:
      return rest.dropFirst(blanks).hasPrefix("}}") ? (item.text, blanks + 2) : (item.text + "}}", 0)
    case .jsonKey(let isQuoted):
      let text = isQuoted ? item.text : "\"" + item.text
      if rest.hasPrefix("\"") { return (text, 1) }
      return (text + "\": ", 0)
    default: return (item.text, 0)
    }
  }
}
