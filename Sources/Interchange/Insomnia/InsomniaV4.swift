/// An export of Insomnia v4 or older: a list of resources that name their parents. It becomes a v5 file per workspace.
struct InsomniaV4 {
  private(set) var notes: [InterchangeNote] = []
  private var resources: [Resource] = []
  private var children: [String: [Int]] = [:]
  private var isUsed: [Bool] = []
  private let stem: String?

  private struct Resource {
    let id: String
    let type: String
    let parent: String
    let object: JSONObject
  }

  static func isExport(_ object: JSONObject) -> Bool {
    if object["resources"]?.array != nil {
      return object["__export_format"] != nil || object["_type"]?.string == "export"
    }
    return object["__export_format"] != nil && object["items"]?.array != nil
  }

  init(_ export: JSONObject, stem: String?) {
    self.stem = stem
    let list = InsomniaLegacy.resources(of: export)
    for (index, value) in list.enumerated() {
      guard let object = value.object, let type = object.text("_type") else {
        notes.append(InterchangeNote(.failed, [], "Resource \(index + 1) has no type"))
        continue
      }
      let resource = Resource(
        id: object.text("_id") ?? "", type: type, parent: object.text("parentId") ?? "", object: object)
      children[resource.parent, default: []].append(resources.count)
      resources.append(resource)
    }
    isUsed = Array(repeating: false, count: resources.count)
  }

  mutating func files() -> [JSONObject] {
    let workspaces = resources.indices.filter { resources[$0].type == "workspace" }
    for index in workspaces { isUsed[index] = true }
    var files = workspaces.map { file(resources[$0].object, id: resources[$0].id) }
    addOrphans(to: &files)
    return files
  }

  /// Resources without a workspace: they belong to the only one, or to one of their own.
  private mutating func addOrphans(to files: inout [JSONObject]) {
    let known = Set(resources.map(\.id))
    let roots = resources.indices.filter { !isUsed[$0] && !known.contains(resources[$0].parent) }
    var file: JSONObject = files.count == 1 ? files[0] : ["type": .string(Self.collectionType)]
    let isNew = files.count != 1
    var items = file["collection"]?.array ?? []
    let count = items.count
    for index in roots where !isUsed[index] {
      if let item = item(index, depth: 0) { items.append(item) }
    }
    // The remaining items are in folders that contain each other.
    for index in resources.indices where !isUsed[index] && Self.isItem(resources[index].type) {
      notes.append(
        InterchangeNote(.changed, [resources[index].object.text("name") ?? ""], "Its folder is inside of itself"))
      if let item = item(index, depth: 0) { items.append(item) }
    }
    var environments = file["environments"]?.object
    if environments == nil { environments = self.environments(roots) }
    guard items.count > count || isNew && environments != nil else { return noteUnused() }
    if !items.isEmpty { file["collection"] = .array(items) }
    if let environments { file["environments"] = .object(environments) }
    if isNew { files.append(file) } else { files[0] = file }
    noteUnused()
  }

  private mutating func noteUnused() {
    for index in resources.indices where !isUsed[index] {
      let resource = resources[index]
      let kind = resource.type.replacing("_", with: " ")
      notes.append(InterchangeNote(.dropped, [], "The \(kind) \"\(resource.object.text("name") ?? resource.id)\""))
    }
  }

  static let collectionType = InsomniaFile.Kind.collection.rawValue + "0"

  private mutating func file(_ workspace: JSONObject, id: String) -> JSONObject {
    let scope = workspace.text("scope")
    let kind: InsomniaFile.Kind =
      switch scope {
      case "environment": .environment
      case "mock-server": .mock
      default: .collection
      }
    var file: JSONObject = ["type": .string(kind.rawValue + "0")]
    if let name = workspace["name"] { file["name"] = name }
    file["meta"] = .object(meta(workspace))
    let own = children[id] ?? []
    file["collection"] = own.filter { Self.isItem(resources[$0].type) }.compactMap { item($0, depth: 0) }.asMember
    if let environments = environments(own) { file["environments"] = .object(environments) }
    addParts(own, to: &file)
    return file
  }

