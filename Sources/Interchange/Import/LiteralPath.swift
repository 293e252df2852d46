/// Path segments that begin with a colon, in formats without path parameters: literal text, sent unchanged.
enum LiteralPath {
  /// How the source program sends a path parameter whose value is empty.
  enum EmptyValue { case isAbsent, isItsName, isEmpty }

  static func kept(in folder: PortableFolder, _ emptyValue: EmptyValue = .isAbsent) -> PortableFolder {
    folder.changingRequests { request, _ in
      if emptyValue == .isEmpty { emptySegments(of: &request.document) }
      keep(in: &request.document, includesEmpty: emptyValue == .isItsName)
    }
  }

  private static func emptySegments(of document: inout JSONObject) {
    let members = document["path"]?.object?.members ?? []
    let empty = members.filter { $0.value.string == "" }.map { (name: $0.key.value, value: "") }
    guard !empty.isEmpty else { return }
    document["url"] = .string(PathParameters.replaced(document["url"]?.string ?? "", empty))
  }

  private static func keep(in document: inout JSONObject, includesEmpty: Bool) {
    guard let url = document["url"]?.string, url.containsExactly("/:") else { return }
    let former = document["path"]?.object ?? JSONObject()
    var path = former
    let values = former.valuesByName
    let names = SavedRequest(url: url).pathNames.filter { name in
      guard let value = values[ExactText(name)] else { return true }
      return includesEmpty && value.string == ""
    }
    path.set(names.map { (key: $0, value: .string(":" + $0)) })
    guard path != former else { return }
    if document["path"] != nil { return document["path"] = .object(path) }
    let place = document.members.firstIndex { $0.key.means("url") }.map { $0 + 1 } ?? document.members.endIndex
    document.members.insert(JSONMember(key: JSONString("path"), value: .object(path)), at: place)
  }
}

/// Path parameters without a value in formats that have them.
enum EmptyPath {
  /// Notes the empty path parameters of an imported request: the other program's replacement is unlikely to be right.
  ///
  /// - Parameter program: The program and the text that it sends: `Postman sends their names`.
  static func note(_ document: JSONObject, _ program: String, _ context: inout InterchangeContext) {
    guard !context.isSentAsIs, let url = document["url"]?.string, url.containsExactly("/:") else { return }
    let values = document["path"]?.object?.valuesByName ?? [:]
    let empty = SavedRequest(url: url).pathNames.filter { (values[ExactText($0)]?.string ?? "").isEmpty }
    guard !empty.isEmpty else { return }
    let names = empty.map { "\"\($0)\"" }.joined(separator: ", ")
    context.note(.changed, "Path parameters without a value (\(names)) are an error before sending; \(program)")
  }
}

extension JSONObject {
  /// The values by their keys, for many lookups. The last of several duplicates wins.
  fileprivate var valuesByName: [ExactText: JSONValue] {
    Dictionary(members.map { (ExactText($0.key.value), $0.value) }) { $1 }
  }
}
