/// Reads Bruno's JSON: an exported collection, or files converted to it.
struct BrunoCollection {
  private var context = InterchangeContext()
  private let dotenv: Dotenv?
  private var inherited = Inherited()
  /// Whether the source is one file, without the files of a collection's folder.
  var isAlone = false
  /// How deep folders may be nested.
  static let depthLimit = 64

  /// The values that an item inherits from the folders around it.
  private struct Inherited {
    var auth: JSONValue?
    /// In lower case.
    var headers: Set<String> = []

    func adding(_ settings: JSONObject) -> Inherited {
      let rows = settings["headers"].objects.filter { $0["off"] != true }
      let names = rows.compactMap { $0.text("name")?.lowercased() }
      return Inherited(auth: settings["auth"] ?? auth, headers: headers.union(names))
    }
  }

  init(dotenv: Dotenv? = nil, notes: [InterchangeNote] = [], isSentAsIs: Bool = false) {
    self.dotenv = dotenv
    context.isSentAsIs = isSentAsIs
    for note in notes {
      for name in note.path { context.enter(name) }
      context.note(note.kind, note.text)
      for _ in note.path { context.leave() }
    }
  }

  mutating func note(_ text: String) { context.note(.changed, text) }

  static func isCollection(_ object: JSONObject) -> Bool {
    guard let items = object["items"]?.array, object["opencollection"] == nil else { return false }
    if object["brunoConfig"] != nil { return true }
    let types: Set = [
      "http-request", "graphql-request", "grpc-request", "ws-request", "http", "graphql", "grpc", "ws", "folder", "js",
    ]
    guard object["name"] != nil else { return false }
    return items.isEmpty
      ? object.text("version") == "1" : items.contains { types.contains($0.object?.text("type") ?? "") }
  }

  mutating func read(_ object: JSONObject, stem: String?) -> ImportResult {
    let root = object["root"]?.object ?? JSONObject()
    let config = object["brunoConfig"]?.object ?? JSONObject()
    let name = [object.text("name"), config.text("name"), root["meta"]?.object?.text("name"), stem]
      .compactMap { $0 }.first { !$0.isEmpty }
    var collection = PortableFolder(name: name ?? "Imported")
    collection.settings = settings(root, &collection.secrets)
    if context.isSentAsIs { addAccept(to: &collection.settings) }
    BrunoConfig.read(config, &collection, &context)
    inherited = Inherited().adding(collection.settings)
    collection.items = items(object["items"], id: "", depth: 0)
    BrunoOrder.mark(&collection, config)
    for value in object["environments"]?.array ?? [] {
      guard let source = value.object else { continue }
      collection.environments.append(environment(source))
    }
    BrunoVariables.declareOutsideNames(in: &collection, dotenv: dotenv)
    if isAlone { noteDotenv(of: collection) }
    return ImportResult([collection], notes: context.notes)
  }

  /// Adds the header that Bruno's client sends, unless a request or a folder has one.
  private func addAccept(to settings: inout JSONObject) {
    let headers = settings["headers"]?.array ?? []
    let own = headers.compactMap(\.object).filter { $0["off"] != true }
    guard !own.contains(where: { $0.text("name")?.lowercased() == "accept" }) else { return }
    settings["headers"] = .array(
      headers + [
        ["name": "Accept", "value": "application/json, text/plain, */*", "x-bruno": Parameter.brunoDefault]
      ])
  }

  /// Names the values that Bruno may have from a file beside the collection.
  private mutating func noteDotenv(of collection: PortableFolder) {
    let rows = collection.settings["variables"]?.array ?? []
    let names = rows.compactMap { $0.object?.text("name") }.filter { $0.hasPrefix("process.env.") }
    guard !names.isEmpty else { return }
    note(
      "\(names.joined(separator: ", ")): the values are those of the environment — a .env file is read only with the "
        + "folder of the collection")
  }

  func environment(_ source: JSONObject) -> PortableEnvironment {
    var secrets: [PortableSecret] = []
    let rows = BrunoVariables.rows(source["variables"], dotenv: dotenv, &secrets)
    let name = source.filledText("name") ?? "Environment"
    var environment = PortableEnvironment(name: name, document: ["variables": .array(rows)])
    if let color = source.filledText("color") { environment.document["x-bruno"] = ["color": .string(color)] }
    environment.secrets = secrets
    return environment
  }

