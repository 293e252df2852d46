/// Writes a collection as a file of Insomnia v5.
///
/// The file is read back, and members that get lost are added as `x-workbench`, which Insomnia ignores.
struct InsomniaWriter {
  private let source: ExportSource
  private let ids: InsomniaIDs
  private var templates: InsomniaTemplateWriter
  var notes: [InterchangeNote] { templates.context.notes }

  /// Settings that items inherit in our collections, but not in Insomnia.
  private struct Inherited {
    var auth: JSONValue?
    var headers: [JSONValue] = []
    var scripts = JSONObject()
    var options = JSONObject()
  }

  init(_ source: ExportSource) {
    self.source = source
    ids = InsomniaIDs(source.collection)
    templates = InsomniaTemplateWriter(ids: ids.byPath)
  }

  mutating func file() -> JSONValue {
    let collection = source.collection
    let rest = collection.settings["x-insomnia"]?.object ?? JSONObject()
    let kind: InsomniaFile.Kind = rest["spec"] == nil ? .collection : .spec
    var file: JSONObject = ["type": .string(kind.rawValue + "0"), "schema_version": "5.1"]
    file["name"] = .string(collection.name)
    let known = collection.sourceID.flatMap { $0.hasPrefix("wrk_") ? $0 : nil }
    let id = known ?? InsomniaIDs.id("wrk", collection.name)
    file["meta"] = .object(meta(id, docs: collection.settings["docs"], sortKey: nil))
    file["collection"] = items(of: collection, inherited(from: collection.settings), at: "").asMember
    file["environments"] = .object(environments(rest["environment"]?.object))
    file["certificates"] = certificates().asMember
    for name in ["testSuites", "spec"] { file[name] = rest[name] }
    for name in ["checks"] where collection.settings[name] != nil { noteMissing(name) }
    return .object(withOwn(file))
  }

  /// The file with the members that Insomnia cannot express.
  private func withOwn(_ file: JSONObject) -> JSONObject {
    guard let copy = InsomniaFile.read([file], stem: nil).collections.first else { return file }
    var file = file
    let settings = InsomniaOwn.withSecrets(
      source.collection.settings, source.includesSecrets ? source.collection.secrets : [])
    Self.addOwn(settings, copy.settings, to: &file)
    file["collection"] = source.collection.comparing(file["collection"], in: "children", with: copy) {
      Self.addOwn($0, $1, to: &$2)
    }
    var environments = file["environments"]?.object ?? JSONObject()
    let subs = (environments["subEnvironments"]?.array ?? []).enumerated().map { index, value -> JSONValue in
      guard var sub = value.object, copy.environments.indices.contains(index) else { return value }
      let original = source.collection.environments[index]
      let document = InsomniaOwn.withSecrets(original.document, source.includesSecrets ? original.secrets : [])
      Self.addOwn(document, copy.environments[index].document, to: &sub)
      return .object(sub)
    }
    if !subs.isEmpty { environments["subEnvironments"] = .array(subs) }
    file["environments"] = .object(environments)
    return file
  }

  private static func addOwn(_ original: JSONObject, _ copy: JSONObject, to item: inout JSONObject) {
    let difference = InsomniaOwn.difference(original, copy)
    if !difference.members.isEmpty { item[InsomniaOwn.member] = .object(difference) }
  }

  // MARK: Items

  private mutating func items(of folder: PortableFolder, _ inherited: Inherited, at path: String) -> [JSONValue] {
    zip(folder.items, folder.itemStems).enumerated().map { index, entry -> JSONValue in
      let (item, stem) = entry
      templates.context.enter(item.name)
      defer { templates.context.leave() }
      let id = ids.byPath[path + stem] ?? ""
      switch item {
      case .folder(let inner):
        return .object(self.folder(inner, id, inherited, at: path + stem + "/", sortKey: index))
      case .request(let request) where request.document.isSocket:
        return .object(socket(request, id, inherited, sortKey: index))
      case .request(let request): return .object(self.request(request, id, inherited, sortKey: index))
      }
    }
  }

