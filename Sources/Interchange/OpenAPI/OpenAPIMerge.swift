internal import Foundation
internal import RequestModel

/// Writes a collection that came from an OpenAPI document: the document, changed where the collection was.
///
/// Compares the collection with a new import of the document, and writes only the differences. A final comparison finds
/// changes that OpenAPI cannot express, and notes them.
struct OpenAPIMerge {
  private let source: ExportSource
  private let kept: JSONObject
  private let current: [OpenAPIPlacedRequest]
  /// The first request of each place, by its index. Others are added to the document.
  private let claimed: [String: Int]
  private let before: OpenAPIReading
  private let version: OpenAPIVersion
  private var document: JSONValue
  private var context = InterchangeContext()
  /// Requests that were changed, with the places of their operations.
  private var edited: [(place: String, request: OpenAPIPlacedRequest)] = []

  /// - Returns: `nil` for a collection that keeps no document.
  init?(_ source: ExportSource) {
    guard let all = source.collection.settings[KeptDocument.member]?.object,
      let rest = all[KeptDocument.document], rest.object != nil
    else { return nil }
    self.source = source
    let secrets = OpenAPIHiddenSecrets(source.collection)
    kept = secrets.shown(.object(all)).object ?? all
    current = OpenAPIPlacedRequest.all(in: source.collection)
    var first: [String: Int] = [:]
    var operations: [String: JSONValue] = [:]
    for (index, request) in current.enumerated() {
      guard let place = request.place, first[place] == nil else { continue }
      first[place] = index
      operations[place] = request.operation.map(secrets.shown)
    }
    document = KeptDocument.joined(secrets.shown(rest), operations)
    before = OpenAPIReading(document, kept, name: source.collection.name)
    version = OpenAPIVersion(before.state.documents.root)
    // Ignore places that are no longer in the document.
    let known = before.requests
    claimed = first.filter { known[$0.key] != nil }
    if secrets.areHidden {
      let names = secrets.names.joined(separator: ", ")
      context.note(.changed, "Secrets of the document have names in their place: \(names)")
    }
  }

  mutating func result() -> ExportResult {
    noteRemoved()
    var added: [OpenAPIPlacedRequest] = []
    for (index, request) in current.enumerated() {
      if let place = request.place, claimed[place] == index, let earlier = before.requests[place],
        let operation = before.operations[place]
      {
        edit(operation, earlier, request)
      } else {
        added.append(request)
      }
    }
    for request in added { add(request) }
    editInfo()
    editServers()
    editServerVariables()
    editTags()
    noteSettings()
    noteRest()
    return exported()
  }

  /// The document, and the files that it refers to. A collection of others may name any path: none leads elsewhere.
  private mutating func exported() -> ExportResult {
    let notation = OpenAPINotation(fileName: source.fileName, kept)
    let all = kept[KeptDocument.files]?.object?.members ?? []
    let others = all.filter { Self.isInFolder($0.key.value) }
    for file in all where !Self.isInFolder(file.key.value) {
      context.note(.dropped, "The file \(file.key.value), which is outside of the export's folder")
    }
    guard !others.isEmpty else { return ExportResult(document, notation, notes: context.notes) }
    let path = kept.text(KeptDocument.path) ?? ""
    let place = Self.isInFolder(path) ? path : "openapi." + notation.fileExtension
    let root = ExportResult.File(place, OpenAPINotation(fileName: place, kept).bytes(of: document))
    return ExportResult(files: [root] + others.map(file), notes: context.notes)
  }

  private func file(_ member: JSONMember) -> ExportResult.File {
    let path = member.key.value
    if let text = member.value.string { return ExportResult.File(path, Data(text.utf8)) }
    let isJSON = path.lowercased().hasSuffix(".json")
    return ExportResult.File(path, OpenAPINotation(fileName: isJSON ? path : ".yaml", kept).bytes(of: member.value))
  }

  private static func isInFolder(_ path: String) -> Bool {
    !path.isEmpty && SourceFiles.path(path, relativeTo: "")?.isExactly(path) == true
  }

