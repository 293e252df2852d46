/// Reads a file of Insomnia v5. Unreadable parts become notes and do not fail the import.
struct InsomniaReader {
  private let file: JSONObject
  private var templates = InsomniaTemplates()
  /// Whether variables have values that templates may use parts of.
  private(set) var hasContainers = false

  /// How deep folders may be nested.
  static let depthLimit = 100

  /// - Parameter uses: The paths into environments that templates refer to, from an earlier reading.
  init(_ file: JSONObject, uses: Set<String>) {
    self.file = file
    for use in uses { templates.use(use) }
  }

  var uses: Set<String> { templates.uses }

  mutating func read(stem: String?) -> ImportResult {
    var result = ImportResult()
    let name = file.insomniaName(or: stem ?? "Imported")
    switch InsomniaFile.kind(file) {
    case .collection, .spec, nil: result.collections = [collection(name)]
    case .environment: result.environments = environments(name)
    case .mock:
      let count = file["routes"]?.array?.count ?? 0
      templates.context.note(.failed, "The mock server \"\(name)\" with \(count) routes: mocks are not imported")
    case .mcpClient: templates.context.note(.failed, "The MCP client \"\(name)\": MCP is not supported")
    }
    result.notes = templates.context.notes
    return result
  }

  private mutating func collection(_ name: String) -> PortableFolder {
    var root = PortableFolder(name: name)
    root.sourceID = file["meta"]?.object?.text("id")
    templates.paths = InsomniaPaths(file).paths
    let base = file["environments"]?.object ?? JSONObject()
    if let docs = file.insomniaDocs { root.settings["docs"] = docs }
    root.items = items("collection", of: file, depth: 0)
    root.environments = subEnvironments(of: base)
    let variables = InsomniaVariables(base, &templates)
    root.secrets = variables.secrets
    if variables.hasContainers { hasContainers = true }
    let rows = variables.rows + promptRows(besides: variables.rows)
    if !rows.isEmpty { root.settings["variables"] = .array(rows) }
    readRest(of: base, into: &root)
    root.settings = InsomniaOwn.sorted(root.settings)
    InsomniaOwn.apply(file, to: &root.settings, &root.secrets, as: .settings, &templates.context)
    return root
  }

  /// The variables for prompts inside of texts.
  private func promptRows(besides rows: [JSONValue]) -> [JSONValue] {
    let known = Set(rows.compactMap { $0.object?.text("name") })
    return templates.prompts.filter { !known.contains($0.name) }.map { .object($0.prompt.row(name: $0.name)) }
  }

  private mutating func subEnvironments(of base: JSONObject) -> [PortableEnvironment] {
    base.insomniaItems("subEnvironments").enumerated().compactMap { index, value in
      guard let source = value.object else {
        templates.context.note(.failed, "Environment \(index + 1) is \(value.kindName), not an object")
        return nil
      }
      return environment(source, name: source.insomniaName(or: "Environment \(index + 1)"))
    }
  }

  private mutating func environment(_ source: JSONObject, name: String) -> PortableEnvironment {
    templates.context.enter(name)
    defer { templates.context.leave() }
    let variables = InsomniaVariables(source, &templates)
    if variables.hasContainers { hasContainers = true }
    var environment = PortableEnvironment(
      name: name, document: ["variables": .array(variables.rows)])
    environment.secrets = variables.secrets
    var rest = JSONObject()
    if let color = source.filledText("color") { rest["color"] = .string(color) }
    if source["meta"]?.object?.flag("isPrivate") == true { rest["isPrivate"] = true }
    if !rest.members.isEmpty { environment.document["x-insomnia"] = .object(rest) }
    InsomniaOwn.apply(source, to: &environment.document, &environment.secrets, as: .environment, &templates.context)
    return environment
  }

