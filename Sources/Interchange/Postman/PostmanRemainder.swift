/// Data that a Postman file cannot express, stored in a member that only this program reads.
enum PostmanRemainder {
  /// The member of an item, folder, collection or environment. Postman drops it.
  static let member = "x-workbench"

  static func added(to collection: JSONObject, of original: PortableFolder) -> JSONObject {
    var reader = PostmanCollection()
    guard let read = reader.read(collection, stem: nil).collections.first else { return collection }
    var collection = collection
    addRemainder(original.settings, read.settings, to: &collection)
    collection["item"] = original.comparing(collection["item"], in: "item", with: read) {
      addRemainder($0, $1, to: &$2)
    }
    return collection
  }

  /// Adds the members of `original` that are missing or different in `read`, and `null` for extra members of `read`.
  static func addRemainder(_ original: JSONObject, _ read: JSONObject, to item: inout JSONObject) {
    var rest = JSONObject()
    for member in original.members where !own.contains(member.key.value) {
      let name = member.key.value
      if name == "kind", !original.isSocket { continue }
      if !isSame(member.value, read[name], name) { rest.members.append(member) }
    }
    for name in read.keys where original[name] == nil && name != "method" { rest[name] = .null }
    if !rest.members.isEmpty { item[member] = .object(rest) }
  }

  /// Members that each file has for itself.
  private static let own: Set = ["id", "name", "order", "$schema"]

  private static func isSame(_ original: JSONValue, _ read: JSONValue?, _ name: String) -> Bool {
    if original == read || original.isEmpty && read == nil { return true }
    // One line may be an array, too.
    return name == "docs" && original.joinedLines == read?.joinedLines
  }

  /// Applies the remainder to a document read without it.
  ///
  /// - Parameter isSound: Whether a document is valid. If the result is not, the document stays unchanged.
  static func apply(_ source: JSONObject, to document: inout JSONObject, isSound: (JSONObject) -> Bool) {
    guard let rest = source[member]?.object, !rest.members.isEmpty else { return }
    var whole = document
    whole.set(rest.members.map { ($0.key.value, $0.value == .null ? nil : $0.value) })
    if whole.isSocket { whole["method"] = nil }
    whole = whole.ordered(by: whole["url"] == nil ? settingsOrder : requestOrder)
    if isSound(whole) { document = whole }
  }

  // Members as the documentation lists them.
  private static let requestOrder = [
    "kind", "method", "url", "path", "query", "headers", "subprotocols", "messages", "steps", "protocol", "socketAuth",
    "body", "auth", "options", "docs", "tags", "scripts", "checks", "captures", "examples",
  ]
  private static let settingsOrder = [
    "docs", "variables", "headers", "auth", "options", "scripts", "checks", "notSecret",
  ]
}