  /// Operations of requests that were deleted stay where the document refers to them.
  private mutating func noteRemoved() {
    for place in before.requests.keys.sorted() where claimed[place] == nil {
      let name = before.requests[place]?.name ?? place
      context.note(.dropped, "The removal of \(name): the document refers to its operation")
    }
  }

  // MARK: Operations

  private mutating func edit(
    _ operation: OpenAPIOperation, _ earlier: OpenAPIPlacedRequest, _ request: OpenAPIPlacedRequest
  ) {
    let isMoved = folderTag(request, earlier, operation) != nil
    guard earlier.document != request.document || earlier.name != request.name || isMoved else { return }
    var edit = OpenAPIOperationEdit(operation, before.state, version, before: earlier, now: request)
    edit.apply()
    if let tags = folderTag(request, earlier, operation) {
      let others = (edit.value["tags"]?.array ?? []).dropFirst()
      let all = tags.map { JSONValue.string($0) } + Array(others)
      edit.value["tags"] = all.isEmpty ? nil : .array(all)
    }
    if earlier.document["auth"] != request.document["auth"] {
      edit.value["security"] = security(request)
    }
    var place = JSONPointer.tokens(operation.place)
    guard resolveItem(operation, place) else {
      return context.note(.dropped, "Changes of \(request.name): the document refers to another file for it")
    }
    document = document.setting(place[...], to: .object(edit.value)) ?? document
    move(&place, operation, earlier, request, &edit)
    edited.append((OpenAPIPlace.pointer(place), request))
  }

  /// Puts a path item that is referred to into its place.
  private mutating func resolveItem(_ operation: OpenAPIOperation, _ place: [String]) -> Bool {
    let item = document.object?[place[0]]?.object?[place[1]]?.object
    guard item?["$ref"] != nil || item == nil else { return true }
    guard operation.pathNode.file == 0 else { return false }
    document = document.setting(place[..<2], to: .object(operation.pathNode.object)) ?? document
    return true
  }

  /// The tag of the folder that a request was moved to: none outside of folders; `nil` if it was not moved.
  private func folderTag(
    _ request: OpenAPIPlacedRequest, _ earlier: OpenAPIPlacedRequest, _ operation: OpenAPIOperation
  ) -> [String]? {
    guard request.folders != earlier.folders, !operation.isWebhook else { return nil }
    let hadTag = before.tags[earlier.folders] != nil
    guard let folder = request.folders.last else { return hadTag ? [] : nil }
    // Folders for the segments of paths are made without tags.
    if !hadTag, before.tags[request.folders] == nil,
      operation.path.split(separator: "/").contains(Substring(folder))
    {
      return nil
    }
    return [tag(request.folders)]
  }

  private func tag(_ folders: [String]) -> String { before.tags[folders] ?? folders.joined(separator: " / ") }

  // MARK: Places

  /// Moves an operation whose request has another method or path.
  private mutating func move(
    _ place: inout [String], _ operation: OpenAPIOperation, _ earlier: OpenAPIPlacedRequest,
    _ request: OpenAPIPlacedRequest, _ edit: inout OpenAPIOperationEdit
  ) {
    let methods = [earlier, request].map { $0.document.text("method") ?? "GET" }
    let urls = [earlier, request].map { String(($0.document.text("url") ?? "").prefix { $0 != "?" }) }
    guard methods[0] != methods[1] || urls[0] != urls[1], place.count == 3, !operation.isWebhook else {
      return
    }
    let method = methods[0] == methods[1] ? place[2] : methods[1].lowercased()
    guard KeptDocument.methods.contains(method.lowercased()), method != "query" || place[2] == "query" else { return }
    let (old, new) = (OpenAPIPlace(urls[0]), OpenAPIPlace(urls[1]))
    var path = place[1]
    var shared: JSONValue?
    if urls[0] != urls[1] {
      path = new.path + place[1].drop { $0 != "?" && $0 != "#" }
      if path != place[1] {
        shared = edit.move(
          to: new, from: old, request.document["path"]?.object, takesItem: document.movesPath(from: place, to: path))
      }
      if old.server != new.server { edit.value["servers"] = servers(new.server) }
    }
    let target = [place[0], path, method]
    let isTaken = document.object?[place[0]]?.object?[path]?.object?[method] != nil
    guard target == place || !isTaken else {
      return context.note(.dropped, "The place of \(request.name): \(method.uppercased()) \(path) has a request")
    }
    document = document.movingOperation(from: place, to: target, .object(edit.value), shared: shared)
    place = target
  }