  /// The environments of an environments file. Each includes the variables of the base environment, the first one.
  private mutating func environments(_ name: String) -> [PortableEnvironment] {
    let source = file["environments"]?.object ?? JSONObject()
    var base = environment(source, name: name)
    let rows = base.document["variables"]?.array ?? []
    let subs = subEnvironments(of: source).map { sub in
      var sub = sub
      let own = sub.document["variables"]?.array ?? []
      let names = Set(own.compactMap { $0.object?.text("name") })
      let inherited = rows.filter { !names.contains($0.object?.text("name") ?? "") }
      sub.document["variables"] = .array(inherited + own)
      sub.secrets = base.secrets.filter { !names.contains($0.name) } + sub.secrets
      return sub
    }
    base.document["variables"] = .array(rows + promptRows(besides: rows))
    return [base] + subs
  }

  /// Keeps parts without an equivalent for an export, or notes them.
  private mutating func readRest(of base: JSONObject, into root: inout PortableFolder) {
    var rest = JSONObject()
    var environment = JSONObject()
    if let name = base.filledText("name"), name != Self.baseName { environment["name"] = .string(name) }
    if let color = base.filledText("color") { environment["color"] = .string(color) }
    if base["meta"]?.object?.flag("isPrivate") == true { environment["isPrivate"] = true }
    if !environment.members.isEmpty { rest["environment"] = .object(environment) }
    if let cookies = file["cookieJar"]?.object?["cookies"]?.array, !cookies.isEmpty {
      templates.context.note(.dropped, "\(cookies.count) cookies of the cookie jar: they are not part of a collection")
    }
    if let suites = file["testSuites"], !suites.isEmpty {
      rest["testSuites"] = suites
      templates.context.note(.changed, "Unit tests: they are kept for an export and not run")
    }
    if let spec = file["spec"], !(spec.object?["contents"]?.isEmpty ?? true) || spec.object?["file"] != nil {
      keep(spec, in: &rest)
    }
    let certificates = InsomniaCertificates(file["certificates"], &templates.context)
    if !certificates.rows.isEmpty { root.settings["options"] = ["certificates": .array(certificates.rows)] }
    if !certificates.variables.isEmpty {
      root.settings["variables"] = .array((root.settings["variables"]?.array ?? []) + certificates.variables)
      root.secrets += certificates.secrets
    }
    if !rest.members.isEmpty { root.settings["x-insomnia"] = .object(rest) }
  }

  static let baseName = "Base Environment"

  private mutating func keep(_ spec: JSONValue, in rest: inout JSONObject) {
    if spec.compact.utf8.count < 1_000_000 {
      rest["spec"] = spec
      templates.context.note(
        .changed, "The API document: it is kept for an export — import it itself for its requests")
    } else {
      templates.context.note(.dropped, "The API document: it is too large to keep — import it itself")
    }
  }
}

extension InsomniaReader {
  private mutating func items(_ key: String, of parent: JSONObject, depth: Int) -> [PortableItem] {
    if depth == Self.depthLimit {
      templates.context.note(
        .failed, "Folders are nested more than \(Self.depthLimit) levels deep: the inner ones are left out")
      return []
    }
    return parent.insomniaItems(key).enumerated().compactMap { item($0.element, number: $0.offset + 1, depth: depth) }
  }

  private mutating func item(_ value: JSONValue, number: Int, depth: Int) -> PortableItem? {
    guard let object = value.object else {
      templates.context.note(.failed, "Item \(number) is \(value.kindName), not an object")
      return nil
    }
    let name = InsomniaPaths.name(object, number)
    templates.context.enter(name)
    defer { templates.context.leave() }
    let document: JSONObject
    switch InsomniaItem(object) {
    case .folder: return .folder(folder(object, name, depth: depth))
    case .request: document = InsomniaRequest.document(object, &templates)
    case .webSocket: document = InsomniaSocket.document(object, &templates)
    case .socketIO: document = InsomniaSocket.socketIO(object, &templates)
    case .other(let kind):
      templates.context.note(.failed, "\(kind) requests are not supported")
      return nil
    }
    var request = PortableRequest(name: name, document: document)
    request.sourceID = object["meta"]?.object?.text("id")
    var none: [PortableSecret] = []
    InsomniaOwn.apply(object, to: &request.document, &none, as: .request, &templates.context)
    return .request(request)
  }

