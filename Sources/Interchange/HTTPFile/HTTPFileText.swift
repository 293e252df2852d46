/// Percent-encoding that leaves variables unchanged.
enum HTTPFileText {
  /// The text split into templates and literal text.
  static func pieces(_ text: String) -> [(text: Substring, isTemplate: Bool)] {
    var pieces: [(Substring, Bool)] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      if start.lowerBound > rest.startIndex { pieces.append((rest[..<start.lowerBound], false)) }
      pieces.append((rest[start.lowerBound..<end.upperBound], true))
      rest = rest[end.upperBound...]
    }
    if !rest.isEmpty { pieces.append((rest, false)) }
    return pieces
  }

  /// What is between the innermost braces of templates, as it is written.
  static func names(in text: String) -> Set<String> {
    var names: Set<String> = []
    for part in text.parts(separatedByText: "}}").dropLast() {
      if let name = part.parts(separatedByText: "{{").dropFirst().last {
        names.insert(String(name.drop { $0 == "{" }))
      }
    }
    return names
  }

  static func map(_ text: String, _ change: (Substring) -> String) -> String {
    pieces(text).map { $0.isTemplate ? String($0.text) : change($0.text) }.joined()
  }

  /// The text with others in the place of its templates.
  ///
  /// - Parameter change: Gets a template, and the text between its braces.
  static func mapTemplates(
    _ text: String, literal: (Substring) -> String = { String($0) },
    _ change: (_ template: String, _ inner: String) -> String
  ) -> String {
    let texts = pieces(text).map { piece -> String in
      guard piece.isTemplate else { return literal(piece.text) }
      return change(String(piece.text), String(piece.text.dropFirst(2).dropLast(2)).trimmed)
    }
    return texts.joined()
  }

  static func decoded(_ text: String, plusIsSpace: Bool = false) -> String {
    map(text) { String(decoding: PercentEncoding.decode($0, plusIsSpace: plusIsSpace), as: UTF8.self) }
  }

  static func encoded(_ text: String) -> String { map(text) { PercentEncoding.component(String($0)) } }

  static func encodedForm(_ text: String) -> String { map(text) { PercentEncoding.form(String($0)) } }

  /// The text as any client sends it: spaces and the like as escapes, whose letters are in upper case.
  static func normalizedEscapes(_ text: String) -> String {
    map(text) { piece in
      var result = ""
      var left = 0
      for scalar in piece.unicodeScalars {
        if !scalar.isASCII || " \"<>\\^`{|}".unicodeScalars.contains(scalar) {
          result += PercentEncoding.encode(String(scalar).utf8)
        } else {
          result += left > 0 ? String(scalar).uppercased() : String(scalar)
        }
        left = scalar == "%" ? 2 : max(0, left - 1)
      }
      return result
    }
  }
}