  private static func isItem(_ type: String) -> Bool { itemTypes[type] != nil }

  private static let itemTypes = [
    "request": "Request", "request_group": "RequestGroup", "grpc_request": "GrpcRequest",
    "websocket_request": "WebSocketRequest", "socketio_request": "SocketIORequest",
    "socket_io_request": "SocketIORequest",
    "mcp_request": "McpRequest",
  ]

  private mutating func item(_ index: Int, depth: Int) -> JSONValue? {
    guard !isUsed[index], let type = Self.itemTypes[resources[index].type] else { return nil }
    isUsed[index] = true
    let resource = resources[index]
    guard type == "RequestGroup" else {
      var request = request(resource.object, type)
      if type == "WebSocketRequest", !resource.id.isEmpty {
        // Its messages, which v5 has no place for.
        request[InsomniaSocket.payloads] = takeChildren("websocket_payload", of: resource.id).asMember
      }
      return .object(request)
    }
    var group: JSONObject = ["type": .string(type), "meta": .object(meta(resource.object))]
    group.take(
      "name", "headers", "authentication", "environment", "environmentPropertyOrder", "environmentType", "kvPairData",
      from: resource.object)
    group["scripts"] = scripts(resource.object)
    // Deeper folders would be left out by the reader anyway.
    let inner = depth < InsomniaReader.depthLimit && !resource.id.isEmpty ? children[resource.id] ?? [] : []
    group["children"] = .array(inner.compactMap { item($0, depth: depth + 1) })
    return .object(group)
  }

  /// The resources of a type below another one, which are used from then on.
  private mutating func takeChildren(_ type: String, of id: String) -> [JSONValue] {
    let found = (children[id] ?? []).filter { resources[$0].type == type && !isUsed[$0] }
    for index in found { isUsed[index] = true }
    return found.map { .object(resources[$0].object) }
  }

  private func request(_ source: JSONObject, _ type: String) -> JSONObject {
    var item: JSONObject = ["type": .string(type), "meta": .object(meta(source))]
    item.take(
      "name", "url", "method", "body", "parameters", "headers", "authentication", "pathParameters", from: source)
    item["scripts"] = scripts(source)
    var settings: JSONObject = [
      "cookies": ["send": source["settingSendCookies"] ?? true, "store": source["settingStoreCookies"] ?? true]
    ]
    settings["followRedirects"] = source["settingFollowRedirects"]
    settings["encodeUrl"] = source["settingEncodeUrl"]
    settings["rebuildPath"] = source["settingRebuildPath"]
    settings["path"] = source["settingPath"]
    if source["settingDisableRenderRequestBody"]?.bool == true { settings["renderRequestBody"] = false }
    item["settings"] = .object(settings)
    return item
  }

  private func scripts(_ source: JSONObject) -> JSONValue? {
    source.taking(["preRequest": "preRequestScript", "afterResponse": "afterResponseScript"]).asMember
  }

  private func meta(_ source: JSONObject) -> JSONObject {
    source.taking(["id": "_id", "description": "description", "isPrivate": "isPrivate", "sortKey": "metaSortKey"])
  }
}

extension InsomniaV4 {
  /// The base environment among the resources, with those below it.
  private mutating func environments(_ own: [Int]) -> JSONObject? {
    let bases = own.filter { resources[$0].type == "environment" && !isUsed[$0] }
    guard let first = bases.first else { return nil }
    var base = environment(first)
    let below = (children[resources[first].id] ?? []).filter { resources[$0].type == "environment" && !isUsed[$0] }
    base["subEnvironments"] = (below + bases.dropFirst()).map { JSONValue.object(environment($0)) }.asMember
    return base
  }

