/// The value of a template: text, or another kind of JSON that text around it turns into text.
enum TemplateValue: Sendable {
  case text(String)
  case json(JSONValue)

  static let empty = TemplateValue.text("")

  init(_ value: JSONValue) { self = value.string.map(TemplateValue.text) ?? .json(value) }

  var text: String {
    switch self {
    case .text(let text): text
    case .json(let value): value.templateText
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .json(let value): value
    }
  }

  /// The text, and of a list or an object each longer text and number in it: they show up one by one, too.
  var texts: [String] {
    guard case .json(let value) = self, value.string == nil else { return [text] }
    return [text] + value.leaves.filter { $0.utf8.count >= Self.shortestLeaf }
  }

  /// Shorter values would match unrelated text.
  private static let shortestLeaf = 6
}

extension JSONValue {
  fileprivate var leaves: [String] {
    switch self {
    case .null, .bool: []
    case .number, .string: [templateText]
    case .array(let elements): elements.flatMap(\.leaves)
    case .object(let object): object.members.flatMap(\.value.leaves)
    }
  }
}
