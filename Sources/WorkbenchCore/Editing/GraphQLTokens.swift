/// The tokens of GraphQL (its specification, section 2.1). A `{{variable}}` is one too.
struct GraphQLToken: Equatable {
  enum Kind: Equatable {
    case name, number, string, punctuation, variable, end
  }

  var kind: Kind
  var text: String
  var range: Range<Int>

  static func tokens(of bytes: [UInt8]) throws(TextCheck.Problem) -> [GraphQLToken] {
    var reader = GraphQLReader(bytes)
    return try reader.tokens()
  }
}

private struct GraphQLReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func tokens() throws(TextCheck.Problem) -> [GraphQLToken] {
    var tokens: [GraphQLToken] = []
    skipIgnored()
    while place < bytes.count {
      let start = place
      let kind = try readToken()
      tokens.append(GraphQLToken(kind: kind, text: text(start..<place), range: start..<place))
      skipIgnored()
    }
    tokens.append(GraphQLToken(kind: .end, text: "", range: bytes.count..<bytes.count))
    return tokens
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func isAt(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Blanks, commas and comments.
  private mutating func skipIgnored() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","): place += 1
      case UInt8(ascii: "#"): place = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      default: return
      }
    }
  }

  private mutating func readToken() throws(TextCheck.Problem) -> GraphQLToken.Kind {
    let byte = bytes[place]
    if isAt("{{"), let end = variableEnd {
      place = end
      return .variable
    }
    if isAt("...") {
      place += 3
      return .punctuation
    }
    if "!$&():=@[]{|}".utf8.contains(byte) {
      place += 1
      return .punctuation
    }
    if byte == UInt8(ascii: "\"") {
      try readString()
      return .string
    }
    if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
      place += 1
      while place < bytes.count, bytes[place].isNameByte || "+-.".utf8.contains(bytes[place]) { place += 1 }
      guard Double(text(numberStart..<place)) != nil else {
        throw TextCheck.Problem(offset: numberStart, sentence: "this is not a number")
      }
      return .number
    }
    guard byte.isNameByte, byte < 0x80 else {
      throw TextCheck.Problem(offset: place, sentence: "there is no such character in GraphQL")
    }
    while place < bytes.count, bytes[place].isNameByte { place += 1 }
    return .name
  }

  private var numberStart: Int {
    var start = place
    while start > 0, bytes[start - 1].isNameByte || "+-.".utf8.contains(bytes[start - 1]) { start -= 1 }
    return start
  }

  /// The end of a `{{variable}}`. Two brackets may also open two selections.
  private var variableEnd: Int? {
    var index = place + 2
    while index + 1 < bytes.count, bytes[index] != 0x0A, bytes[index] != UInt8(ascii: "{") {
      if bytes[index] == UInt8(ascii: "}") { return bytes[index + 1] == UInt8(ascii: "}") ? index + 2 : nil }
      index += 1
    }
    return nil
  }

  private mutating func readString() throws(TextCheck.Problem) {
    let start = place
    let isBlock = isAt("\"\"\"")
    place += isBlock ? 3 : 1
    while place < bytes.count {
      if isBlock, isAt("\\\"\"\"") {
        place += 4
      } else if isBlock ? isAt("\"\"\"") : bytes[place] == UInt8(ascii: "\"") {
        place += isBlock ? 3 : 1
        return
      } else if !isBlock, bytes[place] == UInt8(ascii: "\\") {
        place += 2
      } else if !isBlock, bytes[place] == 0x0A {
        break
      } else {
        place += 1
      }
    }
    place = min(place, bytes.count)
    throw TextCheck.Problem(offset: start, sentence: "the string is not closed")
  }
}
