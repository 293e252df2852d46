/// An entry of a `collection`: a folder, or a request of some kind.
enum InsomniaItem: Equatable {
  case folder, request, webSocket, socketIO
  /// A request of a kind that this program does not have, by its name for people.
  case other(String)

  init(_ item: JSONObject) {
    let id = item["meta"]?.object?.text("id") ?? ""
    self =
      Self.byType[item.text("type") ?? ""] ?? Self.byPrefix.first { id.hasPrefix($0.prefix) }?.item
      ?? Self.byShape(item)
  }

  /// Since 5.2 each item has a type.
  private static let byType: [String: InsomniaItem] = [
    "Request": .request, "RequestGroup": .folder, "GrpcRequest": .other("gRPC"),
    "WebSocketRequest": .webSocket,
    "SocketIORequest": .socketIO, "McpRequest": .other("MCP"),
  ]

  private static let byPrefix: [(prefix: String, item: InsomniaItem)] = [
    ("req_", .request), ("fld_", .folder), ("greq_", .other("gRPC")), ("ws-req_", .webSocket),
    ("socketio-req_", .socketIO), ("mcp-req_", .other("MCP")),
  ]

  private static func byShape(_ item: JSONObject) -> InsomniaItem {
    if item["reflectionApi"] != nil || item["protoFileId"] != nil || item["protoMethodName"] != nil {
      return .other("gRPC")
    }
    if item["method"] != nil { return .request }
    if item["eventListeners"] != nil { return .socketIO }
    if item["children"] != nil || item["url"] == nil { return .folder }
    let settings = item["settings"]?.object
    if settings != nil, settings?["rebuildPath"] == nil, settings?["renderRequestBody"] == nil {
      return settings?["followRedirects"] != nil ? .webSocket : .socketIO
    }
    return .request
  }
}

extension JSONObject {
  /// The name that people gave it.
  func insomniaName(or standard: String) -> String {
    text("name").flatMap { $0.trimmed.isEmpty ? nil : $0 } ?? standard
  }

  /// The items in the order that Insomnia shows them.
  func insomniaItems(_ key: String) -> [JSONValue] {
    let items = self[key]?.array ?? []
    let keys = items.map { $0.object?["meta"]?.object?["sortKey"]?.number?.double }
    guard keys.contains(where: { $0 != nil }) else { return items }
    return items.indices.sorted { keys[$0] ?? 0 < keys[$1] ?? 0 }.map { items[$0] }
  }

  /// The description of an item or a file. It belongs to `meta`, but files written by hand have it beside their name.
  var insomniaDocs: JSONValue? {
    let docs = self["meta"]?.object?.text("description") ?? text("description") ?? ""
    return docs.isEmpty ? nil : .wireText(docs)
  }
}
