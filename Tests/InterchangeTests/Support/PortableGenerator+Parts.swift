import RequestBasics
import RequestModel

// Rows, bodies, auth and the other parts of requests and folders.
extension PortableGenerator {
  /// Rows of a table, members in the order of `RowShape`.
  mutating func rows(_ members: Set<String>, allowsBare: Bool = false, name: String? = nil) -> [JSONValue] {
    (0..<count(3)).map { index in
      var row: JSONObject = ["name": .string(name.map { "\($0)\(index)" } ?? rowName())]
      if !allowsBare || chance(85) { row["value"] = .string(text()) }
      addFlags(members, to: &row)
      return .object(row)
    }
  }

  private mutating func rowName() -> String {
    let name = text()
    return name.isEmpty ? "n" : name
  }

  private mutating func addFlags(_ members: Set<String>, to row: inout JSONObject) {
    if members.contains("off"), chance(25) { row["off"] = true }
    if members.contains("description"), chance(25) { row["description"] = .string("why " + text()) }
  }

  mutating func headers() -> [JSONValue] { rows(limits.headerMembers, name: pick(["X-Trace-", "Accept-", "If-"])) }

  mutating func body() -> JSONValue {
    let kind = pick(limits.bodies.sorted())
    switch kind {
    case "json": return ["json": json()]
    case "text": return ["text": lines(), "type": .string(pick(limits.textTypes))]
    case "form": return ["form": .array([["name": "f", "value": .string(text())]] + rows(limits.formMembers))]
    case "multipart": return ["multipart": .array([["name": "p", "value": .string(text())]] + parts())]
    case "file":
      return limits.fileBodiesHaveTypes && chance(50)
        ? ["file": "data/a.bin", "type": "image/png"] : ["file": "data/a.bin"]
    default:
      var graphql: JSONObject = ["query": .array(["query q($id: ID) {", "  item(id: $id) { name }", "}"])]
      if chance(50) { graphql["variables"] = .object(jsonObject()) }
      if graphql["variables"]?.object?.members.isEmpty == true { graphql["variables"] = nil }
      if limits.hasOperationNames, chance(30) { graphql["operationName"] = "q" }
      return ["graphql": .object(graphql)]
    }
  }

  private mutating func parts() -> [JSONValue] {
    (0..<count(3)).map { _ in
      var row: JSONObject = ["name": .string(rowName())]
      let isFile = limits.partMembers.contains("file") && chance(40)
      if !isFile { row["value"] = .string(text()) }
      addFlags(limits.partMembers, to: &row)
      if isFile { row["file"] = .string(pick(["a.txt", "files/b c.png", "../é.bin"])) }
      if limits.partMembers.contains("type"), chance(30) { row["type"] = "image/png" }
      if isFile, limits.partMembers.contains("filename"), chance(30) { row["filename"] = "other.png" }
      return .object(row)
    }
  }

  mutating func auth() -> JSONValue {
    let kind = pick(AuthKind.all.filter { limits.auths.contains($0.name) })
    var members = JSONObject()
    for field in kind.fields where limits.allowsAuthMember(kind.name, field.name) && chance(70) {
      members[field.name] = value(of: field)
    }
    return .object(JSONObject(members: [JSONMember(key: JSONString(kind.name), value: .object(members))]))
  }

  private mutating func value(of field: Field) -> JSONValue? {
    if field.isSecret { return .string(template()) }
    switch field.type {
    case .text, .scalar, .file, .lines:
      return .string(pick(["me", "{{user}}", "https://auth.example.com/token", "a b", "ü\"\\"]))
    case .choice(let values): return .string(pick(values))
    case .flag: return .bool(chance(50))
    case .number: return .number(pick([1, 60, 3600]))
    case .json: return .object(["sub": .string(pick(["me", "a \"b\""])), "n": 1])
    case .rows: return [["name": "resource", "value": "x y"]]
    case .names, .strings, .object, .kinds: return nil
    }
  }

  mutating func options() -> JSONObject {
    var options = JSONObject()
    for field in RequestOptions.fields where limits.options.contains(field.name) && chance(30) {
      switch field.type {
      case .flag: options[field.name] = .bool(chance(50))
      case .number: options[field.name] = .number(pick([1, 5, 30]))
      case .choice: options[field.name] = .string(pick(limits.httpVersions))
      default: options[field.name] = "http://proxy.example.com:3128"
      }
    }
    return options
  }

  mutating func scripts() -> JSONObject {
    var scripts = JSONObject()
    if chance(60) { scripts["preRequest"] = .array(["const a = \"{{x}}\";", .string("// " + text())]) }
    if chance(60) { scripts["postResponse"] = .array(["pm.test(\"ok\", () => {", "  a();", "});"]) }
    return scripts
  }

  mutating func checks() -> [JSONValue] {
    (0..<count(3)).map { _ in
      pick([
        ["query": "status", "predicate": "equals", "value": 200],
        ["query": "header", "expression": "Content-Type", "predicate": "contains", "value": "json"],
        [
          "query": "jsonpath", "expression": "$.items[0].id", "predicate": "equals", "value": "a \"b\"", "strict": true,
        ],
        ["query": "jsonpath", "expression": "$.n", "predicate": "greater", "value": 2, "strict": true],
        ["query": "body", "predicate": "isEmpty", "not": true],
      ])
    }
  }

  mutating func captures() -> [JSONValue] {
    (0..<count(2)).map { _ in
      pick([
        ["name": "token", "query": "jsonpath", "expression": "$.token"],
        ["name": "etag", "query": "header", "expression": "ETag"],
      ])
    }
  }

  mutating func examples() -> [JSONValue] {
    (0..<count(2)).map { index in
      var example: JSONObject = ["name": .string("\(name()) \(index)")]
      let members = limits.exampleMembers
      if members.contains("description"), chance(30) { example["description"] = .string("why " + text()) }
      if members.contains("status"), chance(80) { example["status"] = .number(pick([200, 404, 500])) }
      if members.contains("reason"), chance(50) { example["reason"] = .string(pick(["OK", "Not Found"])) }
      if members.contains("headers"), chance(50) {
        example["headers"] = [["name": "Content-Type", "value": "text/plain"]]
      }
      if members.contains("body"), chance(70) { example["body"] = lines() }
      return .object(example)
    }
  }

  /// Variables, each name once.
  mutating func variables(withSecrets: Bool = true) -> [JSONValue] {
    var taken: Set<String> = []
    var rows: [JSONValue] = []
    for _ in 0..<count(4) {
      let name = pick(["base", "user", "id", "api-key", "with space", "größe", "n/m", "token", "flag"])
      guard taken.insert(name).inserted else { continue }
      let members = limits.variableMembers
      var row: JSONObject = ["name": .string(name)]
      let isSecret = withSecrets && members.contains("secret") && chance(25)
      if !isSecret { row["value"] = members.contains("type") && chance(30) ? json(depth: 2) : .string(text()) }
      if row["value"] == .null { row["value"] = "" }
      if members.contains("off"), chance(20) { row["off"] = true }
      if isSecret { row["secret"] = true }
      if members.contains("description"), chance(25) { row["description"] = .string("why " + text()) }
      rows.append(.object(row))
    }
    return rows
  }
}