  private mutating func folder(
    _ folder: PortableFolder, _ id: String, _ inherited: Inherited, at path: String, sortKey: Int
  ) -> JSONObject {
    let settings = folder.settings
    var item: JSONObject = ["name": .string(folder.name)]
    item["meta"] = .object(meta(id, docs: settings["docs"], sortKey: sortKey))
    var inner = Inherited()
    inner.options = InheritedSettings.merged(inherited.options, settings["options"]?.object ?? JSONObject())
    item["children"] = .array(items(of: folder, inner, at: path))
    addSettings(settings, inherited, usesNetrc: false, to: &item)
    let writer = InsomniaDataWriter(secrets: [])
    item["environment"] = writer.data(settings["variables"]?.array ?? [], &templates).asMember
    for name in ["checks"] where settings[name] != nil { noteMissing(name) }
    noteOptions(settings["options"])
    return item
  }

  private mutating func request(
    _ request: PortableRequest, _ id: String, _ inherited: Inherited, sortKey: Int
  ) -> JSONObject {
    let document = request.document
    var item: JSONObject = ["url": .string(templates.text(document.text("url") ?? ""))]
    item["name"] = .string(request.name)
    item["meta"] = .object(meta(id, docs: document["docs"], sortKey: sortKey))
    item["method"] = .string(document.text("method") ?? "GET")
    let body = InsomniaBodyWriter(document["body"]?.object, &templates)
    if let value = body.value { item["body"] = .object(value) }
    item["parameters"] = InsomniaRowWriter.rows(document["query"], &templates).asMember
    let path = (document["path"]?.object?.members ?? []).map { member -> JSONValue in
      ["name": .string(member.key.value), "value": .string(templates.text(member.value.string ?? ""))]
    }
    item["pathParameters"] = path.asMember
    let options = InheritedSettings.merged(inherited.options, document["options"]?.object ?? JSONObject())
    addSettings(document, inherited, usesNetrc: options.flag("netrc"), to: &item)
    if let type = body.contentType { addContentType(type, to: &item) }
    item["settings"] = .object(settings(options, document["x-insomnia"]?.object?["settings"]?.object))
    for name in ["tags", "checks", "captures", "examples"] where document[name] != nil { noteMissing(name) }
    noteOptions(document["options"])
    return item
  }

  /// A request without a method and a body. Its messages come back from `x-workbench` alone.
  private mutating func socket(
    _ request: PortableRequest, _ id: String, _ inherited: Inherited, sortKey: Int
  ) -> JSONObject {
    var handshake = request
    handshake.document = SocketDocument.asRequest(request.document)
    handshake.document["body"] = nil
    var item = self.request(handshake, id, inherited, sortKey: sortKey)
    item["method"] = nil
    item["settings"] = .object(InsomniaSocket.settings(item["settings"]?.object ?? JSONObject()))
    if request.document["messages"] != nil { noteMissing("messages") }
    return item
  }

  /// Headers, auth and scripts.
  private mutating func addSettings(
    _ document: JSONObject, _ inherited: Inherited, usesNetrc: Bool, to item: inout JSONObject
  ) {
    let headers = InheritedSettings.merged(inherited.headers, document["headers"]?.array ?? [])
    item["headers"] = InsomniaRowWriter.rows(.array(headers), &templates).asMember
    let auth = document["auth"] ?? inherited.auth
    if let auth = InsomniaAuthWriter.write(auth, usesNetrc: usesNetrc, &templates) {
      item["authentication"] = auth
    } else if let rest = document["x-insomnia"]?.object?["authentication"] {
      item["authentication"] = rest
    }
    var scripts = JSONObject()
    for (theirs, ours) in InsomniaScripts.members {
      let parts = [inherited.scripts[ours], document["scripts"]?.object?[ours]].compactMap { $0?.linesText }
      if !parts.isEmpty { scripts[theirs] = .string(parts.joined(separator: "\n")) }
    }
    if !scripts.members.isEmpty { item["scripts"] = .object(scripts) }
  }

  /// Insomnia sends the type that its header says.
  private func addContentType(_ type: String, to item: inout JSONObject) {
    let headers = item["headers"]?.array ?? []
    let hasType = headers.compactMap(\.object).contains { $0.isContentType && !$0.flag("disabled") }
    if !hasType { item["headers"] = .array(headers + [["name": "Content-Type", "value": .string(type)]]) }
  }

  private func meta(_ id: String, docs: JSONValue?, sortKey: Int?) -> JSONObject {
    var meta: JSONObject = ["id": .string(id)]
    if let docs { meta["description"] = .string(docs.linesText) }
    if let sortKey { meta["sortKey"] = .number(sortKey) }
    return meta
  }

  // MARK: Settings