  private mutating func environment(_ index: Int) -> JSONObject {
    isUsed[index] = true
    let source = resources[index].object
    var environment: JSONObject = ["meta": .object(meta(source))]
    environment.take("name", "data", "dataPropertyOrder", "color", "environmentType", "kvPairData", from: source)
    return environment
  }

  /// Cookies, certificates, tests and the document of an API.
  private mutating func addParts(_ own: [Int], to file: inout JSONObject) {
    var certificates: [JSONValue] = []
    var suites: [JSONValue] = []
    for index in own where !isUsed[index] {
      let resource = resources[index]
      switch resource.type {
      case "cookie_jar": file["cookieJar"] = .object(resource.object)
      case "ca_certificate", "client_certificate": certificates.append(.object(resource.object))
      case "unit_test_suite": suites.append(suite(index))
      case "api_spec":
        let text = resource.object.text("contents") ?? ""
        if !text.trimmed.isEmpty { file["spec"] = ["contents": StructuredText.value(text) ?? .string(text)] }
      case "mock_server": file["routes"] = .array(takeChildren("mock_route", of: resource.id))
      default: continue
      }
      isUsed[index] = true
    }
    if !certificates.isEmpty { file["certificates"] = .array(certificates) }
    if !suites.isEmpty { file["testSuites"] = .array(suites) }
  }

  private mutating func suite(_ index: Int) -> JSONValue {
    let source = resources[index].object
    var suite: JSONObject = ["name": source["name"] ?? "", "meta": .object(meta(source))]
    let tests = takeChildren("unit_test", of: resources[index].id).compactMap(\.object).map { source -> JSONValue in
      var test: JSONObject = ["name": source["name"] ?? "", "meta": .object(meta(source))]
      test.take("requestId", "code", from: source)
      return .object(test)
    }
    suite["tests"] = .array(tests)
    return .object(suite)
  }
}

/// Exports of Insomnia v1 to v3.
enum InsomniaLegacy {
  /// The resources of an export of any version.
  static func resources(of export: JSONObject) -> [JSONValue] {
    guard let items = export["items"]?.array, export["resources"] == nil else {
      return (export["resources"]?.array ?? []).map(withBodyObject)
    }
    return items.enumerated().flatMap { index, value -> [JSONValue] in
      guard let item = value.object else { return [value] }
      guard item["requests"] != nil || item.text("_type") == "request_group" else {
        return [request(item, parent: "")]
      }
      let id = item.text("_id") ?? "fld_\(index)"
      var group: JSONObject = ["_type": "request_group", "_id": .string(id)]
      group["name"] = item["name"]
      group["environment"] = item["environments"]?.object?["base"]
      let requests = (item["requests"]?.array ?? []).map { $0.object.map { request($0, parent: id) } ?? $0 }
      return [.object(group)] + requests
    }
  }

  /// Version 2 has bodies that are text.
  private static func withBodyObject(_ value: JSONValue) -> JSONValue {
    guard var resource = value.object, let text = resource["body"]?.string else { return value }
    resource["body"] = body(text, type: contentType(resource))
    return .object(resource)
  }

  private static func request(_ item: JSONObject, parent: String) -> JSONValue {
    var request = item
    request["_type"] = "request"
    request["parentId"] = .string(parent)
    if let params = item["params"] { request["parameters"] = params }
    let format = item["__insomnia"]?.object?.text("format").flatMap { formats[$0] }
    if let text = item["body"]?.string { request["body"] = body(text, type: contentType(item) ?? format) }
    return .object(request)
  }

  private static let formats = [
    "form": InsomniaBody.formType, "json": "application/json", "text": "text/plain", "xml": "application/xml",
  ]

  private static func contentType(_ resource: JSONObject) -> String? {
    resource["headers"].objects.first(where: \.isContentType)?.text("value")
  }

  private static func body(_ text: String, type: String?) -> JSONValue {
    guard !text.isEmpty else { return [:] }
    var body: JSONObject = ["text": .string(text)]
    if let type { body["mimeType"] = .string(type) }
    return .object(body)
  }
}
