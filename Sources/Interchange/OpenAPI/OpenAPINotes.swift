/// The notes of an import. Those that many requests share become one.
struct OpenAPINotes {
  private var path: [String] = []
  /// The notes without their paths, in order.
  private var order: [InterchangeNote] = []
  private var places: [InterchangeNote: [[String]]] = [:]

  /// How many requests may have a note of their own.
  private static let separate = 3

  mutating func note(_ kind: InterchangeNote.Kind, _ text: String) {
    let key = InterchangeNote(kind, [], text)
    if places[key] == nil { order.append(key) }
    if places[key]?.last != path { places[key, default: []].append(path) }
  }

  /// A note that concerns the whole document.
  mutating func noteAll(_ kind: InterchangeNote.Kind, _ text: String) {
    let path = path
    self.path = []
    note(kind, text)
    self.path = path
  }

  /// Notes until `leave` concern the item of that name.
  mutating func enter(_ name: String) { path.append(name.utf8.count > 200 ? name.prefix(50) + "…" : name) }
  mutating func leave() { path.removeLast() }

  var all: [InterchangeNote] {
    order.flatMap { key -> [InterchangeNote] in
      let places = places[key] ?? []
      guard places.count > Self.separate else { return places.map { InterchangeNote(key.kind, $0, key.text) } }
      let named = places.prefix(Self.separate).compactMap(\.last).joined(separator: ", ")
      return [InterchangeNote(key.kind, [], "\(key.text) (in \(places.count) requests: \(named), …)")]
    }
  }
}
