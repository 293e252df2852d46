/// The keys that move through the list of an overlay.
enum ListKeys {
  /// The number of rows a key moves by; `nil` for any other key. The list clamps steps past either end.
  static func step(_ key: Key, page: Int) -> Int? {
    switch key {
    case .up, .control("p"): -1
    case .down, .control("n"): 1
    case .pageUp: -page
    case .pageDown: page
    case .home: -.max / 2
    case .end: .max / 2
    default: nil
    }
  }

  /// Also accepts the letters that move in panes, for lists without a text field.
  static func stepByLetter(_ key: Key, page: Int) -> Int? {
    switch key {
    case .character("k"): -1
    case .character("j"): 1
    case .character("g"): -.max / 2
    case .character("G"): .max / 2
    case .control("b"): -page
    case .control("f"), .character(" "): page
    case .control("u"): -max(1, page / 2)
    case .control("d"): max(1, page / 2)
    default: step(key, page: page)
    }
  }
}
