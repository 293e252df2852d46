/// Converts the rows of a parameter back to its value.
extension OpenAPIOperationEdit {
  typealias Row = (name: String, text: String)

  /// - Returns: `nil` if a row has variables, or another form than the style of the parameter.
  func example(of parameter: OpenAPIParameter, _ rows: [Row]) -> JSONValue? {
    let plain = rows.map { (name: OpenAPIText.unescaped($0.name), text: OpenAPIText.unescaped($0.text)) }
    // A variable would come back as text.
    guard let first = plain.first, plain.map(\.text).map(Template.escaping) == rows.map(\.text) else { return nil }
    if parameter.contentType != nil {
      return plain.count == 1 ? (try? JSONText(first.text).value) ?? .string(first.text) : nil
    }
    if parameter.place == "query" {
      if parameter.style.name == "deepObject" { return deepValue(of: parameter, plain) }
      if parameter.style.explodes { return exploded(parameter, plain) }
    }
    guard plain.count == 1 else { return nil }
    return joined(parameter, first.text)
  }

  /// The kind of container that a parameter is; `nil` for others.
  private func container(_ parameter: OpenAPIParameter) -> String? {
    if parameter.value.array != nil { return "array" }
    if parameter.value.object != nil { return "object" }
    return parameter.schema?.type.flatMap { ["array", "object"].contains($0) ? $0 : nil }
  }

  /// A row for each element or member.
  private func exploded(_ parameter: OpenAPIParameter, _ rows: [Row]) -> JSONValue? {
    switch container(parameter) {
    case "array": .array(rows.map { fitting($0.text, parameter.schema?.items) })
    case "object": object(rows, parameter.schema)
    default: rows.count == 1 ? fitting(rows[0].text, parameter.schema) : nil
    }
  }

  /// One text for all elements or members.
  private func joined(_ parameter: OpenAPIParameter, _ text: String) -> JSONValue? {
    let container = container(parameter)
    guard let parts = parameter.style.parts(parameter.name, text, isContainer: container != nil) else { return nil }
    switch container {
    case "array": return .array(parts.map { fitting($0, parameter.schema?.items) })
    case "object": return parameter.style.pairs(of: parts).map { object($0, parameter.schema) }
    default: return parts.count == 1 ? fitting(parts[0], parameter.schema) : nil
    }
  }

  private func object(_ rows: [Row], _ schema: OpenAPISchema?) -> JSONValue {
    var object = JSONObject()
    for row in rows { object[row.name] = fitting(row.text, schema?.property(row.name)) }
    return .object(object)
  }

  // MARK: Deep objects

  /// The value of rows such as `filter[name]` and `filter[size][from]`.
  private func deepValue(of parameter: OpenAPIParameter, _ rows: [Row]) -> JSONValue? {
    var tree = JSONObject()
    for row in rows {
      guard let path = Self.path(in: row.name, of: parameter.name) else { return nil }
      if path.isEmpty { return rows.count == 1 ? fitting(row.text, parameter.schema) : nil }
      guard let changed = Self.adding(row.text, at: path[...], to: .object(tree))?.object else { return nil }
      tree = changed
    }
    return shaped(.object(tree), parameter.schema, parameter.value)
  }

  /// The names in brackets behind the name of a parameter.
  private static func path(in row: String, of name: String) -> [String]? {
    guard var rest = row.removingExactly(prefix: name) else { return nil }
    var path: [String] = []
    while !rest.isEmpty {
      guard rest.hasPrefix("["), let end = rest.firstIndex(of: "]") else { return nil }
      path.append(String(rest[rest.index(after: rest.startIndex)..<end]))
      rest = String(rest[rest.index(after: end)...])
    }
    return path
  }

  /// - Returns: `nil` where a text and members have the same place.
  private static func adding(_ text: String, at path: ArraySlice<String>, to tree: JSONValue) -> JSONValue? {
    guard let name = path.first else { return tree == [:] ? .string(text) : nil }
    guard var object = tree.object, let inner = adding(text, at: path.dropFirst(), to: object[name] ?? [:]) else {
      return nil
    }
    object[name] = inner
    return .object(object)
  }

  /// A tree of texts with the types of a schema. Members that are numbered from zero are elements of an array.
  private func shaped(_ tree: JSONValue, _ schema: OpenAPISchema?, _ earlier: JSONValue?) -> JSONValue {
    guard let object = tree.object else { return fitting(tree.string ?? "", schema) }
    let isArray = schema?.type == "array" || earlier?.array != nil
    let numbers = object.members.indices.map { String($0) }
    if isArray, object.keys == numbers {
      let items = schema?.items.map(state.schemas.schema)
      return .array(object.members.map { shaped($0.value, items, earlier?.array?.first) })
    }
    let members = object.members.map { member in
      let name = member.key.value
      let property = schema?.property(name).map(state.schemas.schema)
      return JSONMember(key: member.key, value: shaped(member.value, property, earlier?.object?[name]))
    }
    return .object(JSONObject(members: members))
  }

  // MARK: Types

  func fitting(_ text: String, _ node: OpenAPINode?) -> JSONValue { fitting(text, node.map(state.schemas.schema)) }

  private func fitting(_ text: String, _ schema: OpenAPISchema?) -> JSONValue {
    schema.map { OpenAPIExamples.fitting(.string(text), $0) } ?? .string(text)
  }
}

extension OpenAPIStyle {
  /// The texts that one text in a path, a query or a header is made of.
  ///
  /// - Returns: `nil` for a text of another style.
  func parts(_ name: String, _ text: String, isContainer: Bool) -> [String]? {
    switch self.name {
    case "label":
      guard let rest = text.removingExactly(prefix: ".") else { return nil }
      return isContainer ? rest.parts(separatedByText: explodes ? "." : ",") : [rest]
    case "matrix":
      guard explodes, isContainer else {
        return text.removingExactly(prefix: ";\(name)=").map { isContainer ? $0.parts(separatedByText: ",") : [$0] }
      }
      let parts = text.removingExactly(prefix: ";")?.parts(separatedByText: ";")
      return parts?.map { $0.removingExactly(prefix: name + "=") ?? $0 }
    default: return isContainer ? text.parts(separatedByText: separator) : [text]
    }
  }

  /// The members that the parts of an object are.
  func pairs(of parts: [String]) -> [(name: String, text: String)]? {
    guard explodes else {
      guard parts.count.isMultiple(of: 2) else { return nil }
      return stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
    }
    let pairs = parts.map { $0.parts(separatedByText: "=") }
    return pairs.allSatisfy { $0.count > 1 }
      ? pairs.map { ($0[0], $0.dropFirst().joined(separator: "=")) } : nil
  }
}
