import Foundation

/// Formats and minifies code.
enum CodeLayout {
  enum Wanted { case formatted, minified }

  /// - Returns: `nil` if the language has no such layout.
  static func text(_ text: String, _ language: CodeLanguage, _ wanted: Wanted) -> String? {
    switch (language, wanted) {
    case (.json, .formatted): JSONLayout.formatted(Array(text.utf8))
    case (.json, .minified): JSONLayout.minified(Array(text.utf8))
    case (.graphql, .formatted): GraphQLLayout.formatted(text)
    case (.graphql, .minified): GraphQLLayout.minified(text)
    case (.xml, .formatted), (.html, .formatted): markup(text, language)
    default: nil
    }
  }

  private static func markup(_ text: String, _ language: CodeLanguage) -> String {
    let type = language == .html ? "text/html" : "application/xml"
    var pretty: [UInt8] = []
    for chunk in BodyDocument(.init(text.utf8), contentType: type).prettyText { pretty += chunk }
    while pretty.last == UInt8(ascii: "\n") { pretty.removeLast() }
    return String(decoding: pretty, as: UTF8.self)
  }
}

/// Lays out JSON token by token. Comments, numbers, escapes and `{{variables}}` stay unchanged.
enum JSONLayout {
  private enum Kind { case open, close, comma, colon, scalar, lineComment, blockComment }

  private struct Token {
    var kind: Kind
    var bytes: ArraySlice<UInt8>
    /// Whether it is on the same line as the token before.
    var isInLine: Bool
  }

  static func formatted(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var depth = 0
    let tokens = tokens(of: bytes)
    func breakLine() {
      result.append(0x0A)
      result.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }
    for (index, token) in tokens.enumerated() {
      let previous = index > 0 ? tokens[index - 1].kind : nil
      if token.kind == .close { depth = max(0, depth - 1) }
      let isTrailing = token.kind == .lineComment && token.isInLine
      switch previous {
      case nil: break
      case .open? where token.kind == .close, .colon?: if previous == .colon { result.append(0x20) }
      case .open?, .lineComment?: breakLine()
      case .comma?: if isTrailing { result.append(0x20) } else { breakLine() }
      default:
        if token.kind == .close {
          breakLine()
        } else if token.kind == .lineComment || token.kind == .blockComment {
          if token.isInLine { result.append(0x20) } else { breakLine() }
        } else if previous == .blockComment, token.kind != .comma, token.kind != .colon {
          if token.isInLine { result.append(0x20) } else { breakLine() }
        }
      }
      result.append(contentsOf: token.bytes)
      if token.kind == .open { depth += 1 }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func minified(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for token in tokens(of: bytes) {
      result.append(contentsOf: token.bytes)
      // Keep the line break after a line comment, or it would include the next token.
      if token.kind == .lineComment { result.append(0x0A) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var place = 0
    var isInLine = false
    while place < bytes.count {
      let byte = bytes[place]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        if byte == 0x0A { isInLine = false }
        place += 1
        continue
      }
      let (kind, end) = token(in: bytes, at: place)
      tokens.append(Token(kind: kind, bytes: bytes[place..<end], isInLine: isInLine))
      isInLine = true
      place = end
    }
    return tokens
  }

  private static func token(in bytes: [UInt8], at place: Int) -> (Kind, end: Int) {
    let rest = bytes[place...]
    if rest.starts(with: "{{".utf8), let end = end(of: "}}", in: bytes, from: place) { return (.scalar, end) }
    if rest.starts(with: "//".utf8) {
      let end = rest.firstIndex(of: 0x0A) ?? bytes.count
      return (.lineComment, bytes[end - 1] == 0x0D ? end - 1 : end)
    }
    if rest.starts(with: "/*".utf8) { return (.blockComment, end(of: "*/", in: bytes, from: place) ?? bytes.count) }
    switch bytes[place] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return (.open, place + 1)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return (.close, place + 1)
    case UInt8(ascii: ","): return (.comma, place + 1)
    case UInt8(ascii: ":"): return (.colon, place + 1)
    case UInt8(ascii: "\""):
      var index = place + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return (.scalar, min(index + 1, bytes.count))
    default:
      let end = rest.dropFirst().firstIndex { " \t\n\r,:{}[]\"/".utf8.contains($0) } ?? bytes.count
      return (.scalar, end)
    }
  }

  private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int? {
    bytes[(start + 2)...].firstRange(of: mark.utf8)?.upperBound
  }
}

/// Lays out GraphQL. Formatting changes only indentation; no layout changes comments or strings.
enum GraphQLLayout {
  static func formatted(_ text: String) -> String? {
    guard let tokens = try? GraphQLToken.tokens(of: Array(text.utf8)) else { return nil }
    let bytes = Array(text.utf8)
    var result = ""
    var depth = 0
    var rest = tokens[...]
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let end = start + line.count
      // Keep lines within a string unchanged.
      if let string = rest.first, string.kind == .string, string.range.lowerBound < start {
        result += String(decoding: line, as: UTF8.self) + "\n"
      } else {
        let text = String(decoding: line, as: UTF8.self).trimmingBlanks
        let closes = rest.prefix { $0.range.lowerBound < end && isCloser($0) }.count
        let indent = text.isEmpty ? 0 : max(0, depth - closes)
        result += String(repeating: "  ", count: indent) + text + "\n"
      }
      while let token = rest.first, token.kind != .end, token.range.upperBound <= end {
        if token.kind == .punctuation, "{([".contains(token.text) { depth += 1 }
        if isCloser(token) { depth -= 1 }
        rest.removeFirst()
      }
    }
    result.removeLast()
    return result
  }

  private static func isCloser(_ token: GraphQLToken) -> Bool {
    token.kind == .punctuation && ["}", ")", "]"].contains(token.text)
  }

  static func minified(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let tokens = try? GraphQLToken.tokens(of: bytes) else { return nil }
    var result = ""
    var end = 0
    for (index, token) in tokens.enumerated() {
      let between = String(decoding: bytes[end..<token.range.lowerBound], as: UTF8.self)
      let comments = between.split(separator: "\n").map { String($0).trimmingBlanks }.filter { $0.hasPrefix("#") }
      if !comments.isEmpty {
        result += (result.isEmpty ? "" : "\n") + comments.joined(separator: "\n") + "\n"
      } else if index > 0, tokens[index - 1].kind != .punctuation, token.kind != .punctuation, token.kind != .end {
        result += " "
      }
      result += token.text
      end = token.range.upperBound
    }
    return result
  }
}
