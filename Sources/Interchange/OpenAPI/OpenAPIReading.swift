internal import Foundation

/// The import of a document, by the places of its operations.
struct OpenAPIReading {
  let state: OpenAPIImport
  let collection: PortableFolder
  private(set) var operations: [String: OpenAPIOperation] = [:]
  private(set) var requests: [String: OpenAPIPlacedRequest] = [:]
  /// The tags of folders, by the names of the folders on the way to them.
  private(set) var tags: [[String]: String] = [:]

  /// - Parameters:
  ///   - kept: The members that the collection keeps: the document's location, and files that it refers to.
  ///   - name: The name of a collection whose document has no title.
  init(_ document: JSONValue, _ kept: JSONObject, name: String) {
    var reader = OpenAPIReader(Self.documents(document, kept))
    let (folder, _) = reader.read(stem: name)
    state = reader.state
    collection = LiteralSecrets.moved(in: folder, movesBodies: false).collection
    for operation in reader.operations + reader.hooks { operations[operation.place] = operation }
    for request in OpenAPIPlacedRequest.all(in: collection) {
      if let place = request.place { requests[place] = requests[place] ?? request }
    }
    collectTags(collection, [])
  }

  /// The document and the kept files that it refers to.
  private static func documents(_ document: JSONValue, _ kept: JSONObject) -> OpenAPIDocuments {
    let files = kept[KeptDocument.files]?.object.map { files in
      SourceFiles(Dictionary(files.members.map { ($0.key.value, data($0.value)) }) { first, _ in first })
    }
    let location = kept.text(KeptDocument.url).flatMap(OpenAPILocation.init)
    return OpenAPIDocuments(document, path: kept.text(KeptDocument.path), sources: files, location: location)
  }

  /// The tags of all operations of a document, those in other files included.
  static func usedTags(_ document: JSONValue, _ kept: JSONObject) -> Set<String> {
    var tags: Set<String> = []
    let operations = OpenAPIOperations(documents(document, kept).root)
    for operation in operations.all + operations.webhooks { tags.formUnion(operation.node.texts("tags")) }
    return tags
  }

  /// Hidden secrets are no changes: requests have the values that the collection has in their places.
  mutating func complete(_ secrets: OpenAPIHiddenSecrets, from current: [String: OpenAPIPlacedRequest]) {
    for (place, now) in current {
      guard let document = requests[place]?.document else { continue }
      let completed = secrets.completed(.object(document), from: .object(now.document)).object
      requests[place]?.document = completed ?? document
    }
  }

  /// The bytes of a kept file: a string is the text of a file that is not JSON.
  private static func data(_ value: JSONValue) -> Data { Data((value.string ?? value.compact).utf8) }

  private mutating func collectTags(_ folder: PortableFolder, _ names: [String]) {
    for case .folder(let inner) in folder.items {
      let path = names + [inner.name]
      if let tag = inner.sourceID?.removingExactly(prefix: "tag ") { tags[path] = tag }
      collectTags(inner, path)
    }
  }
}

/// A request of a collection with the settings inherited from its folders.
struct OpenAPIPlacedRequest {
  let name: String
  /// The names of the folders around it, without the collection.
  let folders: [String]
  /// The place of its operation in the document.
  let place: String?
  /// The operation, unless the document refers to it.
  let operation: JSONValue?
  /// The members of the request, with the headers and the auth of the folders around it and without `x-openapi`.
  fileprivate(set) var document: JSONObject
  let request: PortableRequest
  let inherited: InheritedSettings
  /// The rows of a body that is a form.
  var formRows: [JSONObject]? {
    let body = document["body"]?.object
    return (body?["form"] ?? body?["multipart"])?.objects
  }

  private init(_ request: PortableRequest, _ folders: [PortableFolder], _ inherited: InheritedSettings) {
    self.request = request
    self.inherited = inherited
    name = request.name
    self.folders = folders.map(\.name)
    let kept = request.document[KeptDocument.member]?.object
    place = kept?.text(KeptDocument.place)
    operation = kept?[KeptDocument.operation]
    var document = request.document
    document[KeptDocument.member] = nil
    var headers = document["headers"]?.array ?? []
    for folder in folders.reversed() {
      var outer = InheritedSettings()
      outer = outer.below(folder.settings)
      headers = outer.headers(with: headers)
      if document["auth"] == nil, let auth = outer.auth { document["auth"] = .object(auth) }
    }
    document["headers"] = headers.isEmpty ? nil : .array(headers)
    self.document = JSONValue.object(document).plain.object ?? document
  }

  static func all(in collection: PortableFolder) -> [OpenAPIPlacedRequest] {
    collection.requests.map { folders, request in
      let inherited = folders.reduce(InheritedSettings()) { $0.below($1.settings) }
      return OpenAPIPlacedRequest(request, Array(folders.dropFirst()), inherited)
    }
  }
}

extension JSONValue {
  /// The value with the same escapes in equal texts.
  var plain: JSONValue {
    switch self {
    case .string(let string): .string(string.value)
    case .array(let elements): .array(elements.map(\.plain))
    case .object(let object):
      .object(
        JSONObject(members: object.members.map { JSONMember(key: JSONString($0.key.value), value: $0.value.plain) }))
    default: self
    }
  }

  /// The value with texts that are not in lines, and without the layout of JSON in texts.
  var meaning: JSONValue {
    switch self {
    case .string(let string):
      guard string.escaped.hasPrefix("{") || string.escaped.hasPrefix("[") else { return self }
      return (try? JSONText(string.value).value)?.plain ?? self
    case .array(let elements):
      if !elements.isEmpty, let text = wholeLines { return JSONValue.string(text).meaning }
      return .array(elements.map(\.meaning))
    case .object(let object): return .object(object.mapValues(\.meaning))
    default: return self
    }
  }

  /// The value with another one at a place below it, or without that place.
  func setting(_ place: ArraySlice<String>, to value: JSONValue?) -> JSONValue? {
    guard let first = place.first else { return value }
    let rest = place.dropFirst()
    if var elements = array {
      guard let index = Int(first), elements.indices.contains(index) else { return self }
      if let changed = elements[index].setting(rest, to: value) {
        elements[index] = changed
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    }
    var object = object ?? JSONObject()
    object[first] = rest.isEmpty ? value : (object[first] ?? [:]).setting(rest, to: value)
    return .object(object)
  }
}
