/// The security requirements of a document as `auth` of the collection and of requests.
///
/// Credentials are secret variables without a value.
struct OpenAPISecurity {
  /// How a request is authenticated.
  struct Choice: Equatable {
    /// `nil` if there is nothing that this program could send.
    var auth: JSONValue?
    /// Keys that are needed beside it.
    var headers: [JSONValue] = []
    var query: [JSONValue] = []
    /// Whether nothing is needed.
    var isOpen = false
  }

  private let schemes: OpenAPINode?
  private let isSwagger: Bool
  private let origin: String
  private var global: Choice?
  /// Requirements that were read before, by their text.
  private var known: [String: Choice] = [:]

  init(_ root: OpenAPINode, isSwagger: Bool, origin: String, _ state: OpenAPIImport) {
    schemes = isSwagger ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
    self.isSwagger = isSwagger
    self.origin = origin
    if let security = root["security"] { global = choice(security, state) }
  }

  /// The `auth` of the collection.
  var auth: JSONValue? { global?.auth }

  /// Chooses the security of an operation. The `auth` is `nil` if it equals the collection's.
  mutating func choice(for operation: OpenAPIOperation, _ state: OpenAPIImport) -> Choice {
    guard let security = operation.node["security"] else {
      return Choice(auth: nil, headers: global?.headers ?? [], query: global?.query ?? [], isOpen: global == nil)
    }
    let key = security.value.compact
    var choice = known[key] ?? self.choice(security, state)
    known[key] = choice
    if choice.auth == global?.auth { choice.auth = nil } else if choice.auth == nil { choice.auth = ["none": [:]] }
    return choice
  }

  /// The first alternative that can be used.
  private func choice(_ security: OpenAPINode, _ state: OpenAPIImport) -> Choice {
    let alternatives = security.elements.filter(\.isObject)
    guard !alternatives.isEmpty else { return Choice(isOpen: true) }
    for alternative in alternatives {
      let entries = alternative.object.members
      if entries.isEmpty { return Choice(isOpen: true) }
      let kinds = entries.map { Kind(scheme($0.key.value)) }
      guard kinds.allSatisfy(\.isUsable) else { continue }
      return choice(entries, state)
    }
    return choice(alternatives[0].object.members, state)
  }

  /// All schemes of one alternative: the first is the `auth`, and keys are sent beside it.
  private func choice(_ entries: [JSONMember], _ state: OpenAPIImport) -> Choice {
    var choice = Choice()
    for entry in entries.sorted(by: { Kind(scheme($0.key.value)).rank < Kind(scheme($1.key.value)).rank }) {
      let name = entry.key.value
      guard let scheme = scheme(name) else {
        state.notes.noteAll(.dropped, "Security \"\(name)\": the document does not describe it")
        continue
      }
      if choice.auth != nil, Kind(scheme) == .apiKey {
        addKey(scheme, name, to: &choice, state)
        continue
      }
      guard choice.auth == nil else {
        state.notes.noteAll(.dropped, "Security \"\(name)\" is needed too, but a request has one kind of auth")
        continue
      }
      let scopes = entry.value.array?.compactMap(\.scalarText) ?? []
      choice.auth = OpenAPISecurityScheme(name: name, node: scheme, origin: origin, state: state).auth(scopes)
    }
    return choice
  }

  private func addKey(_ scheme: OpenAPINode, _ name: String, to choice: inout Choice, _ state: OpenAPIImport) {
    let key = scheme.text("name") ?? ""
    let variable = OpenAPISecurityScheme(name: name, node: scheme, origin: origin, state: state).keyVariable
    let row: JSONValue = ["name": .string(key), "value": .string("{{\(variable)}}")]
    switch scheme.text("in") {
    case "query": choice.query.append(row)
    case "cookie": choice.headers.append(["name": "Cookie", "value": .string("\(key)={{\(variable)}}")])
    default: choice.headers.append(row)
    }
  }

  private func scheme(_ name: String) -> OpenAPINode? {
    guard let node = schemes?[name], node.isObject else { return nil }
    return isSwagger ? SwaggerOperation.scheme(node) : node
  }

  /// The kind of a scheme, in the order of preference for the `auth` of a request.
  private enum Kind: Int {
    case login, apiKey, other, unknown

    init(_ scheme: OpenAPINode?) {
      switch scheme?.text("type")?.lowercased() {
      case nil: self = .unknown
      case "oauth2", "http": self = .login
      case "apikey": self = .apiKey
      default: self = .other
      }
    }

    var isUsable: Bool { self != .other && self != .unknown }
    var rank: Int { rawValue }
  }
}
