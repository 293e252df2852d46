/// Text with `{{name}}` variables, parsed once.
package struct Template: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// The name between the braces, trimmed. It may have templates in it: `base_{{stage}}`.
    case variable(String)
    /// A literal `{{`, written as `Template.escapedBraces`.
    case escapedBraces
  }

  package let pieces: [Piece]

  /// The escape for a literal `{{`.
  package static let escapedBraces = "{{'{{'}}"

  /// Returns a template that expands to `text`.
  package static func escaping(_ text: String) -> String {
    text.hasBraces ? text.replacingExactly("{{", with: escapedBraces) : text
  }

  /// Returns the text that `escaping` was given.
  package static func unescaping(_ text: String) -> String { text.replacingExactly(escapedBraces, with: "{{") }

  /// Whether the name of a variable has templates in it.
  package static func isNested(_ name: String) -> Bool { name.containsExactly("{{") }

  /// Whether `{{name}}` is the variable of this name, and nothing else. Names may have spaces and dots, as in Postman.
  package static func canRefer(to name: String) -> Bool {
    !isNested(name) && Template("{{\(name)}}").pieces == [.variable(name)]
  }

  /// Parses a template. Unclosed and empty braces are text, and so are braces whose content has a single brace.
  /// Templates in names are replaced from the inside, as in Postman.
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

  /// Returns the UTF-8 offsets of the outermost variables and escapes in a text, with their braces.
  package static func ranges(in source: String) -> [Range<Int>] {
    var source = source
    return source.withUTF8 { bytes in
      var parser = TemplateParser(bytes)
      _ = parser.parse()
      return parser.ranges
    }
  }

  /// The remark on a `{{` that is not closed.
  package static let remarkOnUnclosed = #""{{" without "}}" is sent as text"#

  /// Returns the UTF-8 offset of a `{{` that is not closed: the last one in the first text between variables and escapes
  /// that has one.
  package static func unclosed(in source: String) -> Int? {
    guard source.hasBraces else { return nil }
    let bytes = Array(source.utf8)
    var start = 0
    for range in ranges(in: source) + [bytes.count..<bytes.count] {
      if let offset = lastUnclosed(in: bytes[start..<range.lowerBound]) { return offset }
      start = range.upperBound
    }
    return nil
  }

  private static func lastUnclosed(in bytes: ArraySlice<UInt8>) -> Int? {
    func isPair(_ brace: Character, _ index: Int) -> Bool {
      bytes[index] == brace.asciiValue && bytes[index + 1] == brace.asciiValue
    }
    let places = bytes.indices.dropLast()
    guard let start = places.last(where: { isPair("{", $0) }), !places[start...].contains(where: { isPair("}", $0) })
    else { return nil }
    return start
  }

  /// Returns the variables and escapes in a text verbatim, with their braces.
  static func written(in source: String) -> [String] {
    let bytes = Array(source.utf8)
    return ranges(in: source).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Whether the template has no variables or escapes.
  package var isPlainText: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }

  /// The texts between the outermost braces, in order of appearance.
  package var expressions: [String] {
    pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// The variable names in order of appearance, including duplicates. For a nested variable, the inner names.
  package var variables: [String] {
    expressions.flatMap { Self.isNested($0) ? Template($0).variables : [$0] }
  }
}

/// Splits the UTF-8 bytes of a template, in one pass over its braces.
private struct TemplateParser {
  private struct Found {
    let range: Range<Int>
    let isEscape: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where braces are open that may begin a variable, outer ones first.
  private var open: [Int] = []
  /// The variables and escapes so far. An outer variable replaces the ones inside it.
  private var found: [Found] = []

  private static let quotedBraces = Array("'{{'".utf8)
  /// As many levels as Postman replaces.
  private static let deepest = 19

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Where the variables and escapes are.
  var ranges: [Range<Int>] { found.map(\.range) }

