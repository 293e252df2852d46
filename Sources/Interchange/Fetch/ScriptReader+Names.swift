internal import Foundation

// Names, and calls of functions that only make values.
extension ScriptReader {
  mutating func named(_ name: String) throws(Problem) -> ScriptValue {
    switch name {
    case "true", "false": return .bool(name == "true")
    case "null": return .null
    case "undefined": return .undefined
    case "await": return try postfix()
    case "new": return try construction()
    case "async", "function":
      let start = index
      skipExpression()
      return mark(name + string(start..<index))
    default: return try path(from: name)
    }
  }

  private mutating func construction() throws(Problem) -> ScriptValue {
    let start = index
    var type = name() ?? ""
    while consume(".") { type = name() ?? "" }
    let arguments = consume("(") ? try list(")", isOpen: true) : []
    if let kind = ScriptValue.ListKind(rawValue: type) { return .list(kind, arguments.first?.rows ?? []) }
    switch type {
    case "URL":
      guard arguments.count > 1, let base = URL(string: arguments[1].text),
        let url = URL(string: arguments[0].text, relativeTo: base)
      else { return arguments.first ?? .undefined }
      return .text(url.absoluteString)
    case "Request":
      let options = arguments.count > 1 ? arguments[1].rows : []
      return .object([ScriptMember("url", arguments.first ?? .undefined)] + options)
    case "Blob":
      if case .array(let parts)? = arguments.first { return .text(parts.map(\.text).joined()) }
      return .text("")
    default: return mark("new " + string(start..<index))
    }
  }

  /// `a.b.c`, and calls of functions that only make text.
  mutating func path(from first: String) throws(Problem) -> ScriptValue {
    let start = index - first.unicodeScalars.count
    var path = first
    var end = index
    while consume(".") {
      guard let next = name() else { break }
      path += "." + next
      end = index
    }
    index = end
    if consume("(") {
      let arguments = try list(")", isOpen: true)
      if path == "fetch" || path.hasSuffix(".fetch") {
        if let url = arguments.first {
          calls.append(Call(url: url, options: arguments.count > 1 ? arguments[1] : .undefined))
        }
        return .undefined
      }
      guard let result = try call(path, arguments) else { return mark(string(start..<index)) }
      // Encodings of encodings grow.
      if case .text(let text) = result { try spend(text.utf8.count) }
      return result
    }
    index = end
    // A member of an object, or the object itself for a method call.
    let names = path.split(separator: ".").map(String.init)
    guard var value = try use(first) else { return mark(path) }
    for name in names.dropFirst() {
      guard let member = value[name] else { break }
      value = member
    }
    return value
  }

  private mutating func call(_ path: String, _ arguments: [ScriptValue]) throws(Problem) -> ScriptValue? {
    let first = arguments.first ?? .undefined
    switch path {
    case "JSON.stringify":
      let indent: String =
        switch arguments.count > 2 ? arguments[2] : .undefined {
        case .number(let count): String(repeating: " ", count: max(0, min(Int(count) ?? 0, 10)))
        case .text(let text): String(text.prefix(10))
        default: ""
        }
      return first.json(indent: indent).map { .text($0) } ?? .undefined
    case "encodeURIComponent": return .text(VariableMarks.map(first.text, filter: "urlencode", Self.component))
    case "encodeURI": return .text(first.text.replacing(" ", with: "%20"))
    case "btoa": return .text(VariableMarks.map(first.text, filter: "base64") { Data($0.utf8).base64EncodedString() })
    case "String", "Object.freeze", "Object.entries", "Array.from": return first
    case "Buffer.from": return .buffer(first.text)
    case "Object.assign": return .object(arguments.flatMap(\.rows))
    default:
      let names = path.split(separator: ".").map(String.init)
      guard names.count > 1, ["toString", "trim"].contains(names[names.count - 1]) else { return nil }
      return try use(names[0])
    }
  }

  private static func component(_ text: String) -> String {
    var encoded = PercentEncoding.component(text)
    for kept in "!'()*" { encoded = encoded.replacing(PercentEncoding.component(String(kept)), with: String(kept)) }
    return encoded
  }
}