  /// The servers of an operation with its own server; `nil` for others. Swagger 2.0 does not support them.
  private func servers(_ server: String) -> JSONValue? {
    guard version != .swagger, server != "{{\(OpenAPIServers.baseVariable)}}", !server.isEmpty else { return nil }
    let values = OpenAPIWriter(source).values
    return [["url": .string(OpenAPIWriter.filled(server, Template(server).variables, values) ?? server)]]
  }

  // MARK: Further requests

  private mutating func add(_ placed: OpenAPIPlacedRequest) {
    let request = placed.request
    context.enter(request.name)
    defer { context.leave() }
    let address = OpenAPIPlace(request.document.text("url") ?? "")
    let method = (request.document.text("method") ?? "GET").lowercased()
    guard ["get", "put", "post", "delete", "options", "head", "patch", "trace"].contains(method) else {
      return context.note(.dropped, "OpenAPI has no place for the method \(method.uppercased())")
    }
    var writer = writer
    let tag = placed.folders.isEmpty ? nil : self.tag(placed.folders)
    var operation = version.operation(
      writer.operation(request, address, placed.inherited.withoutAuth, tag))
    if placed.document["auth"] != nil { operation["security"] = security(placed) }
    operation.add("servers", servers(address.server))
    for note in writer.notes { context.note(note.kind, note.text) }
    let paths = document.object?["paths"]?.object ?? JSONObject()
    let path = paths.path(like: address.path)
    guard let first = paths[path]?.object?[method]?.object else {
      document = document.setting(["paths", path, method], to: .object(operation)) ?? document
      return
    }
    let merged = OpenAPIOperationMerge.merged(first, operation, name: request.name)
    document = document.setting(["paths", path, method], to: .object(merged)) ?? document
    context.note(
      .changed,
      "\(method.uppercased()) \(path) has one place: its body and responses are examples of another request")
  }

  /// A writer that knows which names the document has.
  private var writer: OpenAPIWriter {
    var writer = OpenAPIWriter(source)
    writer.operationIDs = Set(before.operations.values.compactMap { $0.node.text("operationId") })
    writer.schemes = schemes
    return writer
  }

  // MARK: Security

  private var schemesPlace: [String] {
    version == .swagger ? ["securityDefinitions"] : ["components", "securitySchemes"]
  }

  private var schemes: JSONObject {
    schemesPlace.reduce(Optional(document)) { $0?.object?[$1] }?.object ?? JSONObject()
  }

  /// The security of a request with its own auth; `nil` if it uses the document's.
  private mutating func security(_ request: OpenAPIPlacedRequest) -> JSONValue? {
    guard let auth = request.document["auth"] else { return nil }
    if auth.object?["none"] != nil { return [] }
    let equal = before.requests.keys.filter { before.requests[$0]?.document["auth"] == auth }.min()
    if let equal, let known = before.operations[equal]?.node.raw("security") { return known }
    return written(auth)
  }

  /// The requirement of an auth whose scheme is added to the document.
  private mutating func written(_ auth: JSONValue) -> JSONValue? {
    if auth.plain == before.collection.settings["auth"]?.plain { return document.object?["security"] }
    var writer = writer
    guard let requirement = writer.security(auth.object) else {
      for note in writer.notes { context.note(note.kind, note.text) }
      return nil
    }
    let known = schemes
    for member in writer.schemes.members where known[member.key.value] == nil {
      guard let scheme = version.scheme(member.value) else {
        context.note(.dropped, "Swagger 2.0 has no place for the auth \(member.key.value)")
        return nil
      }
      document = document.setting((schemesPlace + [member.key.value])[...], to: scheme) ?? document
    }
    return requirement
  }

