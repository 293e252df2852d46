internal import RequestModel

/// Reads an OpenAPI 3 or Swagger 2.0 document as a collection.
///
/// Nothing in it fails as a whole: what cannot be read becomes a note.
struct OpenAPIReader {
  private let state: OpenAPIImport
  private let root: OpenAPINode
  private let operations: OpenAPIOperations
  private var servers: OpenAPIServers
  private var security: OpenAPISecurity

  init(_ documents: OpenAPIDocuments) {
    state = OpenAPIImport(documents)
    root = documents.root
    operations = OpenAPIOperations(root)
    servers = OpenAPIServers(root, isSwagger: operations.isSwagger, state)
    security = OpenAPISecurity(root, isSwagger: operations.isSwagger, origin: servers.origin, state)
  }

  mutating func read(stem: String?) -> (collection: PortableFolder, notes: [InterchangeNote]) {
    noteVersion()
    let title = OpenAPIText.name(root["info"]?.text("title") ?? "")
    var collection = PortableFolder(name: title.isEmpty ? stem ?? "API" : title)
    let entries = operations.all.map { operation in
      OpenAPIFolders.Entry(
        request: request(operation), tag: operation.node.texts("tags").first { !$0.isEmpty }, path: operation.path)
    }
    collection.items = OpenAPIFolders(root, entries).items
    if let webhooks { collection.items.append(.folder(webhooks)) }
    collection.settings.append("docs", OpenAPIDocs.of(root))
    collection.settings.append("variables", .array(state.variables.rows))
    if let auth = security.auth { collection.settings["auth"] = auth }
    collection.settings.append("x-openapi", .object(extras))
    collection.environments = servers.environments
    noteDamage()
    for problem in state.documents.problems { state.notes.noteAll(.dropped, problem) }
    let further = state.documents.furtherProblems
    if further > 0 { state.notes.noteAll(.dropped, "\(further) more references were not followed") }
    if state.schemas.isCut {
      state.notes.noteAll(.dropped, "Parts of bodies: the schemas have too many properties to make up all values")
    }
    if collection.items.isEmpty { state.notes.noteAll(.dropped, "The document has no operations") }
    return (collection, state.notes.all)
  }

  private func noteVersion() {
    let version = root.text("openapi") ?? root.text("swagger") ?? ""
    let known = operations.isSwagger ? ["2"] : ["3.0", "3.1", "3.2", "3"]
    if known.contains(where: { version == $0 || version.hasPrefix($0 + ".") }) { return }
    state.notes.noteAll(
      .changed, "Version \"\(version)\" is unknown, and was read as \(operations.isSwagger ? "2.0" : "3.2")")
  }

  /// Notes paths and operations that are no objects.
  private func noteDamage() {
    if let paths = root["paths"], !paths.isObject {
      state.notes.noteAll(.failed, "\"paths\" is \(paths.value.kindName), not an object")
    }
    for item in root["paths"]?.entries ?? [] where !item.key.hasPrefix("x-") {
      guard item.node.isObject else {
        state.notes.noteAll(.failed, "The path \(item.key) is \(item.node.value.kindName), not an object")
        continue
      }
      for entry in item.node.entries where OpenAPIOperations.isMethod(entry.key) && !entry.node.isObject {
        let kind = entry.node.value.kindName
        state.notes.noteAll(.failed, "\(entry.key.uppercased()) \(item.key) is \(kind), not an object")
      }
    }
  }

  private mutating func request(_ operation: OpenAPIOperation) -> PortableRequest {
    state.notes.enter(OpenAPIRequest.name(operation))
    defer { state.notes.leave() }
    let base = servers.variable(for: operation, state)
    return OpenAPIRequest.read(operation, base: base, security: security.choice(for: operation, state), state)
  }

  private var webhooks: PortableFolder? {
    mutating get {
      let all = operations.webhooks
      guard !all.isEmpty else { return nil }
      state.notes.enter("Webhooks")
      defer { state.notes.leave() }
      let base = state.variables.name(
        for: "webhook", wanted: "webhookUrl", description: "Where the requests of the folder Webhooks are sent")
      var folder = PortableFolder(name: "Webhooks")
      folder.sourceID = "webhooks"
      for operation in all {
        let name = OpenAPIRequest.name(operation)
        state.notes.enter(name)
        let choice = security.choice(for: operation, state)
        folder.items.append(
          .request(OpenAPIRequest.read(operation, base: base, hasPath: false, security: choice, state)))
        state.notes.leave()
      }
      return folder
    }
  }

  /// What an export to OpenAPI needs, and no other place has.
  private var extras: JSONObject {
    var extras = JSONObject()
    extras.append("version", (root["openapi"] ?? root["swagger"])?.value.scalarText.map(JSONValue.string))
    let known: Set = ["title", "description", "summary"]
    let info = (root["info"]?.object.members ?? []).filter { !known.contains($0.key.value) }
    let value = JSONValue.object(JSONObject(members: info))
    if value.isShorter(than: 4000) { extras.append("info", value) }
    return extras
  }
}
