package import RequestModel

/// Moves credentials that are written in requests and folders into secret variables of the collection.
struct LiteralSecrets {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private(set) var secrets: [PortableSecret] = []
  /// What the names of the variables begin with.
  private let prefix: String

  private init(prefix: String) { self.prefix = prefix }

  /// - Returns: The collection without literal credentials, its variables and secrets with them.
  static func moved(in collection: PortableFolder, prefix: String = "imported-") -> PortableFolder {
    var moving = LiteralSecrets(prefix: prefix)
    moving.collectNames(collection)
    var collection = moving.folder(collection)
    guard !moving.secrets.isEmpty else { return collection }
    let declared = moving.secrets.map { JSONValue.object(["name": .string($0.name), "secret": true]) }
    collection.settings["variables"] = .array((collection.settings["variables"]?.array ?? []) + declared)
    collection.secrets += moving.secrets
    return collection
  }

  private mutating func collectNames(_ folder: PortableFolder) {
    collectNames(in: .object(folder.settings))
    for row in folder.settings["variables"]?.array ?? [] { taken.insert(row.object?.text("name") ?? "") }
    for item in folder.items {
      switch item {
      case .folder(let inner): collectNames(inner)
      case .request(let request): collectNames(in: .object(request.document))
      }
    }
  }

  /// Names in templates belong to variables that may come later, with an environment.
  private mutating func collectNames(in value: JSONValue) {
    switch value {
    case .string(let string): if string.value.contains("{{") { taken.formUnion(Template(string.value).variables) }
    case .array(let elements): for element in elements { collectNames(in: element) }
    case .object(let object): for member in object.members { collectNames(in: member.value) }
    default: break
    }
  }

  private mutating func folder(_ folder: PortableFolder) -> PortableFolder {
    var folder = folder
    folder.settings = document(folder.settings)
    folder.items = folder.items.map { item in
      switch item {
      case .folder(let inner): return .folder(self.folder(inner))
      case .request(var request):
        request.document = document(request.document)
        return .request(request)
      }
    }
    return folder
  }

  private mutating func document(_ source: JSONObject) -> JSONObject {
    var document = source
    if let auth = source["auth"]?.object, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }),
      let members = auth[kind.name]?.object
    {
      var moved = auth
      moved[kind.name] = .object(self.members(members, kind.fields))
      document["auth"] = .object(moved)
    }
    if let options = source["options"]?.object {
      document["options"] = .object(members(options, RequestOptions.fields))
    }
    if let headers = source["headers"]?.array {
      document["headers"] = .array(headers.map { row in row.object.map { .object(header($0)) } ?? row })
    }
    return document
  }

  private mutating func members(_ source: JSONObject, _ fields: [Field]) -> JSONObject {
    var members = source
    for field in fields where field.isSecret {
      guard let value = members[field.name]?.string, Self.isLiteral(value) else { continue }
      members[field.name] = .string("{{" + name(for: value, like: field.name) + "}}")
    }
    return members
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

  /// Headers whose values are credentials.
  private static let headers: Set = [
    "authorization", "proxy-authorization", "cookie", "x-api-key", "api-key", "apikey", "x-auth-token",
    "x-access-token", "x-csrf-token", "x-xsrf-token",
  ]

  private static func isLiteral(_ value: String) -> Bool { !value.isEmpty && !value.contains("{{") }

  /// Equal values share a variable.
  private mutating func name(for value: String, like field: String) -> String {
    if let name = names[value] { return name }
    // An environment imported later may well have a variable of the field's plain name.
    let plain = prefix + field
    var name = plain
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(plain)-\(number)"
      number += 1
    }
    names[value] = name
    secrets.append(PortableSecret(name: name, value: value))
    return name
  }
}

extension PortableFolder {
  /// With secret variables in the place of credentials that are written in it. Their values are among the secrets.
  package var withoutLiteralSecrets: PortableFolder { LiteralSecrets.moved(in: self, prefix: "") }
}