  private mutating func folder(_ object: JSONObject, _ name: String, depth: Int) -> PortableFolder {
    var folder = PortableFolder(name: name)
    folder.sourceID = object["meta"]?.object?.text("id")
    folder.settings = settings(of: object)
    var none: [PortableSecret] = []
    InsomniaOwn.apply(object, to: &folder.settings, &none, as: .settings, &templates.context)
    folder.items = items("children", of: object, depth: depth + 1)
    return folder
  }

  /// The environment of a folder in the shape of others.
  private static func environment(of folder: JSONObject) -> JSONObject {
    folder.taking([
      "data": "environment", "dataPropertyOrder": "environmentPropertyOrder", "environmentType": "environmentType",
      "kvPairData": "kvPairData",
    ])
  }

  private mutating func settings(of object: JSONObject) -> JSONObject {
    var settings = JSONObject()
    if let docs = object.insomniaDocs { settings["docs"] = docs }
    let variables = InsomniaVariables(Self.environment(of: object), &templates)
    if variables.hasContainers { hasContainers = true }
    if !variables.rows.isEmpty { settings["variables"] = .array(variables.rows) }
    settings["headers"] = InsomniaRows.rows(object["headers"], &templates).asMember
    let auth = InsomniaAuth(object["authentication"], &templates)
    if let value = auth.value { settings["auth"] = value }
    if !auth.options.members.isEmpty { settings["options"] = .object(auth.options) }
    if let scripts = InsomniaScripts.read(object["scripts"]) { settings["scripts"] = scripts }
    if let rest = auth.rest { settings["x-insomnia"] = ["authentication": rest] }
    return settings
  }
}

/// The paths of the requests in a collection, by the ids that templates call them by.
struct InsomniaPaths {
  private(set) var paths: [String: String] = [:]

  init(_ file: JSONObject) { addItems(file, "collection", at: "", depth: 0) }

  private mutating func addItems(_ parent: JSONObject, _ key: String, at path: String, depth: Int) {
    guard depth < InsomniaReader.depthLimit else { return }
    var kept: [JSONObject] = []
    var named = PortableFolder(name: "")
    for (index, value) in parent.insomniaItems(key).enumerated() {
      guard let item = value.object else { continue }
      if case .other = InsomniaItem(item) { continue }
      kept.append(item)
      named.items.append(.request(PortableRequest(name: Self.name(item, index + 1), document: JSONObject())))
    }
    for (item, stem) in zip(kept, named.itemStems) {
      if InsomniaItem(item) == .folder {
        addItems(item, "children", at: path + stem + "/", depth: depth + 1)
      } else if let id = item["meta"]?.object?.text("id") {
        paths[id] = path + stem
      }
    }
  }

  /// The name of an item, or one for an item without.
  static func name(_ item: JSONObject, _ number: Int) -> String {
    let url = item.text("url")?.trimmed ?? ""
    return item.insomniaName(or: url.isEmpty ? "Item \(number)" : HARNames.shortened(url))
  }
}

/// Certificates of the collection, as options.
struct InsomniaCertificates {
  private(set) var rows: [JSONValue] = []
  /// Variables for the passphrases of keys.
  private(set) var variables: [JSONValue] = []
  private(set) var secrets: [PortableSecret] = []

  init(_ value: JSONValue?, _ context: inout InterchangeContext) {
    for source in value.objects {
      var row: JSONObject = ["name": .string(source.filledText("host") ?? "*")]
      if source.flag("disabled") { row["off"] = true }
      for (theirs, ours) in [("pfx", "clientCertificate"), ("cert", "clientCertificate"), ("key", "clientKey")] {
        if let file = source.filledText(theirs) { row[ours] = .string(file) }
      }
      if let passphrase = source.filledText("passphrase") {
        let name = "certificate-passphrase" + (secrets.isEmpty ? "" : "-\(secrets.count + 1)")
        row["clientPassphrase"] = .string("{{\(name)}}")
        variables.append(["name": .string(name), "secret": true])
        secrets.append(PortableSecret(name: name, value: passphrase))
      }
      if let path = source.filledText("path") { row["caBundle"] = .string(path) }
      if row["clientCertificate"] != nil || row["caBundle"] != nil {
        rows.append(.object(row))
      } else {
        context.note(.dropped, "A certificate without a file")
      }
    }
  }
}
