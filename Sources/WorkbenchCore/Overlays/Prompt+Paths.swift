// Completes the path of a file as a shell does: Tab completes as far as it is unique, then opens a list.
extension Prompt {
  /// Inserts the completed path, and lists the possible continuations.
  mutating func complete(by path: String, _ names: [String]) {
    editor = TextEditor(path)
    let hints = purpose.pathHints ?? ("", "")
    switch names.count {
    case 0: hint = hints.new
    case 1: hint = hints.existing
    default: hint = "↓ ↑ select, Enter takes the selected name"
    }
    let list = CompletionList(names.map { CompletionItem($0) })
    completion = names.count > 1 ? Completion(list, at: .path(in: editor), isAsked: true) : nil
  }

  /// Narrows the list to what was typed; another folder closes it.
  mutating func followPath() {
    guard var list = completion else { return }
    let place = CompletionPlace.path(in: editor)
    list.follow(place)
    completion = place.kind == list.kind && !list.isIdle ? list : nil
  }

  /// - Returns: `false` if the key is for the text.
  mutating func chooseName(with key: Key) -> Bool {
    guard let list = completion else { return false }
    switch key {
    case .down, .control("n"), .control(" "): completion?.move(by: 1)
    case .up, .control("p"): completion?.move(by: -1)
    case .pageDown: completion?.move(by: Completion.rows)
    case .pageUp: completion?.move(by: -Completion.rows)
    case .escape: completion = nil
    case .enter where list.isChosen, .tab where list.isChosen:
      if let name = list.selected?.text { editor.replace(list.place.range, with: name) }
      completion = nil
    default: return false
    }
    return true
  }
}

extension CompletionPlace {
  /// The last name of a path that fills a field.
  fileprivate static func path(in editor: TextEditor) -> CompletionPlace {
    let before = editor.buffer.text(in: 0..<editor.cursor)
    let name = before.lastIndex(of: "/").map { before[before.index(after: $0)...] } ?? before[...]
    return CompletionPlace(.file(folder: String(before[..<name.startIndex])), name, at: editor.cursor)
  }
}
