/// Reads the folders of collections v3: a file for each request, and definitions and examples in `.resources`.
struct PostmanV3Folder {
  private static let depthLimit = 200

  private let files: SourceFiles
  private var context = InterchangeContext()
  private var known: Set<String> = []
  private var folders: [String: [String]] = [:]
  private var requests: [String: [String]] = [:]
  /// The examples by their folders, and the folders whose examples a request has.
  private var examples: [String: [String]] = [:]
  private var usedExamples: Set<String> = []
  /// The messages of WebSockets by their folders, and the folders whose messages a request has.
  private var messages: [String: [String]] = [:]
  private var usedMessages: Set<String> = []
  /// The definitions by the folders that they are about.
  private var definitions: [String: String] = [:]

  static func isRequest(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".request.yaml") || path.hasSuffix(".request.yml")
  }

  private static func isDefinition(_ path: String) -> Bool {
    path.hasSuffix(".resources/definition.yaml") || path.hasSuffix(".resources/definition.yml")
  }

  static func isCollection(_ files: SourceFiles) -> Bool {
    files.paths.contains { isRequest($0) || isDefinition($0) }
  }

  init(_ files: SourceFiles) { self.files = files }

  mutating func read(name: String) -> ImportResult {
    for path in files.paths { addFile(path) }
    var result = ImportResult()
    let roots = roots()
    for root in roots {
      let object = collection(root, name: root.isEmpty ? name : Self.last(root))
      var reader = PostmanCollection()
      result.add(reader.read(object, stem: name))
    }
    noteLooseFiles(roots)
    readOthers(into: &result)
    readEnvironments(into: &result)
    result.notes += context.notes
    return result
  }

  private mutating func addFile(_ path: String) {
    let folder = Self.parent(path)
    if Self.isRequest(path) {
      guard !folder.contains(".resources") else { return }
      requests[folder, default: []].append(path)
      register(folder)
    } else if Self.isDefinition(path) {
      definitions[Self.parent(folder)] = path
      register(Self.parent(folder))
    } else if path.lowercased().hasSuffix(".example.yaml") || path.lowercased().hasSuffix(".example.yml") {
      examples[folder, default: []].append(path)
    } else if path.lowercased().hasSuffix(".message.yaml") || path.lowercased().hasSuffix(".message.yml") {
      messages[folder, default: []].append(path)
    } else if path.hasSuffix(".yaml") || path.hasSuffix(".yml"), Self.isOfOtherKind(path),
      !folder.contains(".resources")
    {
      requests[folder, default: []].append(path)
    }
  }

  /// Files such as `x.grpc.yaml`, which are named to be missing.
  private static func isOfOtherKind(_ path: String) -> Bool {
    otherKinds.contains { path.contains($0 + ".") }
  }

  private static let otherKinds = [".grpc", ".websocket", ".socketio", ".socket.io", ".mqtt", ".mcp", ".llm"]

  /// Adds a folder to those of the folder around it.
  private mutating func register(_ folder: String) {
    var folder = folder
    while !folder.isEmpty, known.insert(folder).inserted {
      let parent = Self.parent(folder)
      folders[parent, default: []].append(folder)
      folder = parent
    }
  }

  /// The folders that are collections: those in `collections`, else the only folder that there is.
  private func roots() -> [String] {
    var homes: Set<String> = []
    for folder in folders.keys.sorted() where Self.last(folder) == "collections" && requests[folder] == nil {
      if !Self.isBelow(folder, homes), !isInCollection(folder) { homes.insert(folder) }
    }
    if !homes.isEmpty { return homes.sorted().flatMap { folders[$0] ?? [] } }
    var root = ""
    while requests[root] == nil, definitions[root] == nil, folders[root]?.count == 1, let only = folders[root]?.first {
      root = only
    }
    return [root]
  }

  private func isInCollection(_ folder: String) -> Bool {
    var folder = folder
    while !folder.isEmpty {
      folder = Self.parent(folder)
      if definitions[folder] != nil { return true }
    }
    return false
  }

  private mutating func collection(_ folder: String, name: String) -> JSONObject {
    let definition = definition(folder)
    var collection = PostmanV3.group(definition)
    collection["info"] = [
      "name": .string(PostmanV3.name(definition) ?? name), "description": definition["description"] ?? .null,
    ]
    PostmanV3Notes.add(of: definition, &context)
    collection["item"] = .array(
      items(folder, depth: 1, belowHTTPScripts: PostmanV3Notes.hasHTTPScripts(definition)))
    return collection
  }

  private mutating func definition(_ folder: String) -> JSONObject {
    definitions[folder].flatMap { object($0) } ?? JSONObject()
  }

  /// The requests and folders, by `order` and then by name.
  private mutating func items(_ folder: String, depth: Int, belowHTTPScripts: Bool) -> [JSONValue] {
    guard depth < Self.depthLimit else {
      context.note(.failed, "It is nested more than \(Self.depthLimit) folders deep")
      return []
    }
    var items: [(order: Double, item: JSONValue)] = []
    for path in requests[folder] ?? [] {
      let stem = Self.stem(path)
      usedExamples.insert(Self.place(of: "examples", stem, in: folder))
      guard let source = object(path), let item = item(source, folder, stem, belowHTTPScripts) else { continue }
      items.append((Self.order(source), .object(item)))
    }
    for inner in folders[folder] ?? [] {
      let definition = definition(inner)
      let name = PostmanV3.name(definition) ?? Self.last(inner)
      var group = PostmanV3.group(definition)
      group["name"] = .string(name)
      context.enter(name)
      PostmanV3Notes.add(of: definition, &context)
      let isBelow = belowHTTPScripts || PostmanV3Notes.hasHTTPScripts(definition)
      group["item"] = .array(self.items(inner, depth: depth + 1, belowHTTPScripts: isBelow))
      context.leave()
      items.append((Self.order(definition), .object(group)))
    }
    return items.sorted { $0.order < $1.order }.map(\.item)
  }

  /// The item of a request; `nil` with a note for an unsupported kind.
  private mutating func item(
    _ source: JSONObject, _ folder: String, _ stem: String, _ belowHTTPScripts: Bool
  ) -> JSONObject? {
    context.enter(PostmanV3.name(source) ?? stem)
    defer { context.leave() }
    let kind = source.text("$kind") ?? "http-request"
    guard PostmanV3.requestKinds.contains(kind) else {
      let name = PostmanSocket.unsupportedKind(source) ?? kind
      context.note(.failed, "\(name) requests are not supported")
      return nil
    }
    PostmanV3Notes.add(of: source, &context)
    if belowHTTPScripts { PostmanV3Notes.noteHTTPScripts(with: source, &context) }
    let isSocket = PostmanSocket.kinds.contains(kind)
    var item = PostmanV3.item(source, name: stem, examples: isSocket ? [] : examples(of: source, folder, stem))
    if isSocket { addMessages(of: source, folder, stem, to: &item) }
    return item
  }

  /// The default folder of a request's examples or messages.
  private static func place(of kind: String, _ stem: String, in folder: String) -> String {
    (folder.isEmpty ? "" : folder + "/") + ".resources/" + stem + ".resources/" + kind
  }

  /// Adds the messages in the folder that the request names, by `order` and then by name.
  private mutating func addMessages(
    of source: JSONObject, _ folder: String, _ stem: String, to item: inout JSONObject
  ) {
    let standard = Self.place(of: "messages", stem, in: folder)
    let place = source["messages"]?.string.map { Self.resolved($0, in: folder) } ?? standard
    let chosen = messages[place] == nil ? standard : place
    usedMessages.insert(chosen)
    var found: [(order: Double, message: JSONValue)] = []
    for path in messages[chosen] ?? [] {
      guard let message = object(path) else { continue }
      found.append((Self.order(message), PostmanV3.message(message, name: Self.stem(path))))
    }
    let sorted = found.sorted { $0.order < $1.order }.map(\.message)
    item[PostmanSocket.member] = .array((item[PostmanSocket.member]?.array ?? []) + sorted)
  }

  /// Notes unused files: requests outside of the collections, and examples and messages that no request has.
  private mutating func noteLooseFiles(_ roots: [String]) {
    if !roots.contains("") {
      let roots = Set(roots)
      for (folder, paths) in requests.sorted(by: { $0.key < $1.key }) where !Self.isBelow(folder, roots) {
        for path in paths where Self.isRequest(path) {
          context.note(.failed, "\(path): it is not in a collection")
        }
      }
    }
    for (folder, paths) in examples.sorted(by: { $0.key < $1.key }) where !usedExamples.contains(folder) {
      for path in paths { context.note(.dropped, "\(path): no request has this example") }
    }
    for (folder, paths) in messages.sorted(by: { $0.key < $1.key })
    where !usedMessages.contains(folder) && !folder.contains(".resources") {
      for path in paths { context.note(.failed, "\(path): no WebSocket has this message") }
    }
  }

  private mutating func examples(of source: JSONObject, _ folder: String, _ stem: String) -> [JSONValue] {
    let standard = Self.place(of: "examples", stem, in: folder)
    let named = source["examples"]?.string.map { Self.resolved($0, in: folder) } ?? standard
    let place = examples[named] == nil ? standard : named
    usedExamples.insert(place)
    let paths = examples[place] ?? []
    var found: [(order: Double, example: JSONValue)] = []
    for path in paths {
      guard let example = object(path) else { continue }
      found.append((Self.order(example), PostmanV3.example(example, name: Self.stem(path))))
    }
    for (number, example) in source["examples"].objects.enumerated() {
      found.append((Self.order(example), PostmanV3.example(example, name: "Example \(number + 1)")))
    }
    return found.sorted { $0.order < $1.order }.map(\.example)
  }

  /// A path relative to a folder; one that leaves the files leads nowhere.
  private static func resolved(_ path: String, in folder: String) -> String {
    let names = (folder.split(separator: "/") + path.split(separator: "/")).removingDotNames
    return names.drop { $0 == ".." }.joined(separator: "/")
  }

  /// Collections and environments in older formats beside the folders.
  private mutating func readOthers(into result: inout ImportResult) {
    for path in files.paths where path.hasSuffix(".json") && !path.contains("/.") && !path.hasPrefix(".") {
      do throws(ImportError) {
        let source = ImportSource(try files.read(path), fileName: Self.last(path))
        for format in [ImportFormat.postman, .postmanEnvironment] where format.recognizes(source) {
          result.add(try format.read(source))
        }
      } catch {
        context.note(.failed, "\(path): \(error)")
      }
    }
  }

  private mutating func readEnvironments(into result: inout ImportResult) {
    var environments = result.environments
    result.environments = []
    for path in files.paths {
      let home = Self.last(Self.parent(path))
      guard path.hasSuffix(".yaml") || path.hasSuffix(".yml"), home == "environments" || home == "globals",
        let object = object(path), let values = object["values"]?.array
      else { continue }
      var json = object
      if home == "globals" { json["_postman_variable_scope"] = "globals" }
      let part = PostmanEnvironment.read(.object(json), values, stem: Self.stem(path))
      environments += part.environments
      result.globals += part.globals
      result.notes += part.notes
    }
    if result.collections.count == 1 {
      result.collections[0].environments += environments
    } else {
      result.environments += environments
    }
  }

  /// The content of a file; a broken one is noted.
  private mutating func object(_ path: String) -> JSONObject? {
    do {
      let reading = try PostmanYAML.read(try files.read(path))
      if reading.isRepaired { context.note(.changed, "\(path): values that begin with {{ got the quotes they need") }
      return reading.object
    } catch {
      context.note(.failed, "\(path): \(error)")
      return nil
    }
  }

  // MARK: Paths

  private static func order(_ source: JSONObject) -> Double {
    source.text("order").flatMap(Double.init).flatMap { $0.isNaN ? nil : $0 } ?? .infinity
  }

  static func stem(_ path: String) -> String {
    var name = last(path)
    let kinds = [".request", ".example", ".message", ".environment", ".globals", ".postman_environment"]
    for suffix in [".yaml", ".yml"] + kinds + otherKinds {
      if name.lowercased().hasSuffix(suffix), name.count > suffix.count { name = String(name.dropLast(suffix.count)) }
    }
    return name
  }

  /// Whether a folder is one of these or inside one.
  private static func isBelow(_ folder: String, _ others: Set<String>) -> Bool {
    var folder = folder
    while !folder.isEmpty {
      if others.contains(folder) { return true }
      folder = parent(folder)
    }
    return false
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func last(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