  private mutating func settings(_ root: JSONObject, _ secrets: inout [PortableSecret]) -> JSONObject {
    let request = root["request"]?.object ?? JSONObject()
    var settings = JSONObject()
    var extras = JSONObject()
    if let docs = BrunoRequest.text(root["docs"] ?? request["docs"]) { settings["docs"] = .textLines(docs) }
    let vars = request["vars"]?.object
    settings["variables"] = BrunoVariables.rows(vars?["req"], dotenv: dotenv, &secrets).asMember
    settings["headers"] = BrunoRows.rows(request["headers"]).asMember
    if let auth = BrunoAuth.read(request["auth"], &extras, &context) { settings["auth"] = auth }
    if let scripts = BrunoRequest.scripts(request) { settings["scripts"] = scripts }
    let captures = vars?["res"]?.array ?? []
    if !captures.isEmpty {
      extras["captures"] = .array(captures)
      context.note(.dropped, "Variables from responses: only requests have them")
    }
    if !extras.members.isEmpty { settings["x-bruno"] = .object(extras) }
    return settings
  }

  private mutating func items(_ value: JSONValue?, id: String, depth: Int) -> [PortableItem] {
    guard depth < Self.depthLimit else {
      context.note(.failed, "It is nested more than \(Self.depthLimit) levels deep")
      return []
    }
    return Self.sorted(value?.array ?? []).compactMap { number, value in
      guard let object = value.object else {
        context.note(.failed, "item \(number) is \(value.kindName), not an object")
        return nil
      }
      return item(object, number: number, id: id, depth: depth)
    }
  }

  /// Folders before requests, each by `seq`, as Bruno shows them.
  private static func sorted(_ items: [JSONValue]) -> [(number: Int, value: JSONValue)] {
    let places = items.map { value -> (Int, Double) in
      let item = value.object ?? JSONObject()
      let seq = item["seq"] ?? item["root"]?.object?["meta"]?.object?["seq"]
      let number = seq?.scalarText.flatMap(Double.init).flatMap { $0.isNaN ? nil : $0 }
      return isFolder(item) ? (0, number ?? .infinity) : (1, number ?? 1)
    }
    return items.indices.sorted { (places[$0].0, places[$0].1, $0) < (places[$1].0, places[$1].1, $1) }
      .map { ($0 + 1, items[$0]) }
  }

  private static func isFolder(_ item: JSONObject) -> Bool {
    item.text("type") == "folder" || (item["request"] == nil && item["items"] != nil)
  }

  private mutating func item(_ object: JSONObject, number: Int, id: String, depth: Int) -> PortableItem? {
    let isFolder = Self.isFolder(object)
    let fallback = isFolder ? "Folder \(number)" : "Request \(number)"
    let root = object["root"]?.object ?? JSONObject()
    let names = [object.text("name"), root["meta"]?.object?.text("name"), fallback]
    let name = names.compactMap { $0 }.first { !$0.isEmpty } ?? fallback
    context.enter(name)
    defer { context.leave() }
    let stem = object.text("filename").map(BrunoFiles.stem) ?? name
    let source = object.text("id") ?? (id.isEmpty ? "" : id + "/") + stem
    if isFolder {
      var folder = PortableFolder(name: name)
      var secrets: [PortableSecret] = []
      folder.settings = settings(root, &secrets)
      folder.sourceID = source
      let outer = inherited
      inherited = outer.adding(folder.settings)
      defer { inherited = outer }
      folder.items = items(object["items"], id: source, depth: depth + 1)
      return .folder(folder)
    }
    guard var document = BrunoRequest.read(object, dotenv: dotenv, &context) else { return nil }
    turnOffReplacedHeaders(of: &document)
    var request = PortableRequest(name: name, document: document)
    request.sourceID = source
    return .request(request)
  }

  private mutating func turnOffReplacedHeaders(of document: inout JSONObject) {
    guard let name = BrunoAuth.header(of: document["auth"] ?? inherited.auth) else { return }
    if inherited.headers.contains(name.lowercased()) {
      context.note(.changed, "Header \(name) of a folder: it is sent instead of the auth, which Bruno would send")
    }
    guard var headers = document["headers"]?.array else { return }
    ReplacedHeaders.turnOff(name, in: &headers, &context)
    document["headers"] = .array(headers)
  }
}
