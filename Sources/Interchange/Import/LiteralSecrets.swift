/// Moves credentials that are written in requests and folders into secret variables of the collection.
struct LiteralSecrets {
  private let collection: PortableFolder
  private var names: [String: String] = [:]
  /// The names of variables. Few collections have credentials, so they are collected with the first one.
  private var taken: FreeNames?
  private(set) var secrets: [PortableSecret] = []
  var context = InterchangeContext()
  /// Which names of members are those of credentials, as found so far.
  private var secretNames: [String: Bool] = [:]
  /// The credentials of the body at hand that became variables.
  var moves: [(name: String, variable: String)] = []
  /// The prefix of the variables' names.
  private let prefix: String
  /// Whether credentials in bodies become variables: those of examples do not.
  let movesBodies: Bool

  /// - Returns: The collection with variables instead of literal credentials, and notes about those of bodies. The
  ///   collection includes the values as secrets.
  static func moved(
    in collection: PortableFolder, prefix: String = "imported-", movesBodies: Bool = true
  ) -> (collection: PortableFolder, notes: [InterchangeNote]) {
    var moving = LiteralSecrets(collection: collection, prefix: prefix, movesBodies: movesBodies)
    var collection = moving.folder(collection)
    for index in collection.environments.indices { moving.document(&collection.environments[index].document) }
    let notes = moving.context.notes
    guard !moving.secrets.isEmpty else { return (collection, notes) }
    let declared = moving.secrets.map { JSONValue.object(["name": .string($0.name), "secret": true]) }
    collection.settings.insert("variables", .array((collection.settings["variables"]?.array ?? []) + declared))
    collection.secrets += moving.secrets
    return (collection, notes)
  }

  private static func names(in collection: PortableFolder) -> FreeNames {
    var names = FreeNames()
    collection.forEachDocument { document in
      for row in document["variables"]?.array ?? [] { names.insert(row.object?.text("name") ?? "") }
      // Names in templates belong to variables that may come later, with an environment.
      names.formUnion(document.templateNames)
    }
    for environment in collection.environments { names.formUnion(environment.document.templateNames) }
    return names
  }

  private mutating func folder(_ folder: PortableFolder) -> PortableFolder {
    var folder = folder
    document(&folder.settings)
    for index in folder.items.indices {
      context.enter(folder.items[index].name)
      switch folder.items[index] {
      case .folder(let inner): folder.items[index] = .folder(self.folder(inner))
      case .request(var request):
        document(&request.document)
        if let rows = request.document["variables"] { request.document["variables"] = ownVariables(rows) }
        folder.items[index] = .request(request)
      }
      context.leave()
    }
    return folder
  }

  private mutating func document(_ document: inout JSONObject) {
    for index in document.members.indices {
      let value = document.members[index].value
      switch document.members[index].key.value {
      case "auth": if let auth = value.object { document.members[index].value = .object(self.auth(auth)) }
      case "options":
        if let options = value.object { document.members[index].value = .object(self.options(options)) }
      case "headers": document.members[index].value = rows(value) { $0.header($1) }
      case "query": document.members[index].value = rows(value) { $0.parameter($1) }
      case "url": if let url = value.string { document.members[index].value = .string(self.url(url)) }
      case "body": document.members[index].value = body(value, document["headers"])
      case "messages": document.members[index].value = rows(value) { $0.message($1) }
      case "examples": document.members[index].value = rows(value) { $0.example($1) }
      case "x-postman", "x-bruno", "x-insomnia":
        if let rest = value.object { document.members[index].value = .object(kept(rest)) }
      default: break
      }
    }
    for index in document.members.indices where Self.rowsOfCredentials.contains(document.members[index].key.value) {
      document.members[index].value = rows(document.members[index].value) { $0.repeated($1) }
    }
  }

  private static let rowsOfCredentials: Set = ["headers", "query"]

  /// A shorter value may be that of a credential by chance.
  private static let shortestRepeated = 8

  /// A row whose whole value is a credential of another place: a header that the auth of the request replaces, for one.
  private func repeated(_ row: JSONObject) -> JSONObject {
    guard let value = row["value"]?.string, value.utf8.count >= Self.shortestRepeated, let name = names[value] else {
      return row
    }
    var row = row
    row["value"] = .string("{{" + name + "}}")
    return row
  }

