/// Variables of an environment of Insomnia: nested JSON, whose leaves become variables such as `a.b`.
struct InsomniaVariables {
  private(set) var rows: [JSONValue] = []
  private(set) var secrets: [PortableSecret] = []
  /// Whether there are values that templates may use parts of.
  private(set) var hasContainers = false
  private var names: Set<String> = []
  private let isPrivate: Bool

  /// Where encrypted values are; templates find them under `vault`.
  private static let vault = "__insomnia_vault"
  /// How deep objects are taken apart.
  private static let depthLimit = 50
  /// Objects with longer paths stay whole: each value in them would repeat the path.
  private static let pathLimit = 1000

  private init(isPrivate: Bool) { self.isPrivate = isPrivate }

  /// The variables of an environment file or resource.
  init(_ environment: JSONObject, _ templates: inout InsomniaTemplates) {
    self.init(isPrivate: environment["meta"]?.object?.flag("isPrivate") ?? false)
    let pairs = environment["kvPairData"].objects
    if environment.text("environmentType") == "kv", !pairs.isEmpty {
      for pair in pairs { add(pair: pair, &templates) }
    } else {
      add(data: environment["data"], order: environment["dataPropertyOrder"], &templates)
    }
  }

  private mutating func add(data: JSONValue?, order: JSONValue?, _ templates: inout InsomniaTemplates) {
    guard let data else { return }
    guard let object = data.object else {
      if data != .null { templates.context.note(.dropped, "Environment: its data is \(data.kindName), not an object") }
      return
    }
    let ordered = Self.ordered(object, order?.object)
    for member in ordered.members { addValue(member.value, at: member.key.value, depth: 0, &templates) }
    guard hasContainers else { return }
    for path in templates.usesToLookUp(among: ordered.members.count) where !names.contains(path) {
      if let part = Self.value(at: path, in: ordered), !part.isEmpty {
        append(path, translated(part, &templates))
      }
    }
  }

  private mutating func addValue(
    _ value: JSONValue, at path: String, depth: Int, _ templates: inout InsomniaTemplates
  ) {
    if path.isEmpty { return templates.context.note(.dropped, "A variable without a name") }
    if path == Self.vault { return addVault(value, &templates.context) }
    if value.isContainer { hasContainers = true }
    if let object = value.object, !object.members.isEmpty, depth < Self.depthLimit,
      path.utf8.count < Self.pathLimit
    {
      for member in object.members {
        addValue(member.value, at: path + "." + member.key.value, depth: depth + 1, &templates)
      }
    } else if let text = value.string, let prompt = InsomniaTemplates.prompt(text) {
      rows.append(.object(prompt.row(name: path)))
    } else {
      append(path, translated(value, &templates))
    }
  }

  private mutating func add(pair: JSONObject, _ templates: inout InsomniaTemplates) {
    let name = pair.text("name") ?? ""
    let value = pair["value"] ?? ""
    if name.isEmpty {
      if !value.isEmpty { templates.context.note(.dropped, "A variable without a name") }
      return
    }
    let count = rows.count
    switch pair.text("type") {
    case "secret": addVault(.object([name: value]), &templates.context)
    case "json":
      let parsed = value.string.flatMap { try? JSONText($0).value } ?? value
      addValue(parsed, at: name, depth: 0, &templates)
    default: addValue(.string(value.scalarText ?? value.compact), at: name, depth: 0, &templates)
    }
    guard pair["enabled"]?.bool == false else { return }
    for index in rows.indices.dropFirst(count) {
      rows[index] =
        rows[index].object.map { row in
          var row = row
          row["off"] = true
          return .object(row)
        } ?? rows[index]
    }
  }

  /// Values that Insomnia keeps encrypted: their names alone are known.
  private mutating func addVault(_ value: JSONValue, _ context: inout InterchangeContext) {
    for member in value.object?.members ?? [] {
      let name = "vault." + member.key.value
      guard names.insert(name).inserted else { continue }
      rows.append(["name": .string(name), "secret": true])
      context.note(.dropped, "The value of \(name): Insomnia keeps it encrypted")
    }
  }

  private mutating func append(_ name: String, _ value: JSONValue) {
    guard names.insert(name).inserted else { return }
    guard isPrivate else { return rows.append(["name": .string(name), "value": value]) }
    rows.append(["name": .string(name), "secret": true])
    let text = value.templateText
    if !text.isEmpty { secrets.append(PortableSecret(name: name, value: text)) }
  }

  private func translated(_ value: JSONValue, _ templates: inout InsomniaTemplates) -> JSONValue {
    switch value {
    case .null: return ""
    case .string(let string): return .string(templates.translated(string.value))
    default: return nested(value, depth: 0, &templates)
    }
  }

  private func nested(_ value: JSONValue, depth: Int, _ templates: inout InsomniaTemplates) -> JSONValue {
    guard depth < Self.depthLimit else { return value }
    switch value {
    case .string(let string): return .string(templates.translated(string.value))
    case .array(let elements):
      return .array(elements.map { nested($0, depth: depth + 1, &templates) })
    case .object(let object):
      return .object(object.mapValues { nested($0, depth: depth + 1, &templates) })
    case .null, .bool, .number: return value
    }
  }
}

extension InsomniaVariables {
  /// The value at a path such as `a.b[0].c`.
  private static func value(at path: String, in object: JSONObject) -> JSONValue? {
    var value = JSONValue.object(object)
    for name in path.split(whereSeparator: { ".[".contains($0) }) {
      if name.hasSuffix("]"), let index = Int(name.dropLast()) {
        guard let elements = value.array, elements.indices.contains(index) else { return nil }
        value = elements[index]
      } else {
        guard let member = value.object?[String(name)] else { return nil }
        value = member
      }
    }
    return value
  }

  /// The members in the order that Insomnia shows them, which it keeps beside the data.
  private static func ordered(_ object: JSONObject, _ order: JSONObject?) -> JSONObject {
    guard let order else { return object }
    return ordered(object, order, path: "&", depth: 0)
  }

  private static func ordered(_ object: JSONObject, _ order: JSONObject, path: String, depth: Int) -> JSONObject {
    guard depth < depthLimit, path.utf8.count < pathLimit else { return object }
    var places: [String: Int] = [:]
    for (place, key) in (order[path]?.array ?? []).enumerated() where key.string != nil {
      places[key.string ?? ""] = place
    }
    let last = places.count
    let sorted = object.members.sorted { places[$0.key.value] ?? last < places[$1.key.value] ?? last }
    return JSONObject(
      members: sorted.map { member in
        guard let inner = member.value.object else { return member }
        let inside = ordered(inner, order, path: path + "~|" + member.key.value, depth: depth + 1)
        return JSONMember(key: member.key, value: .object(inside))
      })
  }
}
