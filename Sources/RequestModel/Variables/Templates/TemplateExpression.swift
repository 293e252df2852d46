/// The expression inside the braces of a template: a value, and the filters that change it.
package struct TemplateExpression: Equatable, Hashable, Sendable {
  package enum Operand: Equatable, Hashable, Sendable {
    case variable(String)
    case response(ResponseReference)
  }

  package let operand: Operand
  package let filters: [FilterCall]

  /// - Parameter text: The text between the braces, without the white space around it.
  package init(_ text: String) throws(TemplateProblem) {
    let parts = QuotedText.parts(of: text, separatedBy: "|")
    operand = try Self.operand(parts[0])
    var filters: [FilterCall] = []
    for part in parts.dropFirst() { filters.append(try FilterCall(part, in: text)) }
    self.filters = filters
  }

  private static func operand(_ text: String) throws(TemplateProblem) -> Operand {
    let words = QuotedText.parts(of: text, separatedBy: " ").filter { !$0.isEmpty }
    guard words.count > 1, words[0] == "response", QuotedText.isQuoted(words[1]) else { return .variable(text) }
    return .response(try ResponseReference(Array(words.dropFirst()), in: text))
  }

  package var variables: [String] {
    let arguments = filters.flatMap(\.variables)
    if case .variable(let name) = operand { return [name] + arguments }
    return arguments
  }
}

/// A filter of a template and its arguments: `hmac:key`.
package struct FilterCall: Equatable, Hashable, Sendable {
  package enum Argument: Equatable, Hashable, Sendable {
    /// A variable, or a keyword of the filter.
    case word(String)
    /// Text in quotes.
    case text(String)
  }

  package let name: String
  package let arguments: [Argument]

  init(_ text: String, in template: String) throws(TemplateProblem) {
    let parts = QuotedText.parts(of: text, separatedBy: ":")
    name = parts[0]
    arguments = parts.dropFirst().map { QuotedText.isQuoted($0) ? .text(QuotedText.content($0)) : .word($0) }
    guard !name.isEmpty, !arguments.contains(.word("")) else {
      throw TemplateProblem("{{\(template)}} has a filter without a name or with an empty argument")
    }
  }

  package var filter: TemplateFilter? { TemplateFilter.named(name) }

  /// The names of variables among the arguments, without the filter's keywords.
  package var variables: [String] {
    let keywords = filter?.keywords ?? []
    return arguments.compactMap { if case .word(let word) = $0, !keywords.contains(word) { word } else { nil } }
  }
}

/// The response of another request, or a part of it: `response "auth/login" "$.token" maxAge=10m`.
package struct ResponseReference: Equatable, Hashable, Sendable {
  package enum Part: Equatable, Hashable, Sendable {
    case body
    /// A JSONPath, RFC 9535.
    case json(String)
    case header(String)
    case status
  }

  /// The request's path in its collection, without `.json`.
  package let request: String
  package let part: Part
  /// How old a response may be that is used again, in seconds; `nil` for one of this session, however old.
  package let maxAge: Double?

  package init(request: String, part: Part = .body, maxAge: Double? = nil) {
    (self.request, self.part, self.maxAge) = (request, part, maxAge)
  }

  /// - Parameter words: `response` and the words after it.
  init(_ words: [String], in template: String) throws(TemplateProblem) {
    var part: Part?
    var maxAge: Double?
    for word in words.dropFirst() {
      if let age = word.removingExactly(prefix: "maxAge=") {
        guard let seconds = Self.seconds(age) else {
          throw TemplateProblem("{{\(template)}}: \"\(age)\" is not an age — write it as 30s, 10m, 2h or 7d")
        }
        maxAge = seconds
      } else if let chosen = Self.part(word), part == nil {
        part = chosen
      } else {
        throw TemplateProblem(
          "{{\(template)}}: \(word) is not understood — write {{response \"PATH\" \"$.json.path\" maxAge=10m}}, "
            + "with header=\"NAME\" or status in place of the JSONPath")
      }
    }
    self.init(request: QuotedText.content(words[0]), part: part ?? .body, maxAge: maxAge)
  }

  private static func part(_ word: String) -> Part? {
    if QuotedText.isQuoted(word) { return .json(QuotedText.content(word)) }
    if let name = word.removingExactly(prefix: "header=") { return .header(QuotedText.content(name)) }
    return word == "status" ? .status : nil
  }

  private static func seconds(_ text: String) -> Double? {
    let units: [Unicode.Scalar: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let last = text.unicodeScalars.last else { return nil }
    let digits = units[last] == nil ? text : String(text.unicodeScalars.dropLast())
    guard let number = Double(digits), number >= 0, number < 1e9 else { return nil }
    return number * (units[last] ?? 1)
  }
}

extension Template {
  /// Returns the requests whose responses a text takes, with the UTF-8 offsets of the templates, which may be nested.
  /// Paths that have templates in them are left out.
  package static func requests(in text: String) -> [(offset: Int, request: String)] {
    guard text.containsExactly("response") else { return [] }
    let bytes = Array(text.utf8)
    return ranges(in: text).flatMap { range -> [(offset: Int, request: String)] in
      let inner = String(decoding: bytes[range].dropFirst(2).dropLast(2), as: UTF8.self)
      var found = requests(in: inner).map { (offset: range.lowerBound + 2 + $0.offset, request: $0.request) }
      if case .response(let reference)? = (try? TemplateExpression(inner))?.operand, !isNested(reference.request) {
        found.insert((offset: range.lowerBound, request: reference.request), at: 0)
      }
      return found
    }
  }
}

/// Why a template has no meaning, as a sentence.
package struct TemplateProblem: Error, Equatable, Sendable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Text in which `"…"`, `'…'` and nested `{{…}}` keep separators from counting.
private enum QuotedText {
  /// The parts without the white space around them. A quote that does not close is a letter.
  static func parts(of text: String, separatedBy separator: Unicode.Scalar) -> [String] {
    let scalars = text.unicodeScalars
    var parts: [String] = []
    var start = scalars.startIndex
    var index = start
    var depth = 0
    while index < scalars.endIndex {
      if let step = braces(at: index, in: scalars) {
        depth += step
        index = scalars.index(after: index)
      } else if depth > 0 {
        // Part of a nested template.
      } else if scalars[index] == separator {
        parts.append(trimmed(scalars[start..<index]))
        start = scalars.index(after: index)
      } else if isQuote(scalars[index]),
        let end = scalars[scalars.index(after: index)...].firstIndex(of: scalars[index])
      {
        index = end
      }
      index = scalars.index(after: index)
    }
    return parts + [trimmed(scalars[start...])]
  }

  /// 1 for two opening braces, −1 for two closing ones.
  private static func braces(at index: String.Index, in scalars: String.UnicodeScalarView) -> Int? {
    let next = scalars.index(after: index)
    guard next < scalars.endIndex, scalars[next] == scalars[index] else { return nil }
    return scalars[index] == "{" ? 1 : scalars[index] == "}" ? -1 : nil
  }

  static func isQuoted(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count > 1 && scalars.first.map(isQuote) == true && scalars.first == scalars.last
  }

  /// The text without its quotes, where it has them.
  static func content(_ text: String) -> String {
    isQuoted(text) ? String(text.unicodeScalars.dropFirst().dropLast()) : text
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { scalar == "\"" || scalar == "'" }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    String(text.trimming { $0.properties.isWhitespace })
  }
}
