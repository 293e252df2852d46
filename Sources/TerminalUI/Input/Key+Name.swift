extension Key {
  /// Parses a name in the form of the settings: `F5`, `Ctrl+S`, `Alt+x`, `Shift+Tab`, `PgDn`, `Enter`, `?`. Case
  /// matters only for single characters.
  package init?(name: String) {
    if name.count == 1, let character = name.first, !character.isWhitespace {
      self = Self.named[name] ?? .character(character)
      return
    }
    if let key = Self.named[name.lowercased()] {
      self = key
    } else if let character = Self.rest(of: name, after: "ctrl+"), character.isASCII {
      self = .control(Character(character.lowercased()))
    } else if let character = Self.rest(of: name, after: "alt+") {
      self = .alt(character)
    } else {
      return nil
    }
  }

  private static func rest(of name: String, after prefix: String) -> Character? {
    guard name.lowercased().hasPrefix(prefix), name.count == prefix.count + 1 else { return nil }
    return name.last
  }

  private static let special: [Key] =
    [
      .enter, .altEnter, .controlEnter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left,
      .right, .home, .end,
      .pageUp, .pageDown, .controlLeft, .controlRight, .controlHome, .controlEnd, .controlUp, .controlDown, .shiftUp,
      .shiftDown, .shiftLeft, .shiftRight, .altUp, .altDown, .altLeft, .altRight, .character(" "),
    ] + (1...24).map(Key.function)

  /// The words for the symbols in descriptions.
  private static let words = [
    "⏎": "enter", "⌫": "backspace", "↑": "up", "↓": "down", "←": "left", "→": "right", "pgup": "pageup",
    "pgdn": "pagedown", "esc": "escape", "del": "delete", "ins": "insert",
  ]

  private static let named: [String: Key] = {
    var names: [String: Key] = [:]
    for key in special {
      let name = key.description.lowercased()
      names[name] = key
      for (symbol, word) in words where name == symbol || name.hasSuffix("+" + symbol) {
        names[name.replacing(symbol, with: word)] = key
      }
    }
    return names
  }()
}
