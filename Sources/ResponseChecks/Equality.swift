internal import BodyDocument
internal import Foundation
internal import JSONSchema

/// When two values are equal: numbers by value, members in any order. Text equals a number, a boolean, a list or an
/// object that is written like it, as headers and variables are always text.
struct Equality {
  private let isHexadecimal: Bool
  private let context: CheckContext
  /// Whether text equals nothing but text.
  private let isStrict: Bool

  init(_ origin: CheckOrigin, _ context: CheckContext, isStrict: Bool) {
    // Upper and lower case are the same in a digest.
    (isHexadecimal, self.context, self.isStrict) = (origin == .digest, context, isStrict)
  }

  func holds(_ actual: CheckValue, _ wanted: JSONValue) throws(CheckProblem) -> Bool {
    if let bytes = try Self.special(wanted, context) {
      switch actual {
      case .bytes(let own): return own == bytes
      case .json(.string(let string)) where isHexadecimal:
        return string.value.lowercased() == bytes.hex
      case .json(.string(let string)): return Data(string.value.utf8) == bytes
      default: break
      }
    }
    switch actual {
    case .missing, .nodes: return false
    case .bytes(let bytes): return try bytes == Self.bytes(wanted, context)
    case .json(let value):
      if isHexadecimal, let a = value.string, let b = wanted.string { return a.lowercased() == b.lowercased() }
      return isStrict ? Self.areEqual(value, wanted) : Self.areLoose(value, wanted)
    }
  }

  private static func areLoose(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.string(let text), .number(let number)), (.number(let number), .string(let text)):
      CheckValue.number(in: text.value) == DecimalNumber(number)
    case (.string(let text), .bool(let bool)), (.bool(let bool), .string(let text)):
      text.value == (bool ? "true" : "false")
    case (.string(let text), .null), (.null, .string(let text)): text.value == "null"
    case (.string(let text), let value) where value.isContainer, (let value, .string(let text)) where value.isContainer:
      (try? JSONText(text.value).value).map { areEqual($0, value) } ?? false
    default: areEqual(a, b)
    }
  }

  static func areEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.number(let a), .number(let b)): DecimalNumber(a) == DecimalNumber(b)
    case (.string(let a), .string(let b)): a.meansTheSame(as: b)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    case (.object(let a), .object(let b)):
      Set(a.keys.map { ExactText($0) }) == Set(b.keys.map { ExactText($0) })
        && a.keys.allSatisfy { key in areEqual(a[key] ?? .null, b[key] ?? .null) }
    default: a == b
    }
  }

  /// The bytes of a text, or of `{"hex": …}`, `{"base64": …}` and `{"file": …}`.
  static func bytes(_ value: JSONValue, _ context: CheckContext) throws(CheckProblem) -> Data {
    if let bytes = try special(value, context) { return bytes }
    return Data((CheckValue.json(value).text ?? value.compact).utf8)
  }

  private static func special(_ value: JSONValue, _ context: CheckContext) throws(CheckProblem) -> Data? {
    guard let object = value.object, object.members.count == 1, let member = object.members.first,
      let text = member.value.string
    else { return nil }
    switch member.key.value {
    case "hex":
      let digits = text.filter { !$0.isWhitespace }
      guard let bytes = Data(hex: digits) else { throw CheckProblem("\(text) is not hexadecimal") }
      return bytes
    case "base64":
      guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw CheckProblem("\(text) is not base64")
      }
      return bytes
    case "file": return try context.file(text)
    default: return nil
    }
  }
}

/// The types of `isType`.
enum TypeRule {
  static let names = [
    "boolean", "number", "integer", "float", "string", "null", "array", "list", "object", "collection", "date",
    "isoDate",
    "ipv4", "ipv6", "uuid",
  ]

  static func check(_ type: String) throws(CheckProblem) {
    guard names.contains(type) else {
      throw CheckProblem.unknown("type", type, among: names)
    }
  }

  /// - Parameter isStrict: Whether a number with a fraction or an exponent, such as 1.0, is not an integer.
  static func holds(_ type: String, for actual: CheckValue, isStrict: Bool) throws(CheckProblem) -> Bool {
    try check(type)
    guard case .json(let value) = actual else { return false }
    switch type {
    case "boolean": return value.bool != nil
    case "number": return value.number != nil
    case "integer": return value.number.map { DecimalNumber($0).isInteger && !(isStrict && isFloat($0)) } ?? false
    case "float": return value.number.map(isFloat) ?? false
    case "string": return value.string != nil
    case "null": return value == .null
    case "array", "list": return value.array != nil
    case "object": return value.object != nil
    case "collection": return value.isContainer
    default:
      guard let text = value.string else { return false }
      return isFormat(type, text)
    }
  }

  private static func isFloat(_ number: JSONNumber) -> Bool {
    !DecimalNumber(number).isInteger || number.text.contains { ".eE".contains($0) }
  }

  private static func isFormat(_ type: String, _ text: String) -> Bool {
    switch type {
    case "date": JSONFormats.holds("date", text) || JSONFormats.holds("date-time", text)
    case "isoDate": JSONFormats.holds("date-time", text)
    default: JSONFormats.holds(type, text)
    }
  }
}