  private mutating func inherited(from settings: JSONObject) -> Inherited {
    let inherited = Inherited(
      auth: settings["auth"], headers: settings["headers"]?.array ?? [],
      scripts: settings["scripts"]?.object ?? JSONObject(), options: settings["options"]?.object ?? JSONObject())
    for name in ["auth", "headers", "scripts"] where settings[name] != nil {
      templates.context.note(.changed, "The collection's \(name): Insomnia has none, so each item at the top has them")
    }
    noteOptions(settings["options"])
    return inherited
  }

  /// All settings, as some versions of Insomnia refuse a request without.
  private func settings(_ options: JSONObject, _ rest: JSONObject?) -> JSONObject {
    var settings: JSONObject = ["renderRequestBody": true, "encodeUrl": true, "followRedirects": "global"]
    settings["cookies"] = ["send": true, "store": true]
    settings["rebuildPath"] = true
    if let follows = options["followRedirects"]?.bool { settings["followRedirects"] = follows ? "on" : "off" }
    if options.flag("urlAsIs") { settings["encodeUrl"] = false }
    if options["cookies"]?.bool == false { settings["cookies"] = ["send": false, "store": false] }
    return InheritedSettings.merged(settings, rest ?? JSONObject())
  }

  private static let knownOptions: Set = ["followRedirects", "urlAsIs", "cookies", "netrc", "certificates"]

  private mutating func noteOptions(_ options: JSONValue?) {
    for name in options?.object?.keys ?? [] where !Self.knownOptions.contains(name) {
      templates.context.note(.dropped, "Option \(name): Insomnia has no such setting")
    }
  }

  private mutating func noteMissing(_ member: String) {
    let title = member.prefix(1).uppercased() + member.dropFirst()
    templates.context.note(.dropped, "\(title): Insomnia has no place for them")
  }

  private mutating func certificates() -> [JSONValue] {
    let rows = source.collection.settings["options"]?.object?["certificates"]?.array ?? []
    return rows.compactMap(\.object).compactMap { row in
      guard let bundle = row.text("caBundle"), row["clientCertificate"] == nil else {
        let name = row.text("name") ?? ""
        templates.context.note(.dropped, "The certificate for \(name): Insomnia keeps it outside of its files")
        return nil
      }
      var certificate: JSONObject = ["path": .string(bundle)]
      if row.flag("off") { certificate["disabled"] = true }
      return .object(certificate)
    }
  }

  // MARK: Environments

  private mutating func environments(_ rest: JSONObject?) -> JSONObject {
    let collection = source.collection
    let name = rest?.text("name") ?? InsomniaReader.baseName
    var base: JSONObject = ["name": .string(name)]
    base["meta"] = .object(environmentMeta("", rest, sortKey: nil))
    let own = collection.settings["variables"]?.array ?? []
    let names = Set(own.compactMap { $0.object?.text("name") })
    let globals = source.globals.filter { !names.contains($0.object?.text("name") ?? "") }
    let secrets = source.includesSecrets ? collection.secrets : []
    base["data"] = InsomniaDataWriter(secrets: secrets).data(own + globals, &templates).asMember
    base["color"] = rest?["color"]
    let subs = collection.environments.enumerated().map { environment($0.element, sortKey: $0.offset) }
    base["subEnvironments"] = subs.map(JSONValue.object).asMember
    return base
  }

  private mutating func environment(_ environment: PortableEnvironment, sortKey: Int) -> JSONObject {
    templates.context.enter(environment.name)
    defer { templates.context.leave() }
    let rest = environment.document["x-insomnia"]?.object
    var sub: JSONObject = ["name": .string(environment.name)]
    sub["meta"] = .object(environmentMeta("/" + environment.name, rest, sortKey: sortKey))
    let secrets = source.includesSecrets ? environment.secrets : []
    let rows = environment.document["variables"]?.array ?? []
    sub["data"] = InsomniaDataWriter(secrets: secrets).data(rows, &templates).asMember
    sub["color"] = rest?["color"]
    noteOptions(environment.document["options"])
    return sub
  }

  private func environmentMeta(_ path: String, _ rest: JSONObject?, sortKey: Int?) -> JSONObject {
    var meta = meta(InsomniaIDs.id("env", source.collection.name + path), docs: nil, sortKey: sortKey)
    meta["isPrivate"] = .bool(rest?.flag("isPrivate") ?? false)
    return meta
  }
}
