internal import BodyDocument
internal import Foundation

/// A step between a query and its predicate, written as in Hurl: `nth 1`, `regex /a(b)/`, `split ","`.
struct ResponseFilter {
  let name: String
  private let arguments: [String]
  private let now: Date

  init(_ text: String, _ context: CheckContext) throws(CheckProblem) {
    var words = try FilterWords(text).read()
    guard !words.isEmpty else { throw CheckProblem("a filter is empty") }
    name = words.removeFirst()
    now = context.now
    if let most = Self.arguments[name], words.count > most {
      let advice = most > 0 ? " — put an argument in quotes" : ""
      throw CheckProblem(
        "the filter \(name) has too many arguments: \(words[most...].joined(separator: " "))\(advice)")
    }
    arguments = try words.map { (word) throws(CheckProblem) in try context.resolve(word) }
  }

  /// Throws if the filter is invalid for any value.
  func check() throws(CheckProblem) {
    guard let count = Self.arguments[name] else { throw Self.unknown(name) }
    if count > 0 { _ = try argument(count - 1) }
    switch name {
    case "nth": _ = try position()
    case "jsonpath": _ = try JSONPathValues.query(argument(0))
    case "xpath": try XPathValues.check(argument(0))
    case "regex", "replaceRegex": _ = try PatternValues.matcher(argument(0))
    case "decode", "charsetDecode": _ = try charset()
    default: break
    }
  }

  static func unknown(_ name: String) -> CheckProblem {
    CheckProblem.unknown("filter", name, among: CheckWords.filters.map(\.name))
  }

  /// How many arguments a filter takes.
  private static let arguments = [
    "count": 0, "first": 0, "last": 0, "nth": 1, "jsonpath": 1, "xpath": 1, "location": 0, "regex": 1, "split": 1,
    "replace": 2, "replaceRegex": 2, "toInt": 0, "toFloat": 0, "toString": 0, "toHex": 0, "toDate": 1, "format": 1,
    "dateFormat": 1, "daysAfterNow": 0, "daysBeforeNow": 0, "urlDecode": 0, "urlEncode": 0, "urlQueryParam": 1,
    "base64Encode": 0, "base64Decode": 0, "base64UrlSafeEncode": 0, "base64UrlSafeDecode": 0, "utf8Encode": 0,
    "utf8Decode": 0, "decode": 1, "charsetDecode": 1, "length": 0, "htmlEscape": 0, "htmlUnescape": 0,
  ]

  func apply(to value: CheckValue, _ facts: ResponseFacts) throws(CheckProblem) -> CheckValue {
    // A count of nothing is 0, as no element was found.
    let value = ["count", "length", "first", "last", "nth"].contains(name) ? value.asList : value.collapsed
    if value == .missing { return name == "count" ? .number(0) : .missing }
    switch name {
    case "count": return .number(try count(value))
    case "length": return .number(try length(value))
    case "first": return try list(value).first.map(CheckValue.json) ?? .missing
    case "last": return try list(value).last.map(CheckValue.json) ?? .missing
    case "nth":
      let index = try position()
      let elements = try list(value)
      let place = index < 0 ? elements.count + index : index
      return elements.indices.contains(place) ? .json(elements[place]) : .missing
    case "jsonpath":
      if case .bytes(let bytes) = value { return try JSONPathValues.read(argument(0), bytes, contentType: nil) }
      let text = Data((value.text ?? json(value).compact).utf8)
      return try JSONPathValues.read(argument(0), text, contentType: "application/json")
    case "xpath":
      let text = Data(try text(value).utf8)
      return try XPathValues.read(argument(0), text, isHTML: XPathValues.isHTML(text, contentType: nil))
    case "decode", "charsetDecode":
      guard case .bytes(let bytes) = value else { throw CheckProblem("\(name) needs bytes, got \(value)") }
      let charset = try charset()
      guard let text = charset.text(bytes) else { throw CheckProblem("the bytes are not text in \(charset.name)") }
      return .text(text)
    case "location": return location(value) ?? facts.redirects.last.map { CheckValue.text($0.location) } ?? .missing
    default: return try applyToText(try text(value), value)
    }
  }

  /// The location of an element of `redirects`; `nil` for other values.
  private func location(_ value: CheckValue) -> CheckValue? {
    guard case .json(let json) = value, let location = json.object?["location"]?.string else { return nil }
    return .text(location)
  }

  private func applyToText(_ text: String, _ value: CheckValue) throws(CheckProblem) -> CheckValue {
    switch name {
    case "regex": return try PatternValues.read(argument(0), text)
    case "split":
      let separator = try argument(0)
      let parts = separator.isEmpty ? text.map(String.init) : text.components(separatedBy: separator)
      return .json(.array(parts.map { JSONValue.string($0) }))
    case "replace": return .text(text.replacingExactly(try argument(0), with: try argument(1)))
    case "replaceRegex": return .text(try PatternValues.replacing(argument(0), in: text, with: argument(1)))
    case "toInt", "toFloat":
      // Of a number, the fraction is cut off; a text has to be a whole number.
      if name == "toInt", case .json(.number(let number)) = value, let double = Double(number.text),
        number.int == nil, abs(double) < 1e15
      {
        return .number(Int(double))
      }
      guard let number = (try? JSONText(text.trimmingCharacters(in: .whitespaces)).value)?.number,
        name == "toFloat" || DecimalNumber(number).isInteger
      else { throw CheckProblem("\(value) is not a \(name == "toInt" ? "whole number" : "number")") }
      return .json(.number(number))
    case "toString": return .text(text)
    default:
      if let coded = try applyCoding(to: text, value) { return coded }
      let found = try DateFilters(now: now).apply(name, to: text) { () throws(CheckProblem) in try argument(0) }
      if let found { return found }
      throw Self.unknown(name)
    }
  }

