internal import Foundation

/// Writes a collection that came from an OpenAPI document: the document, changed where the collection was.
///
/// Compares the collection with a new import of the document, and writes only the differences. A final comparison finds
/// changes that OpenAPI cannot express, and notes them.
struct OpenAPIMerge {
  let source: ExportSource
  let kept: JSONObject
  private let current: [OpenAPIPlacedRequest]
  /// The first request of each place, by its index. Others are added to the document.
  private let claimed: [String: Int]
  let before: OpenAPIReading
  let version: OpenAPIVersion
  var document: JSONValue
  var context = InterchangeContext()
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
    var before = OpenAPIReading(document, kept, name: source.collection.name)
    version = OpenAPIVersion(before.state.documents.root)
    // Ignore places that are no longer in the document.
    let known = before.requests
    claimed = first.filter { known[$0.key] != nil }
    if !secrets.names.isEmpty {
      let requests = current
      before.complete(secrets, from: claimed.mapValues { requests[$0] })
      let names = secrets.names.joined(separator: ", ")
      context.note(.changed, "Secrets of the document have names in their place: \(names)")
    }
    self.before = before
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
    for request in added { addOperation(request) }
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
    var edit = OpenAPIOperationEdit(
      operation: operation, state: before.state, version: version, before: earlier, now: request,
      value: operation.node.object)
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
    edited.append((JSONPointer.text(place), request))
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

  func tag(_ folders: [String]) -> String { before.tags[folders] ?? folders.joined(separator: " / ") }

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
    if methods[0] != methods[1] { OpenAPIWriter.noteCase(of: methods[1], &context) }
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

  private mutating func addOperation(_ placed: OpenAPIPlacedRequest) {
    let request = placed.request
    context.enter(request.name)
    defer { context.leave() }
    let address = OpenAPIPlace(request.document.text("url") ?? "")
    guard let method = OpenAPIWriter.member(of: request, &context) else { return }
    var writer = writer
    let tag = placed.folders.isEmpty ? nil : self.tag(placed.folders)
    // The auth of an operation is written apart.
    let inherited = placed.inherited.below(["auth": ["none": [:]]])
    var operation = version.operation(writer.operation(request, address, inherited, tag))
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
    writer.operationIDs.formUnion(before.operations.values.compactMap { $0.node.text("operationId") })
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
  mutating func written(_ auth: JSONValue) -> JSONValue? {
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
