/// A command of vim's normal and visual modes, parsed from keys.
struct VimCommand: Equatable, Sendable {
  enum Operator: Character, Equatable, Sendable {
    case delete = "d"
    case change = "c"
    case yank = "y"
    case indent = ">"
    case outdent = "<"
  }

  /// The text that an operator applies to.
  enum Target: Equatable, Sendable {
    case motion(VimMotion)
    case lines
    case object(VimTextObject)
    case selection
  }

  enum Action: Equatable, Sendable {
    case insert, insertAtLineStart, append, appendAtLineEnd, openBelow, openAbove
    case deleteCharacter, deleteCharacterBefore, substituteCharacter, replace(Character), join, toggleCase
    case pasteAfter, pasteBefore, undo, redo, repeatChange
    case visual, visualLine, selectObject(VimTextObject), swapEnds
    case commandLine(VimCommandLine.Kind)
    case fold(FoldAction)
  }

  enum Kind: Equatable, Sendable {
    case move(VimMotion)
    case operate(Operator, Target)
    case act(Action)
  }

  var register: Character?
  var count: Int?
  var kind: Kind
}

/// A movement of the cursor.
enum VimMotion: Equatable, Sendable {
  case left, right, up, down, pageUp, pageDown
  case wordForward(big: Bool), wordEnd(big: Bool), wordBackward(big: Bool)
  case lineStart, firstNonBlank, lineEnd, textStart, textEnd
  case find(VimState.Find), repeatFind(reversed: Bool)
  case matchingBracket, paragraphForward, paragraphBackward
  case nextMatch(reversed: Bool)
}

/// A text object around the cursor.
struct VimTextObject: Equatable, Sendable {
  enum Shape: Equatable, Sendable {
    case word, quoted(Character), bracketed(Character), paragraph
  }

  var shape: Shape
  /// Whether it includes the quotes, brackets or adjacent blanks.
  var isAround: Bool
}

// MARK: Reading

extension VimCommand {
  enum Reading: Equatable {
    case incomplete, unknown
    case command(VimCommand)
  }

  static func read(_ keys: [Key], isVisual: Bool) -> Reading {
    var reader = VimKeys(keys)
    do throws(VimKeys.End) {
      let register = try reader.register()
      let count = try reader.count()
      let (kind, inner) = try reader.kind(isVisual: isVisual)
      let total = count == nil && inner == nil ? nil : (count ?? 1) * (inner ?? 1)
      return .command(VimCommand(register: register, count: total.map { min($0, 100_000) }, kind: kind))
    } catch {
      return error == .incomplete ? .incomplete : .unknown
    }
  }
}

/// The keys of a command, read one after the other.
private struct VimKeys {
  enum End: Error { case incomplete, unknown }

  private var keys: ArraySlice<Key>

  init(_ keys: [Key]) { self.keys = keys[...] }

  private mutating func next() throws(End) -> Key {
    guard let key = keys.popFirst() else { throw .incomplete }
    return key
  }

  private mutating func character() throws(End) -> Character {
    switch try next() {
    case .character(let character): return character
    case .enter: return "\n"
    case .tab: return "\t"
    default: throw .unknown
    }
  }

  mutating func register() throws(End) -> Character? {
    guard keys.first == .character("\"") else { return nil }
    keys.removeFirst()
    let name = try character()
    guard name.isASCII, name.isLetter || name.isNumber || name == "\"" || name == "+" else { throw .unknown }
    return name
  }

  mutating func count() throws(End) -> Int? {
    var count: Int?
    while case .character(let digit)? = keys.first, let value = digit.wholeNumberValue, digit.isASCII,
      count != nil || value > 0
    {
      keys.removeFirst()
      count = min(100_000, (count ?? 0) * 10 + value)
    }
    return count
  }

  mutating func kind(isVisual: Bool) throws(End) -> (VimCommand.Kind, count: Int?) {
    let key = try next()
    if let motion = try motion(key) { return (.move(motion), nil) }
    if case .character(let letter) = key, let kind = try ofLetter(letter, isVisual: isVisual) { return kind }
    switch key {
    case .control("r"): return (.act(.redo), nil)
    case .delete: return (.act(.deleteCharacter), nil)
    default: throw .unknown
    }
  }

