/// A server of an OpenAPI document with our variables in its URL.
struct OpenAPIServer {
  struct Variable {
    var name: String
    var value: String
    var description: String?
  }

  /// Without a slash at the end.
  let url: String
  let description: String?
  /// The name of the server (OpenAPI 3.2).
  let name: String?
  let variables: [Variable]
  /// Whether the document does not say on which host it is.
  let isRelative: Bool

  /// - Parameter location: Where the document is.
  init(_ node: OpenAPINode, _ location: OpenAPILocation? = nil) {
    let source = node.text("url") ?? ""
    description = node.text("description").map(OpenAPIText.oneLine)
    name = node.text("name").map(OpenAPIText.oneLine)
    var variables: [Variable] = []
    var text = Self.templated(source, node["variables"], &variables)
    while text.hasSuffix("/") { text.removeLast() }
    let hasHost = source.hasPrefix("//")
    let isPath = !hasHost && (source.isEmpty || source.hasPrefix("/") || source.hasPrefix("."))
    isRelative = isPath && location == nil
    if hasHost {
      text = (location?.scheme ?? "https") + ":" + text
    } else if isPath, let location {
      text = location.resolved(text)
      while text.hasSuffix("/") { text.removeLast() }
    } else if isPath {
      let bare = text.drop { $0 == "." }
      text = Self.unknownHost + (bare.isEmpty || bare.hasPrefix("/") ? "" : "/") + bare
    }
    url = text
    self.variables = variables
  }

  /// The placeholder for servers without a host.
  static let unknownHost = "http://localhost"

  /// The URL with `{{name}}` for `{name}`.
  private static func templated(_ url: String, _ declared: OpenAPINode?, _ variables: inout [Variable]) -> String {
    var result = ""
    var rest = url[...]
    var known: Set<String> = []
    var mayBeOurs = true
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      // Some have variables like ours already.
      if mayBeOurs, rest[start...].hasPrefix("{{") {
        if let close = rest[start...].firstRange(of: "}}") {
          result += rest[..<close.upperBound]
          rest = rest[close.upperBound...]
          continue
        }
        mayBeOurs = false
      }
      let source = String(rest[rest.index(after: start)..<end])
      let name = DeclaredVariables.usable(source)
      result += rest[..<start] + "{{\(name)}}"
      rest = rest[rest.index(after: end)...]
      if known.insert(name).inserted { variables.append(variable(name, declared?[source])) }
    }
    return result + rest
  }

  private static func variable(_ name: String, _ node: OpenAPINode?) -> Variable {
    let choices = node?.texts("enum") ?? []
    var description = node?.text("description") ?? ""
    if choices.count > 1 {
      description += (description.isEmpty ? "" : "\n") + "One of " + choices.prefix(50).joined(separator: ", ")
    }
    return Variable(
      name: name, value: node?.text("default") ?? choices.first ?? "",
      description: description.isEmpty ? nil : description)
  }

  /// The host, for names.
  var host: String {
    var filled = url
    // A host has a few.
    for variable in variables.prefix(50) { filled = filled.replacing("{{\(variable.name)}}", with: variable.value) }
    let rest = filled.schemeMark.map { filled[$0.upperBound...] } ?? filled[...]
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }

  /// The servers of a Swagger 2.0 document, `https` first.
  ///
  /// - Parameter location: Where the document is: its host and scheme are those of a document that names none.
  static func swagger(_ root: OpenAPINode, _ location: OpenAPILocation? = nil) -> [JSONValue] {
    let path = root.text("basePath") ?? ""
    let place = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
    let named = root.text("host") ?? ""
    let host = named.isEmpty ? location?.authority ?? "" : named
    guard !host.isEmpty else { return [["url": .string(place)]] }
    let schemes = root.texts("schemes").map { $0.lowercased() }.filter { $0 == "http" || $0 == "https" }
    let sorted = schemes.filter { $0 == "https" } + schemes.filter { $0 != "https" }
    return (sorted.isEmpty ? [location?.scheme ?? "https"] : sorted).map { scheme in
      var server: JSONObject = ["url": .string("\(scheme)://\(host)\(place)")]
      if sorted.count > 1 { server["description"] = .string("\(host) over \(scheme)") }
      return .object(server)
    }
  }
}
