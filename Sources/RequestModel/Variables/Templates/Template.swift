/// Text with `{{name}}` variables, parsed once.
package struct Template: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// The name between the braces, trimmed.
    case variable(String)
    /// A literal `{{`, written as `Template.escapedBraces`.
    case escapedBraces
  }

  package let pieces: [Piece]

  /// The escape for a literal `{{`.
  package static let escapedBraces = "{{'{{'}}"

  /// Returns a template that expands to `text`.
  package static func escaping(_ text: String) -> String {
    hasBraces(text) ? text.replacingExactly("{{", with: escapedBraces) : text
  }

  /// Whether two opening braces stand together. Bodies of megabytes are searched.
  private static func hasBraces(_ text: String) -> Bool {
    var wasBrace = false
    for byte in text.utf8 {
      let isBrace = byte == UInt8(ascii: "{")
      if isBrace, wasBrace { return true }
      wasBrace = isBrace
    }
    return false
  }

  /// Returns the text that `escaping` was given.
  package static func unescaping(_ text: String) -> String { text.replacingExactly(escapedBraces, with: "{{") }

  /// Parses a template. Unclosed, empty and nested braces are text, as in Postman's `{{([^{}]*?)}}`.
  ///
  /// Works on bytes: a combining mark after a brace would be part of the same `Character`.
  package init(_ source: String) {
    var source = source
    pieces =
      source.withUTF8 { bytes in
        var parser = TemplateParser(bytes)
        return parser.parse()
      } ?? (source.isEmpty ? [] : [.text(source)])
  }

  /// Returns the UTF-8 offsets of the variables and escapes in a text, with their braces.
  package static func ranges(in source: String) -> [Range<Int>] {
    var source = source
    return source.withUTF8 { bytes in
      var parser = TemplateParser(bytes)
      _ = parser.parse()
      return parser.ranges
    }
  }

  /// Returns the variables and escapes in a text as they are written, with their braces.
  static func written(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    return ranges(in: source).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Whether the template has no variables or escapes.
  package var isPlainText: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// The variable names in order of appearance, including duplicates.
  package var variables: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }
}

/// Splits the UTF-8 bytes of a template.
private struct TemplateParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var pieces: [Template.Piece] = []
  /// Where the variables and escapes are.
  private(set) var ranges: [Range<Int>] = []
  private var textStart = 0

  private static let quotedBraces = Array("'{{'".utf8)

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// - Returns: `nil` if all of it is text.
  mutating func parse() -> [Template.Piece]? {
    var offset = 0
    while let opening = pair(UInt8(ascii: "{"), from: offset) {
      if let end = escape(after: opening + 2) {
        append(.escapedBraces, opening..<end)
        offset = end
      } else if let name = name(after: opening + 2) {
        if let text = Self.trimmed(bytes[name]) { append(.variable(text), opening..<name.upperBound + 2) }
        offset = name.upperBound + 2
      } else {
        offset = opening + 1
      }
    }
    guard !pieces.isEmpty else { return nil }
    appendText(to: bytes.count)
    return pieces
  }

  /// Returns the offset of the next two consecutive braces.
  private func pair(_ brace: UInt8, from start: Int) -> Int? {
    var offset = start
    while offset + 1 < bytes.count {
      if bytes[offset + 1] != brace {
        offset += 2
      } else if bytes[offset] == brace {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// Returns the bytes up to the next `}}`; `nil` if another brace comes first.
  private func name(after start: Int) -> Range<Int>? {
    guard let end = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return nil
    }
    return isClosed(at: end) ? start..<end : nil
  }

  /// Returns the end of an escape whose opening braces end at `start`.
  private func escape(after start: Int) -> Int? {
    let quote = skipSpaces(start)
    guard bytes[quote...].starts(with: Self.quotedBraces) else { return nil }
    let end = skipSpaces(quote + Self.quotedBraces.count)
    return isClosed(at: end) ? end + 2 : nil
  }

  private func isClosed(at offset: Int) -> Bool {
    offset + 1 < bytes.count && bytes[offset] == UInt8(ascii: "}") && bytes[offset + 1] == UInt8(ascii: "}")
  }

  private func skipSpaces(_ start: Int) -> Int {
    bytes[start...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
  }

  private mutating func append(_ piece: Template.Piece, _ range: Range<Int>) {
    appendText(to: range.lowerBound)
    pieces.append(piece)
    ranges.append(range)
    textStart = range.upperBound
  }

  private mutating func appendText(to end: Int) {
    if textStart < end { pieces.append(.text(String(decoding: bytes[textStart..<end], as: UTF8.self))) }
  }

  private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let name = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let first = name.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = name.lastIndex(where: { !$0.properties.isWhitespace })
    else { return nil }
    return String(name[first...last])
  }
}
