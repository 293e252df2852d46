/// The changes between two versions of an OpenAPI document, from a client's point of view.
package struct OpenAPIDiff {
  package struct Change: Equatable, Sendable {
    /// Whether requests or programs made for the old version may fail.
    package var isBreaking: Bool
    /// The method and the path; `nil` for the whole document.
    package var operation: String?
    /// A sentence without a full stop.
    package var text: String
  }

  /// - Returns: Breaking changes first; each in the order of the documents.
  package static func changes(from old: JSONValue, to new: JSONValue) -> [Change] {
    var diff = OpenAPIDiff(OpenAPIDocuments(old).root, OpenAPIDocuments(new).root)
    diff.compare()
    return diff.changes.filter(\.isBreaking) + diff.changes.filter { !$0.isBreaking }
  }

  private let old: OpenAPIOperations
  private let new: OpenAPIOperations
  private let schemas = OpenAPISchemaDiff()
  private var changes: [Change] = []
  private var operation: String?

  private init(_ old: OpenAPINode, _ new: OpenAPINode) {
    self.old = OpenAPIOperations(old)
    self.new = OpenAPIOperations(new)
  }

  private mutating func breaking(_ text: String) { add(text, isBreaking: true) }
  private mutating func compatible(_ text: String) { add(text, isBreaking: false) }

  private mutating func add(_ text: String, isBreaking: Bool) {
    changes.append(Change(isBreaking: isBreaking, operation: operation, text: text))
  }

  // MARK: The document

  private mutating func compare() {
    compareInfo()
    compareServers()
    compareSchemes()
    compare(old.all, new.all)
    compare(old.webhooks, new.webhooks)
  }

  private mutating func compareInfo() {
    let before = old.root["info"]?.text("version") ?? ""
    let after = new.root["info"]?.text("version") ?? ""
    if before != after { compatible("The version is \"\(after)\" and no longer \"\(before)\"") }
  }

  private mutating func compareServers() {
    let before = Self.servers(old)
    let after = Self.servers(new)
    let (known, kept) = (Set(before), Set(after))
    for url in before where !kept.contains(url) { breaking("The server \(url) was removed") }
    for url in after where !known.contains(url) { compatible("The server \(url) was added") }
  }

  private static func servers(_ operations: OpenAPIOperations) -> [String] {
    let root = operations.root
    let nodes = operations.isSwagger ? OpenAPIServer.swagger(root).map(root.with) : root["servers"]?.elements ?? []
    return nodes.filter(\.isObject).map { OpenAPIServer($0).url }
  }

  private mutating func compareSchemes() {
    let after = Self.schemes(new)
    for (name, before) in Self.schemes(old) {
      guard let now = after.first(where: { $0.name == name })?.node else { continue }
      for key in ["type", "in", "name", "scheme"] where before.text(key) != now.text(key) {
        let texts = [now, before].map { $0.text(key) ?? "" }
        breaking("The security scheme \"\(name)\" has \(key) \"\(texts[0])\" and no longer \"\(texts[1])\"")
      }
    }
  }

  private static func schemes(_ operations: OpenAPIOperations) -> [(name: String, node: OpenAPINode)] {
    let root = operations.root
    let node = operations.isSwagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
    return (node?.entries ?? []).map { ($0.key, operations.isSwagger ? SwaggerOperation.scheme($0.node) : $0.node) }
  }

  // MARK: Operations

  private mutating func compare(_ before: [OpenAPIOperation], _ after: [OpenAPIOperation]) {
    var rest: [String: OpenAPIOperation] = [:]
    for operation in after { rest[Self.key(operation)] = operation }
    var known: Set<String> = []
    for operation in before {
      let key = Self.key(operation)
      known.insert(key)
      self.operation = rest[key]?.id ?? operation.id
      if let now = rest[key] { compare(operation, now) } else { breaking("The operation was removed") }
    }
    for operation in after where !known.contains(Self.key(operation)) {
      self.operation = operation.id
      compatible("The operation was added")
    }
    operation = nil
  }

  /// The method and the path without the names of its parameters, which requests do not show.
  private static func key(_ operation: OpenAPIOperation) -> String {
    var path = ""
    var depth = 0
    for character in operation.path {
      if character == "{" { depth += 1 }
      if depth == 0 { path.append(character) }
      guard character == "}", depth > 0 else { continue }
      depth -= 1
      if depth == 0 { path += "{}" }
    }
    return operation.method + " " + path
  }

  private mutating func compare(_ before: OpenAPIOperation, _ after: OpenAPIOperation) {
    if after.node.flag("deprecated"), !before.node.flag("deprecated") { compatible("The operation is deprecated") }
    compareParameters(before, after)
    compareBodies(before.body, after.body)
    compareResponses(before.responses, after.responses)
    compareSecurity(before, after)
  }

  // MARK: Parameters

  private struct Parameter {
    let node: OpenAPINode
    let name: String
    let place: String

    var title: String { "The \(place) parameter \"\(name)\"" }
    var isRequired: Bool { node.flag("required") || place == "path" }
    var style: OpenAPIStyle {
      OpenAPIStyle(node, standard: place == "query" || place == "cookie" ? "form" : "simple")
    }
    var schema: OpenAPINode? { node["schema"] ?? node["content"]?.entries.first?.node["schema"] }

    /// The same for parameters that are the same.
    var key: [String] { [place, place == "header" ? name.lowercased() : name] }
  }

  private static func parameters(_ operation: OpenAPIOperation) -> [Parameter] {
    operation.parameters.compactMap { node in
      guard let name = node.text("name"), let place = node.text("in") else { return nil }
      return Parameter(node: node, name: name, place: place)
    }
  }

  private mutating func compareParameters(_ before: OpenAPIOperation, _ after: OpenAPIOperation) {
    let old = Self.parameters(before)
    let new = Self.parameters(after)
    let known = Set(old.map(\.key))
    let present = Dictionary(new.map { ($0.key, $0) }) { first, _ in first }
    for parameter in old {
      guard let now = present[parameter.key] else {
        // The names of path parameters are not sent, and the path is the same.
        if parameter.place != "path" { breaking("\(parameter.title) was removed") }
        continue
      }
      if now.isRequired, !parameter.isRequired { breaking("\(now.title) is required now") }
      if !now.isRequired, parameter.isRequired { compatible("\(now.title) is optional now") }
      if now.style.name != parameter.style.name || now.style.explodes != parameter.style.explodes {
        breaking("\(now.title) is written in another way: style \(now.style.name), explode \(now.style.explodes)")
      }
      for change in schemas.changes(parameter.schema, now.schema, .request) {
        add(change.sentence(now.title), isBreaking: change.isBreaking)
      }
    }
    for parameter in new where parameter.place != "path" && !known.contains(parameter.key) {
      let isRequired = parameter.isRequired
      add("\(parameter.title) was added" + (isRequired ? " and is required" : ""), isBreaking: isRequired)
    }
  }

  // MARK: Bodies and responses

  private mutating func compareBodies(_ before: OpenAPINode?, _ after: OpenAPINode?) {
    switch (before, after) {
    case (nil, nil): return
    case (nil, let after?):
      let isRequired = after.flag("required")
      add("A body was added" + (isRequired ? " and is required" : ""), isBreaking: isRequired)
    case (_?, nil): breaking("The body was removed")
    case (let before?, let after?):
      if after.flag("required"), !before.flag("required") { breaking("The body is required now") }
      if !after.flag("required"), before.flag("required") { compatible("The body is optional now") }
      compareContent(before, after, .request, "The body")
    }
  }

  private mutating func compareResponses(
    _ before: [(code: String, node: OpenAPINode)], _ after: [(code: String, node: OpenAPINode)]
  ) {
    let known = Set(before.map(\.code))
    let present = Dictionary(after.map { ($0.code, $0.node) }) { first, _ in first }
    for response in before {
      guard let now = present[response.code] else {
        add("The response \(response.code) was removed", isBreaking: response.code.hasPrefix("2"))
        continue
      }
      let title = "The response \(response.code)"
      compareContent(response.node, now, .response, title)
      let headers = Set((now["headers"]?.object.keys ?? []).map { $0.lowercased() })
      for header in response.node["headers"]?.object.keys ?? [] where !headers.contains(header.lowercased()) {
        breaking("The header \"\(header)\" of the response \(response.code) was removed")
      }
    }
    for response in after where !known.contains(response.code) {
      compatible("The response \(response.code) was added")
    }
  }

  private mutating func compareContent(
    _ before: OpenAPINode, _ after: OpenAPINode, _ direction: OpenAPISchemaDiff.Direction, _ title: String
  ) {
    let old = before["content"]?.entries ?? []
    let new = after["content"]?.entries ?? []
    var compared: [(OpenAPINode?, OpenAPINode?)] = []
    for media in old {
      guard let now = new.first(where: { $0.key == media.key })?.node else {
        breaking("\(title) is no longer of the type \(media.key)")
        continue
      }
      compared.append((media.node["schema"] ?? media.node["itemSchema"], now["schema"] ?? now["itemSchema"]))
    }
    for media in new where !old.contains(where: { $0.key == media.key }) {
      compatible("\(title) can be of the type \(media.key)")
    }
    // Most media types share a schema. Report its changes once.
    var told: Set<String> = []
    for (before, after) in compared {
      for change in schemas.changes(before, after, direction) {
        let sentence = change.sentence(title)
        if told.insert(sentence).inserted { add(sentence, isBreaking: change.isBreaking) }
      }
    }
  }

  // MARK: Security

  /// A way to authenticate: schemes and their scopes.
  private typealias Requirement = [String: Set<String>]

  private static func requirements(_ operation: OpenAPIOperation, _ root: OpenAPINode) -> [Requirement] {
    let alternatives = (operation.node["security"] ?? root["security"])?.elements ?? []
    return alternatives.filter(\.isObject).map { alternative in
      let pairs = alternative.entries.map { ($0.key, Set($0.node.value.array?.compactMap(\.scalarText) ?? [])) }
      return Dictionary(pairs) { $1 }
    }
  }

  private static func title(_ requirement: Requirement) -> String {
    requirement.keys.sorted().map { name in
      let scopes = requirement[name, default: []].sorted().joined(separator: ", ")
      return scopes.isEmpty ? name : "\(name) (\(scopes))"
    }.joined(separator: " and ")
  }

  private mutating func compareSecurity(_ before: OpenAPIOperation, _ after: OpenAPIOperation) {
    let old = Self.requirements(before, self.old.root)
    let new = Self.requirements(after, self.new.root)
    let wasOpen = old.isEmpty || old.contains([:])
    let isOpen = new.isEmpty || new.contains([:])
    if isOpen {
      if !wasOpen { compatible("The operation needs no authentication any more") }
      return
    }
    if wasOpen {
      return breaking("The operation needs authentication now: \(new.map(Self.title).joined(separator: " or "))")
    }
    for requirement in old where !new.contains(where: { Self.isMet($0, by: requirement) }) {
      breaking("The operation can no longer be authenticated with \(Self.title(requirement))")
    }
    for requirement in new where !old.contains(where: { Self.isMet(requirement, by: $0) }) {
      compatible("The operation can be authenticated with \(Self.title(requirement))")
    }
  }

  /// Whether credentials for one requirement are enough for another.
  private static func isMet(_ requirement: Requirement, by credentials: Requirement) -> Bool {
    requirement.allSatisfy { name, scopes in credentials[name].map(scopes.isSubset) ?? false }
  }
}
