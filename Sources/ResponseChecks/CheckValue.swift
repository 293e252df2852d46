internal import BodyDocument
internal import Foundation

/// Where the value of a check is from, if that matters to a predicate.
enum CheckOrigin {
  /// The body as text, with no filter after it.
  case body
  case digest
  case other

  init(_ check: JSONObject) {
    let hasFilters = !(check["filters"]?.array ?? check["x-filters"]?.array ?? []).isEmpty
    switch check["query"]?.string {
    case "sha256", "md5": self = .digest
    case "body" where !hasFilters: self = .body
    default: self = .other
    }
  }
}

/// A part of a response.
enum CheckValue: Equatable {
  case missing
  case json(JSONValue)
  /// The matches of a path that can select several. Filters that count or choose always get a list; otherwise, a single
  /// match is a value.
  case nodes([JSONValue])
  case bytes(Data)

  static func text(_ text: String) -> CheckValue { .json(.string(text)) }
  static func number(_ number: Int) -> CheckValue { .json(.number(number)) }

  /// One value is itself, several are a list.
  static func values(_ values: [JSONValue]) -> CheckValue {
    values.isEmpty ? .missing : .json(values.count == 1 ? values[0] : .array(values))
  }

  /// One node is itself, several are a list.
  var collapsed: CheckValue {
    guard case .nodes(let nodes) = self else { return self }
    return .values(nodes)
  }

  /// All nodes as a list, also one.
  var asList: CheckValue {
    guard case .nodes(let nodes) = self else { return self }
    return .json(.array(nodes))
  }

  /// What a JSONPath selected, as a list: also one value, and none.
  var selection: CheckValue {
    switch self {
    case .missing: .json(.array([]))
    case .json(let value): .json(.array([value]))
    case .nodes, .bytes: asList
    }
  }

  /// All texts in it.
  var strings: [String] {
    switch self {
    case .missing: []
    case .nodes(let nodes): nodes.flatMap(\.strings)
    case .json(let value): value.strings
    case .bytes(let bytes): [String(decoding: bytes, as: UTF8.self)]
    }
  }

  /// The text of a string, a number or bytes; `nil` for the rest.
  var text: String? {
    switch self {
    case .missing: nil
    case .nodes: collapsed.text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .json(.string(let string)): string.value
    case .json(.number(let number)): number.text
    case .json(.bool(let bool)): bool ? "true" : "false"
    case .json: nil
    }
  }

  /// A number, or text that is one.
  var number: DecimalNumber? {
    switch self {
    case .json(.number(let number)): DecimalNumber(number)
    case .json(.string(let string)): Self.number(in: string.value)
    default: nil
    }
  }

  var isString: Bool { if case .json(.string) = self { true } else { false } }

  /// A number that is the whole text, without spaces around it.
  static func number(in text: String) -> DecimalNumber? {
    guard let first = text.utf8.first, let last = text.utf8.last, first > 0x20, last > 0x20 else { return nil }
    return (try? JSONText(text).value)?.number.map { DecimalNumber($0) }
  }
}

extension JSONValue {
  fileprivate var strings: [String] {
    switch self {
    case .string(let string): [string.value]
    case .array(let elements): elements.flatMap(\.strings)
    case .object(let object): object.members.flatMap { $0.value.strings }
    default: []
    }
  }
}
