/// Variables in the words of a shell command. Each is enclosed in private-use characters, so that a literal `{{` in the
/// text is not mistaken for one.
enum VariableMarks {
  private static let start: Unicode.Scalar = "\u{10FFF0}"
  private static let end: Unicode.Scalar = "\u{10FFF1}"

  enum Piece: Equatable {
    case text(String)
    /// The text between the braces: a name, possibly with filters.
    case variable(String)

    var marked: String {
      switch self {
      case .text(let text): text
      case .variable(let expression): mark(expression)
      }
    }
  }

  static func mark(_ expression: String) -> String { String(start) + expression + String(end) }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == start || scalar == end }

  static func contains(_ text: String) -> Bool { text.unicodeScalars.contains(start) }

  static func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text).unicodeScalars
    while let open = rest.firstIndex(of: start) {
      let close = rest[open...].firstIndex(of: end) ?? rest.endIndex
      if rest.startIndex < open { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.variable(String(rest[open..<close].dropFirst())))
      rest = close < rest.endIndex ? rest[rest.index(after: close)...] : rest[close...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// The names of the variables without filters.
  static func names(in text: String) -> [String] {
    guard contains(text) else { return [] }
    return pieces(text).compactMap { piece in
      if case .variable(let expression) = piece { expression.cut(at: " ")?.before ?? expression } else { nil }
    }
  }

  /// The text with each part replaced.
  private static func replacing(
    _ marked: String, text: (String) -> String, variable: (String) -> String
  ) -> String {
    pieces(marked).map { piece in
      switch piece {
      case .text(let plain): text(plain)
      case .variable(let expression): variable(expression)
      }
    }.joined()
  }

  /// Changes the text between variables, and gives these a filter that does the same.
  static func map(_ text: String, filter: String, _ change: (String) -> String) -> String {
    replacing(text, text: change) { mark($0 + " | " + filter) }
  }

  /// Changes the text between variables alone.
  static func mapText(_ text: String, _ change: (String) -> String) -> String {
    replacing(text, text: change, variable: mark)
  }

  /// Replaces variables that have a value; leaves others unchanged.
  static func replacing(_ text: String, _ value: (String) -> String?) -> String {
    contains(text) ? replacing(text, text: { $0 }, variable: { value($0) ?? mark($0) }) : text
  }

  /// The text with variables replaced by their names, for places that do not support variables.
  static func plain(_ text: String) -> String {
    replacing(text) { expression in expression.cut(at: " ")?.before ?? expression }
  }

  /// The text as a template. Braces of the text itself are escaped, unless `keepsBraces`.
  static func template(_ text: String, keepsBraces: Bool) -> String {
    replacing(
      text, text: { keepsBraces || Template($0).isPlainText ? $0 : Template.escaping($0) },
      variable: { "{{" + $0 + "}}" })
  }

  /// Turns `{{name}}` into marks: other tools write variables so.
  static func marking(_ text: String) -> String {
    Template(text).pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .variable(let name): mark(name)
      case .escapedBraces: "{{"
      }
    }.joined()
  }
}
