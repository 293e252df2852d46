/// How values are written in URLs, headers and forms: RFC 6570 as OpenAPI uses it.
struct OpenAPIStyle {
  let name: String
  let explodes: Bool

  /// - Parameter node: A parameter or an encoding.
  init(_ node: OpenAPINode?, standard: String) {
    name = node?.text("style") ?? standard
    explodes = node?["explode"]?.value.bool ?? (name == "form" || name == "cookie" || name == "deepObject")
  }

  /// Serializes a value as parameters of a query or a form.
  func pairs(_ name: String, _ value: JSONValue) -> [(name: String, value: String)] {
    let pairs: [(name: String, value: String)]
    if self.name == "deepObject" {
      pairs = Self.deep(name, value, depth: 0)
    } else if explodes {
      switch value {
      case .array(let elements): pairs = elements.map { (name, $0.compactText) }
      case .object(let object): pairs = object.members.map { ($0.key.value, $0.value.compactText) }
      default: pairs = [(name, value.compactText)]
      }
    } else {
      pairs = [(name, joined(value, separator: separator))]
    }
    return pairs.isEmpty ? [(name, "")] : pairs
  }

  /// Serializes a value as text in a path or a header.
  func text(_ name: String, _ value: JSONValue) -> String {
    let isContainer = value.array != nil || value.object != nil
    switch self.name {
    case "label": return "." + joined(value, separator: explodes ? "." : ",")
    case "matrix":
      guard explodes, isContainer else { return ";\(name)=" + joined(value, separator: ",") }
      let parts = value.array?.map { name + "=" + $0.compactText } ?? Self.assignments(value)
      return parts.map { ";" + $0 }.joined()
    default: return joined(value, separator: ",")
    }
  }

  var separator: String {
    switch name {
    case "spaceDelimited": " "
    case "pipeDelimited": "|"
    case "tabDelimited": "\t"
    default: ","
    }
  }

  private func joined(_ value: JSONValue, separator: String) -> String {
    switch value {
    case .array(let elements): elements.map(\.compactText).joined(separator: separator)
    case .object(let object):
      explodes
        ? Self.assignments(value).joined(separator: separator)
        : object.members.flatMap { [$0.key.value, $0.value.compactText] }.joined(separator: separator)
    default: value.compactText
    }
  }

  private static func assignments(_ value: JSONValue) -> [String] {
    (value.object?.members ?? []).map { $0.key.value + "=" + $0.value.compactText }
  }

  private static func deep(_ name: String, _ value: JSONValue, depth: Int) -> [(name: String, value: String)] {
    guard depth < 8 else { return [(name, value.compactText)] }
    switch value {
    case .array(let elements):
      return elements.enumerated().flatMap { deep("\(name)[\($0)]", $1, depth: depth + 1) }
    case .object(let object):
      return object.members.flatMap { deep("\(name)[\($0.key.value)]", $0.value, depth: depth + 1) }
    default: return [(name, value.compactText)]
    }
  }
}
