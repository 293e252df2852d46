import Foundation

/// A template tag: `{% hash 'sha256', 'hex', _.body %}`.
struct InsomniaTag: Equatable {
  enum Argument: Equatable {
    /// Text in quotes, or a number or a word such as `true`.
    case text(String)
    case variable(String)

    var text: String? { if case .text(let text) = self { text } else { nil } }
  }

  let name: String
  let arguments: [Argument]

  /// - Parameter source: The text between `{%` and `%}`. Fails for more than constants and variables.
  init?(_ source: String) {
    var scanner = InsomniaScanner(source)
    scanner.skipSpaces()
    guard let name = scanner.identifier() else { return nil }
    self.name = name
    var arguments: [Argument] = []
    scanner.skipSpaces()
    while !scanner.isAtEnd {
      if !arguments.isEmpty, !scanner.consume(",") { return nil }
      guard let argument = Self.argument(&scanner) else { return nil }
      arguments.append(argument)
      scanner.skipSpaces()
    }
    self.arguments = arguments
  }

  private static func argument(_ scanner: inout InsomniaScanner) -> Argument? {
    if let text = scanner.string() { return .text(decoded(text)) }
    var words = scanner
    if let word = words.word(), ["true", "false", "null", "none"].contains(word) || Double(word) != nil {
      scanner = words
      return .text(word)
    }
    return scanner.path().map(Argument.variable)
  }

  /// Insomnia encodes arguments that would break the syntax: `b64::JC5h::46b`.
  private static func decoded(_ text: String) -> String {
    guard text.hasPrefix("b64::"), text.hasSuffix("::46b"), text.utf8.count >= 10,
      let data = Data(base64Encoded: String(text.dropFirst(5).dropLast(5)))
    else { return text }
    return String(decoding: data, as: UTF8.self)
  }

  static func encoded(_ text: String) -> String { "b64::\(Data(text.utf8).base64EncodedString())::46b" }

  /// The text of an argument; empty if it is missing.
  func text(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index].text ?? "" : "" }

  func variable(_ index: Int) -> String? {
    guard arguments.indices.contains(index), case .variable(let path) = arguments[index] else { return nil }
    return path
  }
}

/// The tag that asks for a value.
struct InsomniaPrompt: Hashable {
  let title: String
  let question: String
  let standard: String
  let isMasked: Bool

  init?(_ tag: InsomniaTag) {
    guard tag.name == "prompt", tag.arguments.allSatisfy({ $0.text != nil }), !tag.text(0).isEmpty else { return nil }
    title = tag.text(0)
    question = tag.text(1).isEmpty ? title : tag.text(1)
    standard = tag.text(2)
    isMasked = tag.text(4) == "true"
  }

  /// A variable that asks for the value.
  func row(name: String) -> JSONObject {
    var row: JSONObject = ["name": .string(name)]
    if !standard.isEmpty, !isMasked { row["value"] = .string(Template.escaping(standard)) }
    if isMasked { row["secret"] = true }
    row["prompt"] = .string(question)
    return row
  }
}

extension InsomniaTag {
  /// Our equivalent of the tag, except for prompts; `nil` without one.
  ///
  /// - Parameter paths: The paths of requests by their ids.
  func translation(_ paths: [String: String]) -> String? {
    switch name {
    case "uuid": "{{$guid}}"
    case "now", "timestamp": now
    case "faker": DynamicVariables.contains("$" + text(0)) ? "{{$\(text(0))}}" : nil
    case "base64": base64
    case "hash": hash
    case "response": response(paths)
    default: nil
    }
  }

  private var now: String? {
    switch text(0).lowercased() {
    case "", "iso-8601", "iso": "{{$isoTimestamp}}"
    case "unix", "seconds", "s": "{{$timestamp}}"
    case "millis", "ms": "{{$timestamp}}000"
    default: nil
    }
  }

  private var base64: String? {
    let kind = text(1).isEmpty ? "normal" : text(1)
    if text(0) == "encode", let path = variable(2) {
      return ["normal": "{{\(path) | base64}}", "url": "{{\(path) | base64url}}"][kind]
    }
    guard arguments.count > 2, let value = arguments[2].text else { return nil }
    let data = Data(value.utf8)
    if text(0) == "encode" { return ["normal": data.base64EncodedString(), "url": data.base64ForURLs][kind] }
    guard text(0) == "decode", kind == "normal", let decoded = Data(base64Encoded: value) else { return nil }
    return String(validating: decoded, as: UTF8.self).map(Template.escaping)
  }

  private var hash: String? {
    guard let path = variable(2), ["md5", "sha1", "sha256", "sha512"].contains(text(0)) else { return nil }
    let encoding = ["hex": "", "base64": ":base64"][text(1)]
    return encoding.map { "{{\(path) | \(text(0))\($0)}}" }
  }

  private func response(_ paths: [String: String]) -> String? {
    guard let path = paths[text(1)], let request = Self.quoted(path) else { return nil }
    let part: String
    switch text(0) {
    case "raw": part = ""
    case "body":
      guard text(2).trimmed.hasPrefix("$"), let query = Self.quoted(text(2).trimmed) else { return nil }
      part = " " + query
    case "header":
      guard let header = Self.quoted(text(2).trimmed), !text(2).trimmed.isEmpty else { return nil }
      part = " header=" + header
    default: return nil
    }
    return "{{response \(request)\(part)\(maxAge)}}"
  }

  /// When the other request is sent again.
  private var maxAge: String {
    switch text(3).lowercased() {
    case "always": return " maxAge=0s"
    case "when-expired":
      let seconds = Int(text(4)) ?? 60
      let units = [(86_400, "d"), (3600, "h"), (60, "m")]
      let unit = units.first { seconds > 0 && seconds % $0.0 == 0 } ?? (1, "s")
      return " maxAge=\(max(0, seconds) / unit.0)\(unit.1)"
    default: return ""
    }
  }

  /// The text in quotes that it does not contain; `nil` where a template could not hold it.
  private static func quoted(_ text: String) -> String? {
    guard !text.contains(where: { "{}\n".contains($0) }) else { return nil }
    if !text.contains("\"") { return "\"\(text)\"" }
    return text.contains("'") ? nil : "'\(text)'"
  }
}
