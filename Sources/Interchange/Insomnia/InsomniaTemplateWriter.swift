/// Translates our templates to those of Insomnia.
struct InsomniaTemplateWriter {
  /// The ids of requests by their paths in the collection.
  let ids: [String: String]
  /// Gets notes about templates without an equivalent, and about the texts around them.
  var context = InterchangeContext()

  mutating func text(_ text: String) -> String {
    let pieces = Template(text).pieces
    var result = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text): result += Self.escaped(text, isBeforeTemplate: index + 1 < pieces.count)
      case .escapedBraces: result += Self.literal("{{")
      case .variable(let source): result += template(source)
      }
    }
    return result
  }

  /// Strings of JSON with their templates translated.
  mutating func json(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let string): return string.value.contains("{") ? .string(text(string.value)) : value
    case .array(let elements): return .array(elements.map { json($0) })
    case .object(let object):
      return .object(
        JSONObject(
          members: object.members.map { member in
            let key = member.key.value.contains("{") ? JSONString(text(member.key.value)) : member.key
            return JSONMember(key: key, value: json(member.value))
          }))
    case .null, .bool, .number: return value
    }
  }

  /// Text in which Insomnia sees no template.
  private static func escaped(_ text: String, isBeforeTemplate: Bool) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      let next = scalars.first
      if scalar == "{", let next, "{%#".unicodeScalars.contains(next) {
        scalars.removeFirst()
        result += literal("{" + String(next))
      } else if scalar == "{", next == nil, isBeforeTemplate {
        result += literal("{")
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func literal(_ text: String) -> String { "{{ \(quoted(text)) }}" }

  static func quoted(_ text: String) -> String {
    let escaped = text.replacingExactly("\\", with: "\\\\").replacingExactly("'", with: "\\'")
    return "'" + escaped.replacingExactly("\n", with: "\\n").replacingExactly("\r", with: "\\r") + "'"
  }

  private mutating func template(_ source: String) -> String {
    if let expression = try? TemplateExpression(source), let text = translation(expression) { return text }
    context.note(.changed, "Template {{\(source)}}: it has no equivalent and is kept as text")
    return "{{\(source)}}"
  }

  private func translation(_ expression: TemplateExpression) -> String? {
    switch expression.operand {
    case .response(let reference): return expression.filters.isEmpty ? response(reference) : nil
    case .variable(let name) where Template.isNested(name): return nil
    case .variable(let name):
      if DynamicVariables.contains(name) { return expression.filters.isEmpty ? Self.dynamic(name) : nil }
      if expression.filters.count == 1, let tag = Self.tag(expression.filters[0], name) { return tag }
      var path = Self.path(name)
      for filter in expression.filters {
        guard filter.arguments.isEmpty, let theirs = Self.filters[filter.name] else { return nil }
        path += " | " + theirs
      }
      return "{{ \(path) }}"
    }
  }

  private static let filters = [
    "upper": "upper", "lower": "lower", "trim": "trim", "urlencode": "urlencode", "json": "dump",
  ]

  private static func dynamic(_ name: String) -> String {
    switch name {
    case "$guid": "{% uuid 'v4' %}"
    case "$timestamp": "{% now 'unix', '' %}"
    case "$isoTimestamp": "{% now 'iso-8601', '' %}"
    default: "{% faker '\(name.dropFirst())' %}"
    }
  }

  private static func tag(_ filter: FilterCall, _ name: String) -> String? {
    switch (filter.name, filter.arguments) {
    case ("base64", []): return "{% base64 'encode', 'normal', \(path(name)) %}"
    case ("base64url", []): return "{% base64 'encode', 'url', \(path(name)) %}"
    case ("md5", let arguments), ("sha1", let arguments), ("sha256", let arguments), ("sha512", let arguments):
      guard arguments.isEmpty || arguments == [.word("base64")] else { return nil }
      return "{% hash '\(filter.name)', '\(arguments.isEmpty ? "hex" : "base64")', \(path(name)) %}"
    default: return nil
    }
  }

  private func response(_ reference: ResponseReference) -> String? {
    guard let id = ids[reference.request] else { return nil }
    let (attribute, filter): (String, String)
    switch reference.part {
    case .body: (attribute, filter) = ("raw", "")
    case .json(let query): (attribute, filter) = ("body", InsomniaTag.encoded(query))
    case .header(let name): (attribute, filter) = ("header", InsomniaTag.encoded(name))
    case .status: return nil
    }
    let resend =
      switch reference.maxAge {
      case nil: "'no-history', 60"
      case 0: "'always', 60"
      case let age?: "'when-expired', \(Int(age.rounded()))"
      }
    return "{% response '\(attribute)', '\(id)', '\(filter)', \(resend) %}"
  }

  /// `_.a.b` or `_['a-b']`.
  static func path(_ name: String) -> String {
    InsomniaDataWriter.segments(name).reduce(into: "_") { path, segment in
      let scalars = segment.unicodeScalars
      let isPlain =
        scalars.allSatisfy {
          $0.isASCII && (InsomniaScanner.isLetter($0) || InsomniaScanner.isDigit($0)) && $0 != "$"
        }
        && scalars.first.map { !InsomniaScanner.isDigit($0) } == true
      path += isPlain ? "." + segment : "[\(quoted(segment))]"
    }
  }
}
