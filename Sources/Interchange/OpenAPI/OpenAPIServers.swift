/// The servers of a document: the first one is in variables of the collection, each of several in an environment.
struct OpenAPIServers {
  private let servers: [OpenAPIServer]
  /// The variables of the URLs of servers that paths and operations have.
  private var names: [String: String] = [:]

  static let baseVariable = "baseUrl"

  init(_ root: OpenAPINode, isSwagger: Bool, _ state: OpenAPIImport) {
    let location = state.documents.location
    let nodes = isSwagger ? OpenAPIServer.swagger(root, location).map(root.with) : root["servers"]?.elements ?? []
    let written = nodes.filter(\.isObject).map { OpenAPIServer($0, location) }
    let isNeeded = written.isEmpty && !Self.hasOwnServers(root)
    servers = isNeeded ? [OpenAPIServer(root.with([:]), location)] : written
    guard let first = servers.first else { return }
    if first.isRelative {
      state.notes.note(
        .changed, "The document names no host: \(Self.baseVariable) is \(first.url), set it to the real one")
    }
    names[first.url] = declare(first, state, wanted: Self.baseVariable)
  }

  /// Whether each path has servers, as in documents without top-level servers.
  private static func hasOwnServers(_ root: OpenAPINode) -> Bool {
    let paths = root["paths"]?.entries.filter { !$0.key.hasPrefix("x-") } ?? []
    return !paths.isEmpty && paths.allSatisfy { $0.node["servers"]?.elements.isEmpty == false }
  }

  /// Declares the variables of a server, and then one for its URL.
  private func declare(_ server: OpenAPIServer, _ state: OpenAPIImport, wanted: String) -> String {
    var url = server.url
    for variable in server.variables {
      let name = state.variables.name(
        for: "server \(variable.name)=\(variable.value)", wanted: variable.name, value: .string(variable.value),
        description: variable.description)
      if name != variable.name { url = url.replacing("{{\(variable.name)}}", with: "{{\(name)}}") }
    }
    return state.variables.name(
      for: "server " + server.url, wanted: wanted, value: .string(url), description: server.description)
  }

  /// The variable that the URL of an operation begins with.
  mutating func variable(for operation: OpenAPIOperation, _ state: OpenAPIImport) -> String {
    let own = operation.node["servers"] ?? operation.pathNode["servers"]
    let nodes = own?.elements.filter(\.isObject) ?? []
    guard let node = nodes.first else { return names[servers.first?.url ?? ""] ?? Self.baseVariable }
    let server = OpenAPIServer(node, state.documents.location)
    if nodes.count > 1 { state.notes.note(.dropped, "Further servers of the request") }
    if let name = names[server.url] { return name }
    // A server of the document is one of its environments.
    if servers.contains(where: { $0.url == server.url }), let first = servers.first, let name = names[first.url] {
      return name
    }
    let label = server.host.prefix { $0 != "." && $0 != ":" }
    let wanted = names.isEmpty ? Self.baseVariable : "\(Self.baseVariable)-\(label)"
    let name = declare(server, state, wanted: wanted)
    names[server.url] = name
    return name
  }

  /// An environment for each of several servers.
  var environments: [PortableEnvironment] {
    guard servers.count > 1 else { return [] }
    var taken = FreeNames()
    return servers.map { server in
      let named = [server.name, server.description, server.host].compactMap(\.self).first { !$0.isEmpty }
      let plain = OpenAPIText.name(named ?? "server", limit: 60)
      let name = taken.claim(plain) { "\(plain) \($0)" }
      var rows: [JSONValue] = [["name": .string(Self.baseVariable), "value": .string(server.url)]]
      for variable in server.variables {
        var row: JSONObject = ["name": .string(variable.name), "value": .string(variable.value)]
        if let description = variable.description { row["description"] = .string(description) }
        rows.append(.object(row))
      }
      return PortableEnvironment(name: name, document: ["variables": .array(rows)])
    }
  }

  /// The scheme and the host of the first server, for URLs that are relative to it.
  var origin: String {
    guard let url = servers.first?.url, let range = url.schemeMark else {
      return "{{\(Self.baseVariable)}}"
    }
    return String(url[..<range.upperBound]) + url[range.upperBound...].prefix { $0 != "/" }
  }
}
