import Foundation

/// A JavaScript value of a kind that requests use.
indirect enum ScriptValue: Equatable {
  /// Text, perhaps with marks of variables.
  case text(String)
  case number(String)
  case bool(Bool)
  case null
  case undefined
  case object([ScriptMember])
  case array([ScriptValue])
  /// `new Headers`, `new URLSearchParams` or `new FormData`, with its rows.
  case list(ListKind, [ScriptMember])
  /// Bytes that only `toString("base64")` shows.
  case buffer(String)

  enum ListKind: String { case headers = "Headers", parameters = "URLSearchParams", form = "FormData" }

  /// As JavaScript makes it text.
  var text: String {
    switch self {
    case .text(let text), .number(let text), .buffer(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .undefined: "undefined"
    case .array(let elements): elements.map(\.text).joined(separator: ",")
    case .object: "[object Object]"
    case .list(.parameters, let rows):
      rows.map { Self.form($0.name) + "=" + Self.form($0.value.text) }.joined(separator: "&")
    case .list: ""
    }
  }

  /// A number as JavaScript writes it.
  init(number: Double) {
    let isWhole = number == number.rounded() && abs(number) < 1e15
    self = .number(isWhole ? String(Int(number)) : String(number))
  }

  /// The value of a number; `nil` for other values, infinity and a `BigInt`.
  var finiteNumber: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  private static func form(_ text: String) -> String {
    VariableMarks.map(text, filter: "urlencode") { PercentEncoding.form($0) }
  }

  var isNothing: Bool { self == .null || self == .undefined }

  /// The rows of an object, of pairs, or of the text of a query.
  var rows: [ScriptMember] {
    switch self {
    case .object(let members), .list(_, let members): members
    case .array(let elements):
      elements.compactMap { element in
        guard case .array(let pair) = element, pair.count == 2 else { return nil }
        return ScriptMember(pair[0].text, pair[1])
      }
    case .text(let query):
      URLQuery.decoded(query.hasPrefix("?") ? String(query.dropFirst()) : query).map {
        ScriptMember($0.name, .text($0.value))
      }
    default: []
    }
  }

  subscript(_ name: String) -> ScriptValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var isList: Bool { if case .list = self { true } else { false } }

  /// Adds a member, or a row.
  mutating func append(_ row: ScriptMember) {
    change { rows in rows.append(row) }
  }

  /// Sets a member, or the only row of its name.
  mutating func set(_ row: ScriptMember, at offset: Int) throws(ScriptReader.Problem) {
    var count = 0
    change { rows in
      rows.removeAll { $0.name == row.name }
      rows.append(row)
      count = rows.count
    }
    // Each is compared with all others.
    guard count <= 1000 else {
      throw ScriptReader.Problem(text: "more than 1000 members are set one by one", offset: offset)
    }
  }

  /// Changes the members or rows in place.
  private mutating func change(_ change: (inout [ScriptMember]) -> Void) {
    switch self {
    case .object(var members):
      self = .null
      change(&members)
      self = .object(members)
    case .list(let kind, var rows):
      self = .null
      change(&rows)
      self = .list(kind, rows)
    default: break
    }
  }

  /// The result of `JSON.stringify`; `nil` for values that it omits.
  func json(indent: String = "", _ margin: String = "") -> String? {
    let inner = margin + indent
    let (start, separator, end) = indent.isEmpty ? ("", ",", "") : ("\n" + inner, ",\n" + inner, "\n" + margin)
    switch self {
    case .undefined: return nil
    case .null: return "null"
    case .bool, .number: return text
    case .text(let text), .buffer(let text): return Self.quoted(text)
    case .array(let elements):
      if elements.isEmpty { return "[]" }
      return "[" + start + elements.map { $0.json(indent: indent, inner) ?? "null" }.joined(separator: separator) + end
        + "]"
    case .object(let members):
      let colon = indent.isEmpty ? ":" : ": "
      let pairs = members.compactMap { member in
        member.value.json(indent: indent, inner).map { Self.quoted(member.name) + colon + $0 }
      }
      return pairs.isEmpty ? "{}" : "{" + start + pairs.joined(separator: separator) + end + "}"
    case .list: return "{}"
    }
  }

  private static func quoted(_ text: String) -> String {
    // The marks of a variable stay: its value is put between the quotes.
    "\"" + text.unicodeScalars.map { escaped($0) }.joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{8}": "\\b"
    case "\u{C}": "\\f"
    case _ where scalar.value < 0x20: "\\u" + scalar.value.padded(to: 4, radix: 16)
    default: String(scalar)
    }
  }
}

/// A member of an object, or a row of a list.
struct ScriptMember: Equatable {
  let name: String
  let value: ScriptValue
  /// The third argument of `FormData.append`.
  var fileName: String?

  init(_ name: String, _ value: ScriptValue) { (self.name, self.value) = (name, value) }
}
