/// Reads an OpenAPI 3 or Swagger 2.0 document as a collection.
///
/// Unreadable parts become notes and do not fail the import.
struct OpenAPIReader {
  let state: OpenAPIImport
  /// The operations of paths; `hooks` has those of webhooks.
  let operations: [OpenAPIOperation]
  let hooks: [OpenAPIOperation]
  private let root: OpenAPINode
  private let isSwagger: Bool
  private var servers: OpenAPIServers
  private var security: OpenAPISecurity

  init(_ documents: OpenAPIDocuments) {
    state = OpenAPIImport(documents)
    root = documents.root
    let all = OpenAPIOperations(root)
    (operations, hooks, isSwagger) = (all.all, all.webhooks, all.isSwagger)
    servers = OpenAPIServers(root, isSwagger: isSwagger, state)
    security = OpenAPISecurity(root, isSwagger: isSwagger, origin: servers.origin, state)
    state.kept = KeptDocument.split(root.value, at: Set((operations + hooks).map(\.place)))
  }

  mutating func read(stem: String?) -> (collection: PortableFolder, notes: [InterchangeNote]) {
    noteVersion()
    let title = OpenAPIText.name(root["info"]?.text("title") ?? "")
    var collection = PortableFolder(name: title.isEmpty ? stem ?? "API" : title)
    let entries = operations.map { operation in
      OpenAPIFolders.Entry(
        request: request(operation), tag: operation.node.texts("tags").first { !$0.isEmpty }, path: operation.path)
    }
    collection.items = OpenAPIFolders(root, entries).items
    if let webhooks { collection.items.append(.folder(webhooks)) }
    collection.settings.append("docs", OpenAPIDocs.of(root))
    collection.settings.append("variables", .array(state.variables.rows))
    if let auth = security.auth { collection.settings["auth"] = auth }
    collection.environments = servers.environments
    noteDamage()
    for problem in state.documents.problems { state.notes.noteAll(.dropped, problem) }
    let further = state.documents.furtherProblems
    if further > 0 { state.notes.noteAll(.dropped, "\(further) more references were not followed") }
    if state.schemas.isCut {
      state.notes.noteAll(.dropped, "Parts of bodies: the schemas have too many properties to make up all values")
    }
    if collection.items.isEmpty { state.notes.noteAll(.dropped, "The document has no operations") }
    collection.settings[KeptDocument.member] = .object(kept)
    return (collection, state.notes.all)
  }

  private func noteVersion() {
    let version = root.text("openapi") ?? root.text("swagger") ?? ""
    let known = isSwagger ? ["2"] : ["3.0", "3.1", "3.2", "3"]
    if known.contains(where: { version == $0 || version.hasPrefix($0 + ".") }) { return }
    state.notes.noteAll(
      .changed, "Version \"\(version)\" is unknown, and was read as \(isSwagger ? "2.0" : "3.2")")
  }

  /// Notes paths and operations that are not objects.
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

  /// - Parameter webhook: The variable with the URL of webhooks, if the operation is one.
  private mutating func request(_ operation: OpenAPIOperation, webhook: String? = nil) -> PortableRequest {
    state.notes.enter(OpenAPIRequest.name(operation))
    defer { state.notes.leave() }
    let base = webhook ?? servers.variable(for: operation, state)
    let choice = security.choice(for: operation, state)
    return OpenAPIRequest.read(operation, base: base, hasPath: webhook == nil, security: choice, state)
  }

  private var webhooks: PortableFolder? {
    mutating get {
      guard !hooks.isEmpty else { return nil }
      state.notes.enter("Webhooks")
      defer { state.notes.leave() }
      let base = state.variables.name(
        for: "webhook", wanted: "webhookUrl", description: "Where the requests of the folder Webhooks are sent")
      var folder = PortableFolder(name: "Webhooks")
      folder.sourceID = "webhooks"
      folder.items = hooks.map { .request(request($0, webhook: base)) }
      return folder
    }
  }

  /// The document without its operations, for exports. Requests have those.
  private var kept: JSONObject {
    let documents = state.documents
    var kept = JSONObject()
    kept.append(KeptDocument.url, (documents.location?.text).map(JSONValue.string))
    kept[KeptDocument.document] = state.kept.rest
    kept.append(KeptDocument.path, .string(documents.path))
    kept.add(KeptDocument.notation, (documents.notation?.object).map(JSONValue.object))
    guard !documents.further.isEmpty else { return kept }
    let files = documents.further.map { JSONMember(key: JSONString($0.path), value: $0.value) }
    kept[KeptDocument.files] = .object(JSONObject(members: files))
    return kept
  }
}
