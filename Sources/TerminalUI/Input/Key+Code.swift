// Keys reported by their code point: kitty's keyboard protocol (`CSI code:shifted ; modifiers u`) and xterm's
// modifyOtherKeys (`CSI 27 ; modifiers ; code ~`). They distinguish Ctrl+Enter from Enter.
extension Key {
  /// - Parameter parameters: The bytes between `CSI` and `u`.
  init?(kitty parameters: String) {
    let fields = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0) }
    }
    guard let code = fields.first?.first ?? nil else { return nil }
    let modifiers = fields.count > 1 ? (fields[1].first ?? nil) ?? 1 : 1
    let shifted = fields[0].count > 1 ? fields[0][1] : nil
    self.init(code: code, shifted: shifted, modifiers: Int(modifiers) - 1)
  }

  /// - Parameters:
  ///   - code: The code point of the key without modifiers.
  ///   - shifted: The code point of the key with Shift, if the terminal reports it.
  ///   - modifiers: 1 for Shift, 2 for Alt, 4 for Control, 8 and more for others.
  /// - Returns: `nil` for combinations that cannot be bound to commands.
  init?(code: UInt32, shifted: UInt32?, modifiers: Int) {
    // 64 and 128 are Caps Lock and Num Lock.
    guard modifiers & 0b11_1000 == 0, let plain = Self.plain(code) else { return nil }
    let (shift, alt, control) = (modifiers & 1 != 0, modifiers & 2 != 0, modifiers & 4 != 0)
    switch plain {
    case .enter: self = control ? .controlEnter : alt ? .altEnter : .enter
    case .tab: self = shift ? .backTab : .tab
    case .backspace: self = alt ? .alt("\u{7F}") : .backspace
    case .character(let character):
      let typed = shift ? Self.shifted(character, shifted) : character
      if control, alt { return nil }
      guard control else {
        self = alt ? .alt(typed) : .character(typed)
        return
      }
      guard let key = Self.withControl(character, typed) else { return nil }
      self = key
    default: self = plain
    }
  }

  private static func shifted(_ character: Character, _ code: UInt32?) -> Character {
    code.flatMap(Unicode.Scalar.init).map(Character.init) ?? character.uppercased().first ?? character
  }

  /// The key that a terminal without such reports sends for Control and the character.
  private static func withControl(_ character: Character, _ typed: Character) -> Key? {
    switch character.lowercased() {
    case "m", "j": .enter
    case "i": .tab
    case "h": .backspace
    case "[": .escape
    case "/": .control("_")
    case let letter where letter.first.map { ("a"..."z").contains($0) } ?? false: .control(Character(letter))
    default: [" ", "\\", "]", "^", "_"].contains(typed) ? .control(typed) : nil
    }
  }

  private static func plain(_ code: UInt32) -> Key? {
    switch code {
    case 9: .tab
    case 13, 57_414: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57_344...63_743: keypad[code]
    default:
      code < 0x20 ? nil : Unicode.Scalar(code).map { .character(Character($0)) }
    }
  }

  /// The keypad in kitty's protocol.
  private static let keypad: [UInt32: Key] = {
    var keys: [UInt32: Key] = [
      57_409: .character("."), 57_410: .character("/"), 57_411: .character("*"), 57_412: .character("-"),
      57_413: .character("+"), 57_415: .character("="), 57_417: .left, 57_418: .right, 57_419: .up, 57_420: .down,
      57_421: .pageUp, 57_422: .pageDown, 57_423: .home, 57_424: .end, 57_425: .insert, 57_426: .delete,
    ]
    for digit in 0..<10 { keys[57_399 + UInt32(digit)] = .character(Character(String(digit))) }
    return keys
  }()
}
