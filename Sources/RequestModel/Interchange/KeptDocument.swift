/// An OpenAPI document in parts: imported requests keep their operations in `x-openapi`, and the collection the rest.
///
/// In the rest, an empty object has the place of each operation.
package enum KeptDocument {
  /// The member of requests and of collections.
  package static let member = "x-openapi"
  /// In a request: the place of its operation as a JSON Pointer, and the operation unless the document refers to it.
  package static let place = "at"
  package static let operation = "operation"
  /// In a collection: the rest, where it was fetched from, the path of its file, the files that it refers to, and the
  /// layout of a document in JSON.
  package static let document = "document"
  package static let url = "url"
  package static let path = "path"
  package static let files = "files"
  package static let notation = "json"
  /// Whether only the record of the import has the document.
  package static let isRecorded = "recorded"

  /// How large the settings of a collection with a document may be in bytes: files of 8 MB are still read. A larger
  /// document is only in the record of its import.
  package static let limit = 7 << 20

  /// The members of a document that have paths, in which operations are.
  package static let sections: Set = ["paths", "x-ms-paths", "webhooks", "x-webhooks"]
  package static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
  package static let furtherMethods = "additionalOperations"

  /// - Parameter places: Where the operations are that have requests; others stay in the rest.
  /// - Returns: The rest of a document, and its operations by their places.
  package static func split(
    _ document: JSONValue, at places: Set<String>
  ) -> (rest: JSONValue, operations: [String: JSONValue]) {
    var operations: [String: JSONValue] = [:]
    let rest = mapped(document) { place, operation in
      guard places.contains(place), operations[place] == nil else { return operation }
      operations[place] = operation
      return [:]
    }
    return (rest, operations)
  }

  /// Puts operations into their places. Places without one, and paths with none left, are left out.
  package static func joined(_ rest: JSONValue, _ operations: [String: JSONValue]) -> JSONValue {
    mapped(rest) { place, left in left == [:] ? operations[place] : left }
  }

  /// The document of a collection; `nil` if it keeps none.
  ///
  /// - Parameter documents: The documents of its files.
  package static func joined(_ documents: some Sequence<JSONObject>) -> JSONValue? {
    var rest: JSONValue?
    var operations: [String: JSONValue] = [:]
    for document in documents {
      guard let kept = document[member]?.object else { continue }
      if let place = kept[place]?.string { operations[place] = operations[place] ?? kept[operation] }
      rest = rest ?? kept[self.document]
    }
    return rest.map { joined($0, operations) }
  }

  // MARK: Large documents

  /// The settings of a collection as its file has them.
  package static func inFile(_ settings: JSONObject) -> JSONObject {
    let value = JSONValue.object(settings)
    guard settings[member] != nil, !value.isShorter(than: limit / 4), value.rendered().utf8.count > limit else {
      return settings
    }
    return withoutDocument(settings)
  }

  /// The settings of a collection whose document is elsewhere.
  package static func withoutDocument(_ settings: JSONObject) -> JSONObject {
    guard var kept = settings[member]?.object else { return settings }
    (kept[document], kept[files], kept[isRecorded]) = (nil, nil, true)
    var settings = settings
    settings[member] = .object(kept)
    return settings
  }

  /// Whether the settings of a collection are those of an import whose document is elsewhere.
  package static func isElsewhere(_ settings: JSONObject) -> Bool {
    settings[member]?.object?[isRecorded] == true
  }

  /// The settings with the document that other settings have.
  package static func adding(documentOf source: JSONObject, to settings: JSONObject) -> JSONObject {
    guard var kept = settings[member]?.object, let found = source[member]?.object else { return settings }
    guard let known = found[document] else { return settings }
    (kept[document], kept[files], kept[isRecorded]) = (known, found[files], nil)
    var settings = settings
    settings[member] = .object(kept)
    return settings
  }

  // MARK: Walking

  private typealias Change = (_ place: String, _ operation: JSONValue) -> JSONValue?

  private static func mapped(_ document: JSONValue, _ change: Change) -> JSONValue {
    guard var object = document.object else { return document }
    for index in object.members.indices {
      let section = object.members[index].key.value
      guard sections.contains(section), let items = object.members[index].value.object else { continue }
      let changed = items.members.compactMap { item in
        mapped(item, at: "/" + section + "/" + JSONPointer.escaped(item.key.value), change)
      }
      object.members[index].value = .object(JSONObject(members: changed))
    }
    return .object(object)
  }

  private static func mapped(_ item: JSONMember, at place: String, _ change: Change) -> JSONMember? {
    let isPath = !item.key.value.hasPrefix("x-") && item.value.object?["$ref"]?.string == nil
    guard isPath, let object = item.value.object else { return item }
    var (kept, removed) = (0, 0)
    func operation(_ member: JSONMember, _ place: String) -> JSONMember? {
      guard member.value.object != nil else { return member }
      guard let value = change(place + "/" + JSONPointer.escaped(member.key.value), member.value) else {
        removed += 1
        return nil
      }
      kept += 1
      return JSONMember(key: member.key, value: value)
    }
    let members = object.members.compactMap { member -> JSONMember? in
      let name = member.key.value
      if methods.contains(name.lowercased()) { return operation(member, place) }
      guard name == furtherMethods, let further = member.value.object else { return member }
      let inner = further.members.compactMap { operation($0, place + "/" + furtherMethods) }
      if inner.isEmpty, removed > 0 { return nil }
      return JSONMember(key: member.key, value: .object(JSONObject(members: inner)))
    }
    if removed > 0, kept == 0 { return nil }
    return JSONMember(key: item.key, value: .object(JSONObject(members: members)))
  }
}