  // MARK: The document

  private mutating func editInfo() {
    let (earlier, now) = (before.collection, source.collection)
    if earlier.name != now.name, !now.name.isNumbered(earlier.name) {
      document = document.setting(["info", "title"], to: .string(now.name)) ?? document
    }
    if earlier.settings["docs"]?.plain != now.settings["docs"]?.plain {
      let docs = OpenAPIWriter.text(now.settings["docs"]) ?? ""
      let text = OpenAPIDocs.description(in: docs, before.state.documents.root)
      document = document.setting(["info", "description"], to: text.isEmpty ? nil : .string(text)) ?? document
    }
    if earlier.settings["auth"]?.plain != now.settings["auth"]?.plain {
      var security: JSONValue?
      if let auth = now.settings["auth"], auth.object?["none"] == nil { security = written(auth) }
      document = document.setting(["security"], to: security) ?? document
    }
  }

  private mutating func editServers() {
    let addresses = [before.collection, source.collection].map { collection in
      [collection.settings] + collection.environments.map(\.document)
    }.map { documents in documents.compactMap(Self.base) }
    let (old, new) = (addresses[0].unique, addresses[1].unique)
    guard old != new, Set(old) != Set(new) else { return }
    let gone = old.filter { !new.contains($0) }
    let further = new.filter { !old.contains($0) }
    guard version != .swagger else { return editHost(further.first) }
    var servers = document.object?["servers"]?.array ?? []
    let named = source.collection.environments.compactMap { environment in
      Self.base(environment.document).map { ($0, environment.name) }
    }
    let names = Dictionary(named) { first, _ in first }
    for (index, address) in further.enumerated() {
      let place = index < gone.count ? old.firstIndex(of: gone[index]) : nil
      if let place, servers.indices.contains(place), var server = servers[place].object {
        server["url"] = .string(Self.template(address))
        servers[place] = .object(server)
      } else {
        var server: JSONObject = ["url": .string(Self.template(address))]
        if let name = names[address] { server["description"] = .string(name) }
        // The collection's own is the first server.
        let isFirst = Self.base(source.collection.settings) == address
        servers.insert(.object(server), at: isFirst ? 0 : servers.count)
      }
    }
    for address in gone.dropFirst(further.count).reversed() {
      if let place = old.firstIndex(of: address), servers.indices.contains(place) { servers.remove(at: place) }
    }
    document = document.setting(["servers"], to: servers.isEmpty ? nil : .array(servers)) ?? document
  }

  /// Variables of servers have their defaults in the collection, for the first server, and in an environment for each.
  private mutating func editServerVariables() {
    var servers = document.object?["servers"]?.array ?? []
    var rest: [String] = []
    let (earlier, now) = (before.collection, source.collection)
    var documents = [(was: earlier.settings, now: now.settings, server: 0)]
    for environment in now.environments {
      guard let index = earlier.environments.firstIndex(where: { $0.name == environment.name }) else { continue }
      documents.append((earlier.environments[index].document, environment.document, index))
    }
    for (was, now, index) in documents {
      for row in now.changedVariables(was) {
        let name = row.text("name") ?? ""
        let isOfServer = servers.indices.contains(index) && servers[index].object?["variables"]?.object?[name] != nil
        if isOfServer, let value = row.text("value") {
          let place = ["variables", name, "default"]
          servers[index] = servers[index].setting(place[...], to: .string(value)) ?? servers[index]
        } else {
          rest.append(name)
        }
      }
    }
    if let known = document.object?["servers"], known != .array(servers) {
      document = document.setting(["servers"], to: .array(servers)) ?? document
    }
    guard !rest.isEmpty else { return }
    context.note(.dropped, "OpenAPI has no place for changes of variables: \(rest.unique.joined(separator: ", "))")
  }

  private static func base(_ document: JSONObject) -> String? {
    document["variables"]?.objects.first { $0.text("name") == OpenAPIServers.baseVariable }?.text("value")
  }

