/// The ids of requests that scripts of a collection name, as `setNextRequest` may. An import keeps them.
struct PostmanIDs {
  private var ids: Set<String> = []
  private var scripts: [String] = []

  init(_ collection: JSONObject) { collect(from: .object(collection)) }

  private mutating func collect(from value: JSONValue) {
    guard let item = value.object else { return }
    if item["request"] != nil, let id = PostmanExtras.id(of: item) { ids.insert(id) }
    for event in item["event"]?.array ?? [] { scripts += PostmanScripts.lines(of: event) }
    for inner in (item["item"] ?? item["items"])?.array ?? [] { collect(from: inner) }
  }

  /// Ids are long: those that occur in a script are meant.
  var named: Set<String> {
    let text = scripts.joined(separator: "\n")
    // Keeping too many does no harm.
    guard ids.count * text.utf8.count < Self.mostCompared else { return ids }
    return ids.filter { $0.utf8.count >= Self.shortest && text.containsExactly($0) }
  }

  private static let shortest = 8
  private static let mostCompared = 500_000_000
}
