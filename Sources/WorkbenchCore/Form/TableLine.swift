/// A row of a table as a line of text: `Name: value`.
struct TableLine: Equatable {
  var name: String
  /// `nil` without a separator.
  var value: String?
  var isOff = false

  /// Before rows that are off.
  private static let offMarks = ["//", "#"]

  /// Reads `Name: value`, `name=value` or a bare name; a name in quotes is a string of JSON. A colon before a blank separates before anything else, so that
  /// `host:443: address` has the name `host:443`.
  init(_ text: String) {
    var text = text.trimmingBlanks
    for mark in Self.offMarks {
      guard let rest = text.removingExactly(prefix: mark) else { continue }
      (isOff, text) = (true, rest.trimmingBlanks)
      break
    }
    if let quoted = Self.quotedName(of: text) {
      (name, value) = quoted
      return
    }
    name = text
    guard let mark = Self.separator(in: text) else { return }
    name = String(text[..<mark]).trimmingBlanks
    value = String(text[text.unicodeScalars.index(after: mark)...]).trimmingBlanks
  }

  private static func quotedName(of text: String) -> (name: String, value: String?)? {
    guard text.utf8.first == UInt8(ascii: "\"") else { return nil }
    var isEscaped = false
    let end = text.unicodeScalars.indices.dropFirst().first { index in
      let scalar = text.unicodeScalars[index]
      defer { isEscaped = scalar == "\\" && !isEscaped }
      return scalar == "\"" && !isEscaped
    }
    guard let end, let name = (try? JSONText(String(text.unicodeScalars[...end])))?.value.string else { return nil }
    let rest = String(text.unicodeScalars[end...].dropFirst()).trimmingBlanks
    guard let mark = rest.unicodeScalars.first else { return (name, nil) }
    guard mark == ":" || mark == "=" else { return nil }
    return (name, String(rest.unicodeScalars.dropFirst()).trimmingBlanks)
  }

  private static func separator(in text: String) -> String.Index? {
    let scalars = text.unicodeScalars
    guard let start = scalars.indices.dropFirst().first else { return nil }
    var first: String.Index?
    for index in scalars[start...].indices where scalars[index] == ":" || scalars[index] == "=" {
      if first == nil { first = index }
      guard scalars[index] == ":" else { continue }
      let next = scalars.index(after: index)
      if next == scalars.endIndex || scalars[next] == " " || scalars[next] == "\t" { return index }
    }
    return first
  }
}
