/// Requests from elsewhere that become files of an existing collection.
///
/// Their secret variables get names that are free in it; a value that the collection has already keeps its name.
package struct AdoptedRequests: Sendable {
  package let requests: [PortableRequest]
  /// The secrets to declare, with the values to keep.
  package let secrets: [PortableSecret]
  /// The names of all their secrets.
  private let names: Set<String>

  /// - Parameters:
  ///   - taken: The names of the collection's variables.
  ///   - known: The values of its secrets, by name.
  package init(_ folder: PortableFolder, taken: Set<String>, known: [String: String]) {
    var names: [String: String] = [:]
    var taken = FreeNames(taken: taken)
    var secrets: [PortableSecret] = []
    for secret in folder.secrets {
      if let name = known.filter({ $0.value == secret.value }).keys.min() {
        names[secret.name] = name
      } else {
        let name = taken.claim(secret.name) { "\(secret.name)-\($0)" }
        names[secret.name] = name
        secrets.append(PortableSecret(name: name, value: secret.value))
      }
    }
    self.secrets = secrets
    self.names = Set(names.values)
    requests = folder.items.compactMap { item in
      guard case .request(var request) = item else { return nil }
      // A path such as /* makes no file name.
      if (try? FileName.stem(for: request.name)) == nil { request.name = "request" }
      if names.contains(where: { $0.key != $0.value }) {
        request.document = request.document.mapValues { Self.renamed($0, names) }
      }
      return request
    }
  }

  /// The requests, which declare the secrets that they use themselves, except for those that their folders declare.
  package func declaringSecrets(besides declared: Set<String>) -> [PortableRequest] {
    requests.map { request in
      let own = names.subtracting(declared).filter { Self.uses($0, request.document) }.sorted()
      guard !own.isEmpty else { return request }
      let rows = own.map { JSONValue.object(["name": .string($0), "secret": true]) }
      return with(request) { $0.document["variables"] = .array(($0.document["variables"]?.array ?? []) + rows) }
    }
  }

  private static func uses(_ name: String, _ document: JSONObject) -> Bool {
    document.mapValues { renamed($0, [name: name + "-"]) } != document
  }

  private static func renamed(_ value: JSONValue, _ names: [String: String]) -> JSONValue {
    switch value {
    case .string(let string): .string(renamed(string.value, names))
    case .array(let elements): .array(elements.map { renamed($0, names) })
    case .object(let object): .object(object.mapValues { renamed($0, names) })
    default: value
    }
  }

  private static func renamed(_ text: String, _ names: [String: String]) -> String {
    let template = Template(text)
    guard template.variables.contains(where: { names[$0] != nil }) else { return text }
    return template.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .escapedBraces: Template.escapedBraces
      case .variable(let name): "{{" + (names[name] ?? renamed(name, names)) + "}}"
      }
    }.joined()
  }
}

extension CollectionStore {
  /// Declares secret variables for the requests of `folder`: in the settings of its collection, else in its own.
  ///
  /// - Returns: The path of the file that was changed.
  package func declareSecrets(_ names: [String], for folder: Address) throws(StoreError) -> String {
    let collection = Self.collection(around: path(of: folder))
    let path =
      collection.map { $0 + "/" + FolderScan.collectionFile } ?? settingsPath(of: path(of: folder))
      ?? self.path(of: folder.appending(FolderScan.folderFile))
    let rows = names.map { JSONValue.object(["name": .string($0), "secret": true]) }
    guard Disk.exists(path) else {
      let document: JSONValue = ["variables": .array(rows)]
      try Disk.createFolder(Disk.folder(of: path))
      try Disk.create(path, with: document.renderedFile)
      return path
    }
    let text = try read(path, as: FolderSettings.init(document:)).text
    var document = text.value.object ?? JSONObject()
    document["variables"] = .array((document["variables"]?.array ?? []) + rows)
    try Disk.replace(path, with: text.rewriting(to: .object(document)))
    return path
  }
}
