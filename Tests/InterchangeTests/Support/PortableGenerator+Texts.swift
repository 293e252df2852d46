import RequestBasics
import RequestModel

extension PortableGenerator {
  private static let words = ["a", "Order", "list", "2", "v10", "get it", "Create user", "x1"]
  private static let nasty = [
    "é", "e\u{301}", "日本", "🎉", "\"quoted\"", "it's", "back\\slash", "a/b", "{", "}", "[x]", "%20", "a&b=c", "#1",
    ": y",
    "- z", "?", "*", "`tick`", "$HOME", "<tag>", "~", "|", "null", "true", "1.0", "ß", "مرحبا",
    "\u{1F468}\u{200D}\u{1F469}",
  ]

  /// One line; it may be empty or have a template in it.
  mutating func text() -> String {
    if chance(8) { return "" }
    var parts: [String] = []
    for _ in 0...count(2) {
      if chance(20) {
        parts.append(template())
      } else {
        parts.append(limits.nastyTexts && chance(40) ? pick(Self.nasty) : pick(Self.words))
      }
    }
    return parts.joined(separator: " ")
  }

  mutating func template() -> String { "{{" + pick(["token", "user", "base_url", "id", "api-key"]) + "}}" }

  /// A name that is not empty.
  mutating func name() -> String {
    let parts = [pick(Self.words)] + (0..<count(2)).map { _ in limits.nastyNames ? pick(Self.nasty) : pick(Self.words) }
    return parts.joined(separator: " ")
  }

  /// Text as documents have it, with at least one character.
  mutating func lines() -> JSONValue {
    guard limits.multipleLines, chance(50) else {
      let line = text()
      return .string(line.isEmpty ? "line" : line)
    }
    return .array(["first"] + (0...count(3)).map { _ in .string(chance(30) ? "  " + text() : text()) })
  }

  /// JSON with numbers as written, empty containers and nesting.
  mutating func json(depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(JSONNumber(text: pick(["0", "-1", "1.0", "1e3", "12345678901234567890", "0.10"])))
    case 3, 4, 5: return .string(jsonText())
    case 6: return .array((0..<count(3)).map { _ in json(depth: depth + 1) })
    default: return .object(jsonObject(depth: depth))
    }
  }

  mutating func jsonObject(depth: Int = 0) -> JSONObject {
    var object = JSONObject()
    for index in 0..<count(3) { object["k\(index)" + (chance(30) ? "é \"" : "")] = json(depth: depth + 1) }
    return object
  }

  private mutating func jsonText() -> String {
    let text = text() + (chance(20) ? "\n\ttab" : "")
    return limits.allowsTemplatesInJSON ? text : text.replacing("{{", with: "{").replacing("}}", with: "}")
  }
}
