/// Tokens in texts that may be JSON, where the `n` of `\n` looks like the letter before a token.
extension TokenShape {
  /// Returns whether a text has a token, also behind or within escapes.
  static func isAny(inEscaped text: String) -> Bool { readings(of: text).contains { isAny(in: $0) } }

  /// Returns the names of the shapes of tokens in a body, also in names of members.
  ///
  /// - Parameter known: Texts whose tokens do not count.
  static func names(in body: JSONObject, besides known: [String]) -> [String] {
    let tokens = Set(known.flatMap { matches(in: $0) }.map(\.token))
    var found: [Found] = []
    find(in: JSONValue.object(body), &found)
    return found.filter { !tokens.contains($0.token) }.map(\.name).unique
  }

  private typealias Found = (name: String, token: String)

  private static func find(in value: JSONValue, _ found: inout [Found]) {
    switch value {
    case .string(let text): found += matches(in: text.value)
    case .array(let elements): for element in elements { find(in: element, &found) }
    case .object(let object):
      for member in object.members {
        found += matches(in: member.key.value)
        find(in: member.value, &found)
      }
    default: break
    }
  }

  private static func matches(in text: String) -> [Found] {
    readings(of: text).flatMap { reading in
      candidates(in: reading).flatMap { shape in
        shape.all(in: reading).map { (name: shape.name, token: String($0)) }
      }
    }
  }

  /// A text, then without its escapes, and without those of JSON in strings of JSON. Their number is limited: each takes
  /// as long as the text.
  private static func readings(of text: String) -> some Sequence<String> {
    sequence(first: text) { text in
      text.utf8.contains(UInt8(ascii: "\\")) ? JSONString(escaped: text).value : nil
    }.prefix(4)
  }
}
