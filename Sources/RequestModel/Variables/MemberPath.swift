/// A part of the value of a variable, as in Bruno: `user.name`, `list[0]` or `user['full name'].first`.
struct MemberPath: Equatable, Sendable {
  let variable: String
  /// The names of members and the indexes of elements, from outside to inside.
  let steps: [String]

  /// - Returns: `nil` for a plain name.
  init?(_ text: String) {
    var rest = text.unicodeScalars[...]
    variable = Self.word(&rest)
    var steps: [String] = []
    while !rest.isEmpty {
      guard let step = Self.step(&rest) else { return nil }
      steps.append(step)
    }
    guard !variable.isEmpty, !steps.isEmpty else { return nil }
    self.steps = steps
  }

  /// - Returns: `nil` if the value has no such part.
  func part(of value: JSONValue) -> JSONValue? { JSONPointer.value(at: steps, in: value) }

  private static func step(_ rest: inout Substring.UnicodeScalarView) -> String? {
    let mark = rest.removeFirst()
    if mark == "." {
      let name = word(&rest)
      return name.isEmpty ? nil : name
    }
    guard mark == "[", let first = rest.first else { return nil }
    let isQuoted = first == "\"" || first == "'"
    if isQuoted { rest.removeFirst() }
    guard let end = rest.firstIndex(of: isQuoted ? first : "]") else { return nil }
    let name = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    if isQuoted, rest.popFirst() != "]" { return nil }
    return name.isEmpty ? nil : name
  }

  /// The scalars before the next period or bracket.
  private static func word(_ rest: inout Substring.UnicodeScalarView) -> String {
    let end = rest.firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