  /// - Returns: `nil` if all of it is text.
  mutating func parse() -> [Template.Piece]? {
    guard var offset = pair(UInt8(ascii: "{"), from: 0) else { return nil }
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "{"): offset = begin(at: offset)
      case UInt8(ascii: "}"): offset = end(at: offset)
      default: offset += 1
      }
    }
    return found.isEmpty ? nil : pieces
  }

  private var pieces: [Template.Piece] {
    var pieces: [Template.Piece] = []
    var textStart = 0
    func appendText(to end: Int) {
      if textStart < end { pieces.append(.text(String(decoding: bytes[textStart..<end], as: UTF8.self))) }
    }
    for part in found {
      appendText(to: part.range.lowerBound)
      let name = part.isEscape ? nil : Self.trimmed(bytes[(part.range.lowerBound + 2)..<(part.range.upperBound - 2)])
      pieces.append(name.map { Template.Piece.variable($0) } ?? .escapedBraces)
      textStart = part.range.upperBound
    }
    appendText(to: bytes.count)
    return pieces
  }

  /// Reads opening braces. A single one ends all names around it.
  private mutating func begin(at start: Int) -> Int {
    let end = bytes[start...].firstIndex { $0 != UInt8(ascii: "{") } ?? bytes.count
    var opening = start
    if (end - start) % 2 == 1 {
      open.removeAll(keepingCapacity: true)
      opening += 1
    }
    while opening < end {
      if let escapeEnd = escape(after: opening + 2) {
        open.removeAll(keepingCapacity: true)
        found.append(Found(range: opening..<escapeEnd, isEscape: true))
        return escapeEnd
      }
      if open.count == Self.deepest { open.removeFirst() }
      open.append(opening)
      opening += 2
    }
    return end
  }

  /// Reads closing braces.
  private mutating func end(at start: Int) -> Int {
    let end = bytes[start...].firstIndex { $0 != UInt8(ascii: "}") } ?? bytes.count
    for closing in stride(from: start, to: end - 1, by: 2) { close(at: closing) }
    if (end - start) % 2 == 1 { open.removeAll(keepingCapacity: true) }
    return end
  }

  private mutating func close(at offset: Int) {
    guard let opening = open.popLast() else { return }
    guard Self.trimmed(bytes[(opening + 2)..<offset]) != nil else { return open.removeAll(keepingCapacity: true) }
    while let last = found.last, last.range.lowerBound > opening { found.removeLast() }
    found.append(Found(range: opening..<(offset + 2), isEscape: false))
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

  private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    let name = String(decoding: bytes, as: UTF8.self).unicodeScalars.trimming { $0.properties.isWhitespace }
    return name.isEmpty ? nil : String(name)
  }
}

extension StringProtocol {
  /// Whether there is a `{{`, which may begin a template. Bodies of megabytes are searched.
  package var hasBraces: Bool {
    utf8.withContiguousStorageIfAvailable(haveBraces) ?? Array(utf8).withUnsafeBufferPointer(haveBraces)
  }
}

extension JSONString {
  /// Whether the text has a `{{`, which may be written with escapes.
  package var hasBraces: Bool {
    var text = escaped
    return text.withUTF8(mayHaveBraces) && value.hasBraces
  }
}

/// Whether the escaped text has a `{{`, or an escape that may be a brace.
private func mayHaveBraces(_ escaped: UnsafeBufferPointer<UInt8>) -> Bool {
  var previous: UInt8 = 0
  for byte in escaped {
    if byte == UInt8(ascii: "{"), previous == byte { return true }
    if byte == UInt8(ascii: "u"), previous == UInt8(ascii: "\\") { return true }
    previous = byte
  }
  return false
}

/// Not generic: unspecialized code would call a witness for each byte.
private func haveBraces(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var previous: UInt8 = 0
  for byte in bytes {
    if byte == UInt8(ascii: "{"), previous == byte { return true }
    previous = byte
  }
  return false
}

extension JSONValue {
  /// The value with its texts escaped, so that they are not templates in a request.
  package var escapingTemplates: JSONValue { mappingStrings { JSONString(Template.escaping($0.value)) } }
}
