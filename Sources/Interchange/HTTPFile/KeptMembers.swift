/// Members that a text format cannot express, in a comment: `# @workbench {"tags":["smoke"]}`.
///
/// Other programs ignore the comment. It also has the exact values of members that the format expresses only roughly,
/// with a checksum of the text's version: if another program changed that, it takes precedence.
struct KeptMembers: Equatable {
  static let mark = "@workbench "

  var document: JSONObject

  init(_ document: JSONObject) { self.document = document }

  /// - Returns: `nil` for other comments. A damaged comment is ignored.
  init?(comment: String) {
    guard let json = comment.removingExactly(prefix: Self.mark), let object = (try? JSONText(json).value)?.object else {
      return nil
    }
    document = object
  }

  /// Keeps the members that the text of an item does not express.
  ///
  /// - Parameter shown: The document that a reader makes from the text.
  init(of original: JSONObject, shown: JSONObject) {
    document = JSONObject()
    let differing = original.members.filter { shown[$0.key.value] != $0.value }
    if !differing.isEmpty { document["with"] = .object(JSONObject(members: differing)) }
    document["without"] = shown.keys.filter { original[$0] == nil }.map(JSONValue.string).asMember
    if !document.members.isEmpty { document["of"] = .string(Self.sum(shown)) }
  }

  var isEmpty: Bool { document.members.isEmpty }

  /// The text of the comment. A JSON string has no line breaks.
  var comment: String { Self.mark + JSONValue.object(document).compact }

  /// Adds the members to the document that a reader made from the text.
  ///
  /// - Parameter invisible: Members that the format never shows.
  func applied(to shown: JSONObject, invisible: Set<String>, order: [String]) -> JSONObject {
    let isUnchanged = document.text("of") == Self.sum(shown)
    var result = shown
    let added = (document["with"]?.object?.members ?? []).filter { isUnchanged || invisible.contains($0.key.value) }
    result.set(added.map { ($0.key.value, $0.value) })
    if isUnchanged {
      result.set((document["without"]?.array ?? []).compactMap(\.string).map { ($0, nil) })
    }
    return result.ordered(by: order)
  }

  /// FNV-1a of the members that the text expresses.
  private static func sum(_ document: JSONObject) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in JSONValue.object(document).compact.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(sum, radix: 16)
  }
}

extension JSONObject {
  /// The members without those that are kept for other formats.
  func withoutOthers(than own: String) -> JSONObject {
    let kept = [own, SavedRequest.delayMark, SavedRequest.dotsMark]
    return JSONObject(members: members.filter { !$0.key.value.hasPrefix("x-") || kept.contains($0.key.value) })
  }

  /// The members in the order of the names; others follow.
  func ordered(by names: [String]) -> JSONObject {
    var rest = members
    var sorted: [JSONMember] = []
    for name in names {
      sorted += rest.filter { $0.key.means(name) }
      rest.removeAll { $0.key.means(name) }
    }
    return JSONObject(members: sorted + rest)
  }

  /// The members of a request file, in the order of the documentation.
  static let requestOrder = [
    "kind", "method", "url", "path", "query", "headers", "subprotocols", "messages", "steps", "protocol", "socketAuth",
    "body", "auth", "options", "docs", "tags", "variables", "scripts", "checks", "captures", "examples",
  ]

  /// The members of `collection.json` and `folder.json`.
  static let settingsOrder = ["docs", "variables", "headers", "auth", "options", "scripts", "checks"]
}