  /// The variables of one request. Values in folders and environments stay: users look for credentials there.
  private mutating func ownVariables(_ value: JSONValue) -> JSONValue {
    rows(value) { moving, row in
      guard let name = row.text("name"), let text = row["value"]?.string, Self.isLiteral(text),
        row.flag("secret") || moving.isSecret(name)
      else { return row }
      var row = row
      row["value"] = .string("{{" + moving.name(for: text, like: name) + "}}")
      row["secret"] = nil
      return row
    }
  }

  mutating func rows(_ value: JSONValue, _ change: (inout Self, JSONObject) -> JSONObject) -> JSONValue {
    guard let rows = value.array else { return value }
    return .array(rows.map { row in row.object.map { .object(change(&self, $0)) } ?? row })
  }

  private mutating func auth(_ source: JSONObject) -> JSONObject {
    guard let kind = AuthKind.all.first(where: { source[$0.name] != nil }),
      let members = source[kind.name]?.object
    else { return source }
    var auth = source
    auth[kind.name] = .object(self.members(members, kind.fields))
    return auth
  }

  private mutating func members(_ source: JSONObject, _ fields: [Field]) -> JSONObject {
    var members = source
    for field in fields where field.isSecret {
      guard let value = members[field.name]?.string, Self.isLiteral(value) else { continue }
      members[field.name] = .string("{{" + name(for: value, like: field.name) + "}}")
    }
    return members
  }

  private mutating func options(_ source: JSONObject) -> JSONObject {
    RequestOptions(document: source).replacingSecrets { "{{" + name(for: $1, like: $0) + "}}" }.document
  }

  /// The credentials in a header; the scheme of `Authorization` stays readable.
  private mutating func header(_ row: JSONObject) -> JSONObject {
    guard let name = row.text("name")?.lowercased(), Self.headers.contains(name), let value = row.text("value"),
      Self.isLiteral(value)
    else { return row }
    var row = row
    let space = name.hasSuffix("authorization") ? value.firstIndex(of: " ").map { value.index(after: $0) } : nil
    let start = space ?? value.startIndex
    guard start < value.endIndex else { return row }
    row["value"] = .string(value[..<start] + "{{" + self.name(for: String(value[start...]), like: name) + "}}")
    return row
  }

  private mutating func parameter(_ row: JSONObject) -> JSONObject {
    guard let name = row.text("name")?.lowercased(), Self.parameters.contains(name), let value = row["value"]?.string,
      Self.isLiteral(value)
    else { return row }
    var row = row
    row["value"] = .string("{{" + self.name(for: value, like: name) + "}}")
    return row
  }

  /// The credentials in a saved message that is JSON.
  private mutating func message(_ row: JSONObject) -> JSONObject {
    guard let value = row["value"], row.text("type") != "binary" else { return row }
    let text = value.string ?? value.compact
    let moved = secretsMoved(inJSON: text)
    guard !moved.isExactly(text) else { return row }
    var row = row
    row["value"] = value.string == nil ? (try? JSONText(moved).value) ?? .string(moved) : .string(moved)
    return row
  }

  /// The request that a saved response belongs to has the credentials of that time.
  private mutating func example(_ example: JSONObject) -> JSONObject {
    noteSecrets(ofExample: example)
    guard var rest = example["x-postman"]?.object, var request = rest["originalRequest"]?.object else { return example }
    document(&request)
    rest["originalRequest"] = .object(request)
    var example = example
    example["x-postman"] = .object(rest)
    return example
  }

  /// Members of the source that this program does not send: an unknown auth kind, other bodies, variables of requests.
  private mutating func kept(_ source: JSONObject) -> JSONObject {
    var rest = source
    for name in ["auth", "authentication", "variables", "certificate"] {
      if let value = source[name] { rest[name] = parameters(in: value) }
    }
    if let body = source["body"] { rest["body"] = keptBody(body) }
    if let request = source["request"]?.object { rest["request"] = .object(kept(request)) }
    return rest
  }

