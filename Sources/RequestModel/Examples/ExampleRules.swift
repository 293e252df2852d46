/// Which requests an example answers: all of its rules have to hold.
package struct ExampleRules: Equatable, Sendable {
  /// The expectation for a named part of a request.
  package struct Rule: Equatable, Sendable {
    /// The name of a parameter or a header, or a JSONPath in the body.
    package let name: String
    package let expected: Expectation
  }

  package enum Expectation: Equatable, Sendable {
    case present, absent
    case value(JSONValue)
  }

  package let path: [Rule]
  package let query: [Rule]
  package let headers: [Rule]
  package let body: [Rule]

  /// - Parameter document: The `when` of an example.
  package init(document: JSONObject) {
    func rules(_ part: String) -> [Rule] {
      (document[part]?.object?.members ?? []).map {
        Rule(name: $0.key.value, expected: Self.expectation($0.value, isBody: part == "body"))
      }
    }
    (path, query, headers) = (rules("path"), rules("query"), rules("headers"))
    body = rules("body")
  }

  package var count: Int { path.count + query.count + headers.count + body.count }

  /// Parameters and headers are texts, so `true` and `false` say whether they are there. In a body both are values.
  private static func expectation(_ value: JSONValue, isBody: Bool) -> Expectation {
    if isBody { return .value(value) }
    return value.bool.map { $0 ? .present : .absent } ?? .value(value)
  }
}

extension ExampleRules.Rule {
  /// Whether a text matches the expectation. `*` matches any text.
  package func accepts(_ text: String?) -> Bool {
    switch expected {
    case .present: text != nil
    case .absent: text == nil
    case .value(let value): text.map { ExamplePattern(value.templateText).matches($0) } ?? false
    }
  }
}

/// A pattern in which `*` matches any text.
package struct ExamplePattern {
  private let parts: [[UInt8]]

  package init(_ pattern: String) {
    parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// Compares bytes, in linear time for each part.
  package func matches(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return bytes == parts.first ?? [] }
    guard bytes.count >= first.count + last.count, bytes.starts(with: first),
      bytes.reversed().starts(with: last.reversed())
    else { return false }
    var rest = bytes[first.count..<(bytes.count - last.count)]
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
