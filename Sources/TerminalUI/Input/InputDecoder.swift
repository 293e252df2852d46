/// Decodes terminal input into keys, pastes and mouse events, regardless of how the bytes are split.
///
/// Supports the sequences of xterm (ECMA-48 CSI and SS3), rxvt, kitty and the Linux console, bracketed paste and SGR
/// mouse reports. Unknown sequences are discarded completely, so that their letters never run commands. Replies to queries
/// are kept for `takeReplies`.
package struct InputDecoder: Sendable {
  private var pending: [UInt8] = []
  /// The bytes of an unfinished paste.
  private var paste: [UInt8]?
  /// The last key decoded from an incomplete sequence after a pause.
  private var flushed: [UInt8] = []
  private var replies: [TerminalReply] = []
  /// Whether bytes are reported in addition to their meaning.
  package var isTracing = false

  package init() {}

  /// Whether an incomplete sequence is pending. If nothing follows shortly, call `flush`.
  package var isWaiting: Bool { !pending.isEmpty && paste == nil }

  /// Returns the replies received since the last call.
  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    pending.append(contentsOf: bytes)
    resumeReply()
    var result: [TerminalInput] = []
    var index = 0
    while index < pending.count {
      if paste != nil {
        guard let input = continuePaste(&index) else { break }
        result.append(input)
        continue
      }
      guard let (input, length) = Self.first(in: pending[index...]) else { break }
      if isTracing, !input.isReply { result.append(.bytes(Array(pending[index..<index + length]))) }
      index += length
      switch input {
      case .pasteStart: paste = []
      case .input(let input): result.append(input)
      case .reply(let reply): replies.append(reply)
      case .nothing: break
      }
    }
    pending.removeFirst(index)
    return result
  }

  /// Resumes a reply that a slow line split after bytes that looked like a key. Users do not type `[?` or `?6` at once.
  private mutating func resumeReply() {
    guard !flushed.isEmpty, !pending.isEmpty else { return }
    let bytes = flushed + pending.prefix(4)
    flushed = []
    if bytes.starts(with: "\u{1B}[?".utf8), bytes.count > 3, (0x30...0x39).contains(bytes[3]) {
      pending = bytes + pending.dropFirst(4)
    }
  }

  /// Decodes pending bytes without waiting for more: a lone escape is the Escape key.
  package mutating func flush() -> [TerminalInput] {
    guard isWaiting, !isInsideSequence else { return [] }
    let bytes = pending
    pending = []
    flushed = bytes
    guard bytes.first == 0x1B else { return [] }
    let trace = isTracing ? [TerminalInput.bytes(bytes)] : []
    if bytes.count == 1 { return trace + [.key(.escape)] }
    // An incomplete sequence: the first letter after the escape was typed with Alt.
    return trace + (bytes.count == 2 ? [.key(.alt(Character(Unicode.Scalar(bytes[1]))))] : [])
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private mutating func continuePaste(_ index: inout Int) -> TerminalInput? {
    let rest = pending[index...]
    if let end = rest.firstRange(of: Self.pasteEnd) {
      let text = String(decoding: (paste ?? []) + rest[..<end.lowerBound], as: UTF8.self)
      paste = nil
      index = end.upperBound
      return .paste(text.replacingLineEnds)
    }
    // The end mark may be split: keep any possible prefix of it.
    let keep = min(rest.count, Self.pasteEnd.count - 1)
    paste?.append(contentsOf: rest.dropLast(keep))
    index += rest.count - keep
    return nil
  }

  /// Whether the bytes can only be the start of a reply or a mouse report, whose rest will still arrive.
  private var isInsideSequence: Bool {
    guard pending.count > 2, pending[0] == 0x1B else { return false }
    let isDigit = (0x30...0x39).contains(pending[2])
    return pending[1] == UInt8(ascii: "[") && (isDigit || pending[2] == UInt8(ascii: "?"))
      || pending[1] == UInt8(ascii: "]") && isDigit
  }

  private enum Piece {
    case input(TerminalInput)
    case reply(TerminalReply)
    case pasteStart
    case nothing

    static func key(_ key: Key) -> Piece { .input(.key(key)) }

    var isReply: Bool { if case .reply = self { true } else { false } }
  }

  /// Decodes the first complete input in `bytes`; `nil` if more bytes are needed.
  private static func first(in bytes: ArraySlice<UInt8>) -> (Piece, Int)? {
    guard let byte = bytes.first else { return nil }
    switch byte {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return (.key(.enter), 1)
    case 0x09: return (.key(.tab), 1)
    case 0x7F, 0x08: return (.key(.backspace), 1)
    case 0x00: return (.key(.control(" ")), 1)
    case 0x01...0x1A: return (.key(.control(Character(Unicode.Scalar(byte + 0x60)))), 1)
    case 0x1C...0x1F: return (.key(.control(Character(Unicode.Scalar(byte + 0x40)))), 1)
    default: return character(bytes)
    }
  }

  private static func character(_ bytes: ArraySlice<UInt8>) -> (Piece, Int)? {
    guard let byte = bytes.first else { return nil }
    let whole = byte < 0xC2 || byte > 0xF4 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    // After invalid UTF-8, decode the following bytes on their own.
    let length = 1 + bytes.dropFirst().prefix(whole - 1).prefix { $0 & 0xC0 == 0x80 }.count
    guard length == whole || bytes.count > length else { return nil }
    let text = String(decoding: bytes.prefix(length), as: UTF8.self)
    guard let character = text.first else { return (.nothing, length) }
    return (.key(.character(character)), length)
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> (Piece, Int)? {
    guard bytes.count >= 2 else { return nil }
    let second = bytes[bytes.startIndex + 1]
    switch second {
    case UInt8(ascii: "["): return controlSequence(bytes)
    case UInt8(ascii: "]") where bytes.dropFirst(2).first.map { (0x30...0x39).contains($0) } ?? false:
      return command(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count >= 3 else { return nil }
      return (applicationKeys[bytes[bytes.startIndex + 2]].map(Piece.key) ?? .nothing, 3)
    case 0x1B: return (.key(.escape), 1)
    case 0x0D, 0x0A: return (.key(.altEnter), 2)
    default:
      guard let (piece, length) = character(bytes.dropFirst()) else { return nil }
      if case .input(.key(.character(let character))) = piece { return (.key(.alt(character)), length + 1) }
      return (.nothing, length + 1)
    }
  }

  /// Decodes `ESC ] number ; text`, which BEL or `ESC \` ends (ECMA-48, 8.3.89).
  private static func command(_ bytes: ArraySlice<UInt8>) -> (Piece, Int)? {
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 < 0x20 }) else {
      // Replies are shorter than this.
      return bytes.count > 64 ? (.nothing, bytes.count) : nil
    }
    let isBell = bytes[end] == 0x07
    guard isBell || bytes[end] == 0x1B else { return (.nothing, end - bytes.startIndex) }
    guard isBell || end + 1 < bytes.endIndex else { return nil }
    let text = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
    return (TerminalReply(command: text).map(Piece.reply) ?? .nothing, end - bytes.startIndex + (isBell ? 1 : 2))
  }

  /// Decodes `ESC [ parameters final` (ECMA-48, 5.4) and the Linux console's `ESC [ [ letter`.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> (Piece, Int)? {
    let body = bytes.dropFirst(2)
    if body.first == UInt8(ascii: "[") {
      guard let letter = body.dropFirst().first else { return nil }
      let number = Int(letter) - 0x40
      return ((1...5).contains(number) ? .key(.function(number)) : .nothing, 4)
    }
    guard let end = body.firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
      // Sequences are shorter than this.
      return bytes.count > 64 ? (.nothing, bytes.count) : nil
    }
    // A byte that cannot be part of a sequence ends it and is decoded on its own.
    guard (0x40...0x7E).contains(bytes[end]) else { return (.nothing, end - bytes.startIndex) }
    // A mouse report of a terminal without SGR reports is followed by any three bytes.
    if bytes[end] == UInt8(ascii: "M"), end == body.startIndex { return bytes.count < 6 ? nil : (.nothing, 6) }
    let parameters = String(decoding: body[..<end], as: UTF8.self)
    return (meaning(parameters, final: bytes[end]), end - bytes.startIndex + 1)
  }

  private static func meaning(_ parameters: String, final: UInt8) -> Piece {
    if parameters.hasPrefix("<") { return mouse(parameters.dropFirst(), final: final) }
    if let reply = TerminalReply(parameters, final: final) { return .reply(reply) }
    // No key starts with these. Without this check, a reply to another program's query would be F4.
    if let mark = parameters.first, "=>?".contains(mark) { return .nothing }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      UInt16($0).map(Int.init) ?? 1
    }
    // xterm: 1 + 1 for Shift, + 2 for Alt, + 4 for Control.
    let modifiers = (numbers.count > 1 ? numbers[1] : 1) - 1
    if final == UInt8(ascii: "u") { return Key(kitty: parameters).map { .key($0) } ?? .nothing }
    if final == UInt8(ascii: "~") {
      if numbers.first == 200 { return .pasteStart }
      if numbers.first == 27, numbers.count == 3 {
        return Key(code: UInt32(numbers[2]), shifted: nil, modifiers: modifiers).map { .key($0) } ?? .nothing
      }
      return (numbers.first.flatMap { numberedKeys[$0] }).map { .key(modified($0, modifiers)) } ?? .nothing
    }
    if final == UInt8(ascii: "Z") { return .key(.backTab) }
    // The keypad's Enter is only SS3 M; CSI M is a mouse report.
    guard final != UInt8(ascii: "M") else { return .nothing }
    return applicationKeys[final].map { .key(modified($0, modifiers)) } ?? .nothing
  }

  private static func mouse(_ parameters: Substring, final: UInt8) -> Piece {
    let numbers = parameters.split(separator: ";").compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == 3 else { return .nothing }
    let point = Point(column: numbers[1] - 1, row: numbers[2] - 1)
    if final == UInt8(ascii: "m"), numbers[0] == 0 { return .input(.mouse(Mouse(.release, at: point))) }
    guard final == UInt8(ascii: "M"), let action = mouseActions[numbers[0]] else { return .nothing }
    return .input(.mouse(Mouse(action, at: point)))
  }

  /// 32 marks a movement with the button held.
  private static let mouseActions: [Int: Mouse.Action] = [0: .press, 32: .drag, 64: .wheelUp, 65: .wheelDown]

  /// A key with xterm's modifiers, or the plain key if the combination has no meaning of its own. Control with others
  /// is Control alone, and Alt with Shift is Shift alone, except for pages.
  private static func modified(_ key: Key, _ modifiers: Int) -> Key {
    let isPage = key == .pageUp || key == .pageDown
    let main = modifiers & 4 != 0 ? 4 : isPage ? 0 : modifiers & 1
    return Key.modified[modifiers & 7]?[key] ?? Key.modified[main]?[key] ?? key
  }

  private static let applicationKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "M"): .enter,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]

  private static let numberedKeys: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]
}

extension String {
  /// Converts the carriage returns that terminals send for line ends in a paste.
  fileprivate var replacingLineEnds: String {
    split(separator: /\r\n|\r/, omittingEmptySubsequences: false).joined(separator: "\n")
  }
}