  private static func template(_ url: String) -> String {
    Template(url).variables.reduce(url) { $0.replacing("{{\($1)}}", with: "{\($1)}") }
  }

  private mutating func editHost(_ address: String?) {
    guard let location = address.flatMap(OpenAPILocation.init) else { return }
    let path = String(location.text.dropFirst(location.origin.count))
    document = document.setting(["host"], to: .string(location.authority)) ?? document
    document = document.setting(["basePath"], to: path.isEmpty ? nil : .string(path)) ?? document
    document = document.setting(["schemes"], to: [.string(location.scheme)]) ?? document
  }

  /// Descriptions of folders are those of tags. Tags that lost their requests are gone, new ones are at the end.
  private mutating func editTags() {
    guard var tags = document.object?["tags"]?.array else { return }
    let used = document.usedTags
    let earlier = Set(before.operations.values.flatMap { $0.node.texts("tags") })
    let gone = earlier.subtracting(used)
    tags.removeAll { $0.object?.text("name").map(gone.contains) == true }
    let folders = source.collection.folderDocs
    let olderDocs = before.collection.folderDocs
    var names = Set(tags.compactMap { $0.object?.text("name") })
    for (path, docs) in folders.sorted(by: { $0.key.joined(separator: "/") < $1.key.joined(separator: "/") }) {
      let name = tag(path)
      let text = OpenAPIWriter.text(docs) ?? ""
      if used.contains(name), !earlier.contains(name), names.insert(name).inserted {
        var entry: JSONObject = ["name": .string(name)]
        if !text.isEmpty { entry["description"] = .string(text) }
        tags.append(.object(entry))
      } else if let older = olderDocs[path], older.plain != docs.plain,
        let index = tags.firstIndex(where: { $0.object?.text("name") == name })
      {
        let node = before.state.documents.root.with(tags[index])
        let description = OpenAPIDocs.description(of: node, in: text)
        let changed = tags[index].setting(["description"], to: description.isEmpty ? nil : .string(description))
        tags[index] = changed ?? tags[index]
      }
    }
    document = document.setting(["tags"], to: .array(tags)) ?? document
  }

  // MARK: Unsupported settings

  /// Names settings of the collection and of its folders that a document does not have.
  private mutating func noteSettings() {
    let earlier = before.collection.allSettings
    let all = source.collection.allSettings.map { path, settings in
      (path: path, name: path.joined(separator: "/"), settings: settings)
    }
    for (path, folder, settings) in all.sorted(by: { $0.name < $1.name }) {
      // A folder's headers and auth are those of its requests.
      var written: Set = ["docs", "auth", "variables", KeptDocument.member]
      if !path.isEmpty { written.insert("headers") }
      let names = settings.keys.unique.filter { name in
        !written.contains(name) && settings[name]?.plain != earlier[path]?[name]?.plain
      }
      guard !names.isEmpty else { continue }
      let place = path.isEmpty ? "the collection" : "the folder \(folder)"
      context.note(.dropped, "OpenAPI has no place for settings of \(place): \(names.joined(separator: ", "))")
    }
  }

  /// Normalizes a member as an import does. `none` means the same as no auth if the collection has none.
  private func meaning(_ value: JSONValue?) -> JSONValue? {
    let isNone = source.collection.settings["auth"] == nil && value?.object?.keys == ["none"]
    return isNone || value == [] ? nil : value?.meaning
  }

  private mutating func noteRest() {
    guard !edited.isEmpty else { return }
    let after = OpenAPIReading(document, kept, name: source.collection.name)
    for (place, request) in edited {
      let earlier = request.place.flatMap { before.requests[$0] }?.document ?? JSONObject()
      let read = after.requests[place]?.document ?? JSONObject()
      let names = (request.document.keys + earlier.keys).unique.filter { name in
        request.document[name] != earlier[name] && meaning(request.document[name]) != meaning(read[name])
      }
      guard !names.isEmpty else { continue }
      context.enter(request.name)
      context.note(.dropped, "OpenAPI has no place for all changes of: \(names.joined(separator: ", "))")
      context.leave()
    }
  }
}