  /// Encodes or decodes a text; `nil` for other filters.
  private func applyCoding(to text: String, _ value: CheckValue) throws(CheckProblem) -> CheckValue? {
    switch name {
    case "toHex": return .text(bytes(value, text).hex)
    case "urlDecode": return .text(text.removingPercentEncoding ?? text)
    case "urlEncode":
      let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
      return .text(text.addingPercentEncoding(withAllowedCharacters: plain) ?? text)
    case "urlQueryParam":
      let wanted = try argument(0)
      let items = URLComponents(string: text)?.queryItems ?? []
      return items.first { $0.name.isExactly(wanted) }.map { .text($0.value ?? "") } ?? .missing
    case "base64Encode": return .text(bytes(value, text).base64EncodedString())
    case "base64UrlSafeEncode": return .text(bytes(value, text).base64ForURLs)
    case "base64Decode", "base64UrlSafeDecode": return try decoded(text)
    case "utf8Encode": return .bytes(Data(text.utf8))
    case "utf8Decode": return .text(text)
    case "htmlEscape": return .text(HTMLEntities.escaped(text))
    case "htmlUnescape": return .text(HTMLEntities.decoded(text))
    default: return nil
    }
  }

  private func decoded(_ text: String) throws(CheckProblem) -> CheckValue {
    guard let bytes = Data(base64ForURLs: text) else { throw CheckProblem("\(value: text) is not base64") }
    return .bytes(bytes)
  }

  // MARK: Values

  private func argument(_ index: Int) throws(CheckProblem) -> String {
    guard arguments.indices.contains(index) else {
      throw CheckProblem("the filter \(name) needs \(index == 0 ? "an argument" : "two arguments")")
    }
    return arguments[index]
  }

  private func charset() throws(CheckProblem) -> Charset {
    let name = try argument(0)
    guard let charset = Charset(name) else { throw CheckProblem("the charset \"\(name)\" is not known here") }
    return charset
  }

  private func position() throws(CheckProblem) -> Int {
    guard let index = Int(try argument(0)) else { throw CheckProblem("nth needs a whole number") }
    return index
  }

  private func list(_ value: CheckValue) throws(CheckProblem) -> [JSONValue] {
    guard case .json(.array(let elements)) = value else {
      throw CheckProblem("\(name) needs a list, got \(value)")
    }
    return elements
  }

  private func count(_ value: CheckValue) throws(CheckProblem) -> Int {
    switch value {
    case .bytes(let bytes): return bytes.count
    case .json(.array(let elements)): return elements.count
    case .json(.object(let object)): return object.members.count
    default: throw CheckProblem("count needs a list, an object or bytes, got \(value)")
    }
  }

  /// The length of JavaScript, which texts have, too: in UTF-16.
  private func length(_ value: CheckValue) throws(CheckProblem) -> Int {
    if case .json(.string(let string)) = value { return string.value.utf16.count }
    if case .json(.array(let elements)) = value { return elements.count }
    throw CheckProblem("length needs text or a list, got \(value)")
  }

  private func text(_ value: CheckValue) throws(CheckProblem) -> String {
    guard let text = value.text else { throw CheckProblem("\(name) needs text, got \(value)") }
    return text
  }

  private func bytes(_ value: CheckValue, _ text: String) -> Data {
    if case .bytes(let bytes) = value { return bytes }
    return Data(text.utf8)
  }

  private func json(_ value: CheckValue) -> JSONValue {
    if case .json(let json) = value { return json }
    return .null
  }
}

/// The words of a filter: plain, in quotes with escapes, or a pattern between slashes.
private struct FilterWords {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  consuming func read() throws(CheckProblem) -> [String] {
    var words: [String] = []
    while true {
      while position < scalars.count, scalars[position].properties.isWhitespace { position += 1 }
      guard position < scalars.count else { return words }
      switch scalars[position] {
      case "\"": words.append(try between("\"") { try? JSONText("\"\($0)\"").value.string })
      case "/": words.append(try between("/") { $0.replacingExactly("\\/", with: "/") })
      default:
        let start = position
        while position < scalars.count, !scalars[position].properties.isWhitespace { position += 1 }
        words.append(String(String.UnicodeScalarView(scalars[start..<position])))
      }
    }
  }

  private mutating func between(
    _ mark: Unicode.Scalar, _ read: (String) -> String?
  ) throws(CheckProblem) -> String {
    position += 1
    let start = position
    while position < scalars.count, scalars[position] != mark {
      position += scalars[position] == "\\" ? 2 : 1
    }
    guard position < scalars.count else { throw CheckProblem("the filter's \(String(mark)) has no end") }
    defer { position += 1 }
    let inner = String(String.UnicodeScalarView(scalars[start..<position]))
    guard let text = read(inner) else { throw CheckProblem("the filter's text \(inner) has an unknown escape") }
    return text
  }
}