  private mutating func ofLetter(
    _ letter: Character, isVisual: Bool
  ) throws(End) -> (VimCommand.Kind, count: Int?)? {
    if isVisual, let kind = try visual(letter) { return (kind, nil) }
    if let name = VimCommand.Operator(rawValue: letter) { return try operate(name) }
    switch letter {
    case "D": return (.operate(.delete, .motion(.lineEnd)), nil)
    case "C": return (.operate(.change, .motion(.lineEnd)), nil)
    case "Y": return (.operate(.yank, .lines), nil)
    case "S": return (.operate(.change, .lines), nil)
    case "r": return (.act(.replace(try character())), nil)
    case "z":
      guard let action = Self.folds[try character()] else { throw .unknown }
      return (.act(.fold(action)), nil)
    default: break
    }
    return Self.actions[letter].map { (.act($0), nil) }
  }

  private mutating func visual(_ letter: Character) throws(End) -> VimCommand.Kind? {
    switch letter {
    case "d", "x", "X", "D": return .operate(.delete, .selection)
    case "c", "s", "S", "C": return .operate(.change, .selection)
    case "y", "Y": return .operate(.yank, .selection)
    case ">": return .operate(.indent, .selection)
    case "<": return .operate(.outdent, .selection)
    case "i", "a": return .act(.selectObject(try object(letter == "a")))
    case "o": return .act(.swapEnds)
    default: return nil
    }
  }

  private mutating func operate(_ name: VimCommand.Operator) throws(End) -> (VimCommand.Kind, count: Int?) {
    let count = try self.count()
    let key = try next()
    if key == .character(name.rawValue) { return (.operate(name, .lines), count) }
    if key == .character("i") || key == .character("a") {
      return (.operate(name, .object(try object(key == .character("a")))), count)
    }
    guard let motion = try motion(key) else { throw .unknown }
    return (.operate(name, .motion(motion)), count)
  }

  private mutating func object(_ isAround: Bool) throws(End) -> VimTextObject {
    let shape: VimTextObject.Shape
    switch try character() {
    case "w": shape = .word
    case let quote where "\"'`".contains(quote): shape = .quoted(quote)
    case "(", ")", "b": shape = .bracketed("(")
    case "[", "]": shape = .bracketed("[")
    case "{", "}", "B": shape = .bracketed("{")
    case "p": shape = .paragraph
    default: throw .unknown
    }
    return VimTextObject(shape: shape, isAround: isAround)
  }

  private mutating func motion(_ key: Key) throws(End) -> VimMotion? {
    guard case .character(let letter) = key else { return Self.motionKeys[key] }
    switch letter {
    case "f", "F": return .find(.init(character: try character(), isForward: letter == "f", isUntil: false))
    case "t", "T": return .find(.init(character: try character(), isForward: letter == "t", isUntil: true))
    case "g":
      guard try next() == .character("g") else { throw .unknown }
      return .textStart
    default: return Self.motions[letter]
    }
  }

  private static let motions: [Character: VimMotion] = [
    "h": .left, "l": .right, " ": .right, "k": .up, "j": .down, "w": .wordForward(big: false),
    "W": .wordForward(big: true), "e": .wordEnd(big: false), "E": .wordEnd(big: true), "b": .wordBackward(big: false),
    "B": .wordBackward(big: true), "0": .lineStart, "^": .firstNonBlank, "$": .lineEnd, "G": .textEnd,
    ";": .repeatFind(reversed: false), ",": .repeatFind(reversed: true), "%": .matchingBracket,
    "}": .paragraphForward, "{": .paragraphBackward, "n": .nextMatch(reversed: false), "N": .nextMatch(reversed: true),
  ]

  private static let motionKeys: [Key: VimMotion] = [
    .left: .left, .backspace: .left, .right: .right, .up: .up, .down: .down, .enter: .down, .home: .lineStart,
    .end: .lineEnd, .pageUp: .pageUp, .pageDown: .pageDown, .control("u"): .pageUp, .control("d"): .pageDown,
    .controlHome: .textStart, .controlEnd: .textEnd, .controlLeft: .wordBackward(big: false),
    .controlRight: .wordForward(big: false),
  ]

  private static let folds: [Character: FoldAction] = [
    "a": .toggle, "o": .open, "c": .close, "M": .closeAll, "R": .openAll, "m": .more, "r": .less, "i": .toggleAll,
  ]

  private static let actions: [Character: VimCommand.Action] = [
    "i": .insert, "I": .insertAtLineStart, "a": .append, "A": .appendAtLineEnd, "o": .openBelow, "O": .openAbove,
    "x": .deleteCharacter, "X": .deleteCharacterBefore, "s": .substituteCharacter, "J": .join, "~": .toggleCase,
    "p": .pasteAfter, "P": .pasteBefore, "u": .undo, ".": .repeatChange, "v": .visual, "V": .visualLine,
    "/": .commandLine(.search), "?": .commandLine(.searchBackward), ":": .commandLine(.command),
  ]
}
