/// Notes about parts of v3 collections that v2.1 and this program cannot represent.
enum PostmanV3Notes {
  /// Notes about a request or a definition, without the items in it.
  static func add(of source: JSONObject, _ context: inout InterchangeContext) {
    noteAuth(source["auth"], &context)
    guard source.text("$kind") == "collection" else { return }
    for type in scriptTypes(source) where type.hasPrefix("graphql:") {
      context.note(.changed, "Script \(type): it runs with all requests, not with those of GraphQL alone")
    }
  }

  /// Notes about one file and all items in it.
  static func addAll(of source: JSONObject, _ context: inout InterchangeContext, belowHTTPScripts: Bool = false) {
    add(of: source, &context)
    guard let items = source["items"]?.array ?? source["item"]?.array else {
      if belowHTTPScripts { noteHTTPScripts(with: source, &context) }
      for name in ["examples", "messages"] where source[name]?.string != nil {
        context.note(.dropped, "The \(name) in \(source.text(name) ?? ""): an import of the whole folder has them")
      }
      return
    }
    let isBelow = belowHTTPScripts || hasHTTPScripts(source)
    for (number, item) in items.enumerated() {
      guard let item = item.object else { continue }
      context.enter(PostmanV3.name(item) ?? "item \(number + 1)")
      addAll(of: item, &context, belowHTTPScripts: isBelow)
      context.leave()
    }
  }

  /// Whether a folder has scripts that Postman runs for HTTP requests only.
  static func hasHTTPScripts(_ definition: JSONObject) -> Bool {
    scriptTypes(definition).contains { $0.hasPrefix("http:") }
  }

  static func noteHTTPScripts(with request: JSONObject, _ context: inout InterchangeContext) {
    guard let kind = request.text("$kind"), kind != "http-request", PostmanV3.requestKinds.contains(kind) else {
      return
    }
    context.note(.changed, "Scripts of its folders are for HTTP requests in Postman, and run with it, too")
  }

  private static func noteAuth(_ value: JSONValue?, _ context: inout InterchangeContext) {
    guard let all = value?.array?.compactMap(\.object), let first = all.first else { return }
    if all.count > 1 {
      context.note(.changed, "Auth: of \(all.count) kinds, only the first one is used: \(first.text("type") ?? "")")
    }
    if first["rules"]?.isEmpty == false { context.note(.dropped, "Auth: the rules for where it is used") }
  }

  private static func scriptTypes(_ source: JSONObject) -> [String] {
    let scripts = source["scripts"]
    return scripts?.array?.compactMap { $0.object?.text("type") } ?? scripts?.object?.keys ?? []
  }
}
