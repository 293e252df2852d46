import RequestBasics

// Postman's rules for templates.
extension Resolver {
  /// How often Postman replaces the inner ones of nested templates.
  private static let nestingLimit = 19

  /// Replaces templates within templates: `{{host_{{env}}}}`.
  mutating func unnested(_ text: String) -> String {
    guard text.containsExactly("{{") else { return text }
    var text = text
    for _ in 0..<Self.nestingLimit {
      guard let inner = Self.innerTemplate(in: text) else { break }
      let template = String(text[inner])
      let value = resolve(template)
      if value.isExactly(template) { break }
      text.replaceSubrange(inner, with: value)
    }
    return text
  }

  /// The first template that begins within another one.
  private static func innerTemplate(in text: String) -> Range<String.Index>? {
    let bytes = text.utf8
    var outer: String.Index?
    var index = bytes.startIndex
    while let next = pair(in: bytes, from: index) {
      if bytes[next] == UInt8(ascii: "}") {
        outer = nil
      } else if let outer, !bytes[outer..<next].contains(UInt8(ascii: "}")), let end = end(of: next, in: bytes) {
        return next..<end
      } else {
        outer = next
      }
      index = bytes.index(next, offsetBy: 2)
    }
    return nil
  }

  /// The next two braces of one kind.
  private static func pair(in bytes: String.UTF8View, from start: String.Index) -> String.Index? {
    var index = start
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      let isBrace = bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "}")
      if isBrace, next < bytes.endIndex, bytes[next] == bytes[index] { return index }
      index = next
    }
    return nil
  }

  /// The end of a template that has no brace in its name.
  private static func end(of start: String.Index, in bytes: String.UTF8View) -> String.Index? {
    guard let close = pair(in: bytes, from: bytes.index(start, offsetBy: 2)), bytes[close] == UInt8(ascii: "}") else {
      return nil
    }
    return bytes.index(close, offsetBy: 2)
  }
}

extension JSONValue {
  /// As JavaScript writes a value into text, but for objects.
  package var asInPostman: JSONValue {
    switch self {
    case .array(let elements): .string(elements.map(\.textInList).joined(separator: ","))
    case .number(let number): .string(Self.text(number))
    case .null, .bool, .string, .object: self
    }
  }

  private var textInList: String { self == .null ? "" : asInPostman.templateText }

  /// Without what JavaScript does not write: `1.50`, `1e3`. Long integers keep their digits.
  private static func text(_ number: JSONNumber) -> String {
    guard number.int == nil, let value = number.double, abs(value) < 1e15 else { return number.text }
    return value == value.rounded() ? String(Int(value)) : "\(value)"
  }
}
