internal import RequestModel

/// Moves credentials that are written in requests and folders into secret variables of the collection.
struct LiteralSecrets {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []
  private(set) var secrets: [ImportedSecret] = []

  /// - Returns: The collection without literal credentials, its variables and secrets with them.
  static func moved(in collection: ImportedFolder) -> ImportedFolder {
    var moving = LiteralSecrets()
    moving.collectNames(collection)
    var collection = moving.folder(collection)
    guard !moving.secrets.isEmpty else { return collection }
    let declared = moving.secrets.map { JSONValue.object(["name": .string($0.name), "secret": true]) }
    collection.settings["variables"] = .array((collection.settings["variables"]?.array ?? []) + declared)
    collection.secrets += moving.secrets
    return collection
  }

  private mutating func collectNames(_ folder: ImportedFolder) {
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

  private mutating func folder(_ folder: ImportedFolder) -> ImportedFolder {
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
    guard var auth = source["auth"]?.object, let kind = AuthKind.all.first(where: { auth[$0.name] != nil }),
      var members = auth[kind.name]?.object
    else { return document }
    for field in kind.fields where field.isSecret {
      guard let value = members[field.name]?.string, !value.isEmpty, !value.contains("{{") else { continue }
      members[field.name] = .string("{{" + name(for: value, like: field.name) + "}}")
    }
    auth[kind.name] = .object(members)
    document["auth"] = .object(auth)
    return document
  }

  /// Equal values share a variable.
  private mutating func name(for value: String, like field: String) -> String {
    if let name = names[value] { return name }
    // An environment imported later may well have a variable of the field's plain name.
    let plain = "imported-" + field
    var name = plain
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(plain)-\(number)"
      number += 1
    }
    names[value] = name
    secrets.append(ImportedSecret(name: name, value: value))
    return name
  }
}