  /// A body in the source's form: rows, texts of JSON, and objects of these.
  private mutating func keptBody(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): return .string(secretsMoved(inJSON: text.value))
    case .array(let elements): return .array(elements.map { keptBody($0) })
    case .object(var object):
      if object["key"] != nil || object["name"] != nil { return parameters(in: value) }
      for index in object.members.indices { object.members[index].value = keptBody(object.members[index].value) }
      return .object(object)
    default: return value
    }
  }

  private mutating func secretsMoved(inJSON text: String) -> String {
    (try? JSONText(text)) == nil ? text : moved(inJSONText: text)
  }

  private mutating func parameters(in value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { parameters(in: $0) })
    case .object(var object):
      if let key = (object["key"] ?? object["name"])?.string, let inner = object["value"], inner.string != nil {
        object["value"] = parameter(inner, named: key)
        return .object(object)
      }
      for index in object.members.indices {
        let member = object.members[index]
        object.members[index].value = parameter(member.value, named: member.key.value)
      }
      return .object(object)
    default: return value
    }
  }

  private mutating func parameter(_ value: JSONValue, named key: String) -> JSONValue {
    guard let text = value.string else { return parameters(in: value) }
    return isSecret(key) && Self.isLiteral(text) ? .string("{{" + name(for: text, like: key) + "}}") : value
  }

  /// The password in `https://user:password@host`, and credentials in the query.
  private mutating func url(_ url: String) -> String {
    var url = url
    if let start = url.endOfScheme {
      url.replacePassword(after: start) { "{{" + name(for: $0, like: "password") + "}}" }
    }
    let scalars = url.unicodeScalars
    guard let mark = scalars.firstIndex(of: "?"), !url[..<mark].contains("#") else { return url }
    let end = scalars[mark...].firstIndex(of: "#") ?? scalars.endIndex
    let pairs = scalars[scalars.index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false)
    let changed = pairs.map { pair -> String in
      let text = String(pair)
      guard let equals = pair.firstIndex(of: "=") else { return text }
      let (key, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
      guard Self.parameters.contains(key.lowercased()), Self.isLiteral(value) else { return text }
      return key + "={{" + name(for: value, like: key.lowercased()) + "}}"
    }
    return url[...mark] + changed.joined(separator: "&") + url[end...]
  }

  mutating func findSecrets(in json: JSONValue, _ found: inout [NamedTexts.Pair]) {
    switch json {
    case .array(let elements): for element in elements { findSecrets(in: element, &found) }
    case .object(let object):
      for member in object.members {
        if case .string(let text) = member.value {
          if isSecret(member.key.value), Self.isLiteral(text.value) { found.append((member.key.value, text.value)) }
        } else {
          findSecrets(in: member.value, &found)
        }
      }
    default: break
    }
  }

  mutating func isSecret(_ name: String) -> Bool {
    if let known = secretNames[name] { return known }
    let lowercase = name.lowercased()
    let isSecret = Self.words.contains { lowercase.containsExactly($0) }
    // Names repeat; those of a map with ids do not.
    if secretNames.count < 10_000 { secretNames[name] = isSecret }
    return isSecret
  }

  /// Parts of names whose values are credentials.
  static let words = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "privatekey", "private_key",
  ]

  /// Parameters of a query whose values are credentials.
  static let parameters: Set = [
    "api_key", "apikey", "api-key", "x-api-key", "access_token", "auth_token", "private_token", "refresh_token",
    "id_token", "token", "client_secret", "password", "passwd", "pwd", "secret",
  ]

  /// Headers whose values are credentials.
  static let headers: Set = [
    "authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "apikey", "x-auth-token",
    "x-access-token", "x-csrf-token", "x-xsrf-token",
  ]

  /// Whether values of a header or parameter are credentials.
  static func isCredential(_ name: String) -> Bool {
    headers.contains(name.lowercased()) || parameters.contains(name.lowercased())
  }

  static func isLiteral(_ value: String) -> Bool { !value.isEmpty && !value.hasBraces }

  /// Equal values share a variable.
  mutating func name(for value: String, like field: String) -> String {
    if let name = names[value] { return name }
    // Without the prefix, the name could clash with a variable of an environment imported later.
    let isOfName = { (character: Character) in character.isLetter || character.isNumber || "-_.".contains(character) }
    let plain = prefix + field.split { !isOfName($0) }.joined(separator: "-")
    // Changed in place: a lazy property would copy all names for each claim.
    if taken == nil { taken = Self.names(in: collection) }
    let name = taken?.claim(plain) { "\(plain)-\($0)" } ?? plain
    names[value] = name
    secrets.append(PortableSecret(name: name, value: value))
    return name
  }
}

extension PortableFolder {
  /// Replaces credentials written in the document by secret variables. Their values are among the secrets. Bodies stay:
  /// values in them may be examples.
  package var withoutLiteralSecrets: PortableFolder {
    LiteralSecrets.moved(in: self, prefix: "", movesBodies: false).collection
  }
}

extension JSONObject {
  /// Sets a member where documents have it: variables come behind the docs.
  fileprivate mutating func insert(_ key: String, _ value: JSONValue) {
    guard self[key] == nil else { return self[key] = value }
    let index = members.firstIndex { !$0.key.means("docs") } ?? members.endIndex
    members.insert(JSONMember(key: JSONString(key), value: value), at: index)
  }
}
