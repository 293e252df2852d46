/// A parameter as spelled in the query of a URL: `name=value` or a bare name.
struct QueryPair: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: QueryPair, b: QueryPair) -> Bool { a.text.isExactly(b.text) }
  func hash(into hasher: inout Hasher) { hasher.combine(ExactText(text)) }

  /// Writes a row with as few escapes as possible, so that it stays readable. Parts that have not changed since the row
  /// got its spelling keep it.
  ///
  /// - Parameter isAsIs: Whether the request sends its rows without percent-encoding.
  init(_ row: Parameter, isAsIs: Bool) {
    let isAsIs = isAsIs || row.isAsIs
    let former = row.spelling.map(QueryPair.init)
    let old = former.map { (pair: $0.parts, row: $0.row(isAsIs: isAsIs)) }
    let isNameKept = old?.row.name.isExactly(row.name) == true
    let isValueKept = old?.row.hasValue == true && old?.row.value.isExactly(row.value) == true
    if let former, isNameKept, isValueKept || old?.row.hasValue == false && !row.hasValue {
      text = former.text
      return
    }
    let name = isNameKept ? old?.pair.name : nil
    let value = isValueKept ? old?.pair.value : nil
    text =
      (name ?? Self.escaped(row.name, isAsIs, alsoEquals: true))
      + (row.hasValue ? "=" + (value ?? Self.escaped(row.value, isAsIs, alsoEquals: false)) : "")
  }

  /// The parameter with its escapes decoded, as a row of the table has it.
  func row(isAsIs: Bool) -> Parameter {
    let (name, value) = parts
    var row = Parameter(document: ["name": .string(isAsIs ? name : Self.decoded(name))])
    if let value { row.value = isAsIs ? value : Self.decoded(value) }
    return row
  }

  /// Whether a row of the table is written and sent with the same bytes, apart from the values of variables.
  func isExact(asRow row: Parameter, isAsIs: Bool) -> Bool {
    guard !isAsIs else { return true }
    let (name, value) = parts
    return QueryPair(row, isAsIs: false) == self && Self.isExact(name, row.name)
      && (value.map { Self.isExact($0, row.value) } ?? true)
  }

  var hasTemplate: Bool { !Template.ranges(in: text).isEmpty }

  /// The undecoded name and value, without the separators of empty parameters around them.
  var parts: (name: String, value: String?) {
    let separator = UInt8(ascii: "&")
    let text = String(decoding: text.utf8.trimming { $0 == separator }, as: UTF8.self)
    let marks = URLMarks(text)
    guard let mark = marks.first("=", in: 0..<marks.count) else { return (text, nil) }
    return (marks.text(0..<mark), marks.text((mark + 1)..<marks.count))
  }

  // MARK: Escapes

  private static func decoded(_ text: String) -> String {
    text.mapped { bytes in
      let written = String(decoding: bytes, as: UTF8.self)
      // Keep invalid UTF-8 undecoded.
      guard let plain = String(validating: PercentEncoding.decode(written, plusIsSpace: true), as: UTF8.self) else {
        return written
      }
      return Template.escaping(plain)
    }
  }

  private static func escaped(_ text: String, _ isAsIs: Bool, alsoEquals: Bool) -> String {
    if isAsIs { return text }
    return text.mapped(
      text: { bytes in
        var result: [UInt8] = []
        for byte in bytes {
          if isEscaped(byte) || alsoEquals && byte == UInt8(ascii: "=") {
            result += Array(PercentEncoding.encode([byte]).utf8)
          } else {
            result.append(byte)
          }
        }
        return String(decoding: result, as: UTF8.self)
      }, variable: { Template($0).pieces == [.escapedBraces] ? "%7B%7B" : $0 })
  }

  /// White space, control characters, and characters with a meaning in a query.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || "\"#%&+<>\\^`{|}".utf8.contains(byte)
  }

  private static func isExact(_ written: String, _ plain: String) -> Bool {
    let sent = written.mapped(text: { bytes in
      bytes.reduce(into: "") { text, byte in
        if byte <= 0x20 || byte >= 0x7F {
          PercentEncoding.append(byte, to: &text)
        } else {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        }
      }
    })
    let encoded = plain.mapped(
      text: { PercentEncoding.encode($0) },
      variable: { Template($0).pieces == [.escapedBraces] ? "%7B%7B" : $0 })
    return sent.isExactly(encoded)
  }
}

extension Parameter {
  /// Whether the row has nothing that a URL cannot show.
  var isPlain: Bool { !isOff && document.keys.allSatisfy { ["name", "value", "asIs"].contains($0) } }

  /// Whether the query of a URL has a place for the row.
  var isInQuery: Bool { !isOff && (!name.isEmpty || hasValue) }
}
