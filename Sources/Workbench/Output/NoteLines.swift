extension [InterchangeNote] {
  /// The notes as text. Notes with the same text share a line, which names their items.
  var lines: [String] {
    var groups: [[InterchangeNote]] = []
    var places: [InterchangeNote: Int] = [:]
    for note in self {
      let text = InterchangeNote(note.kind, [], note.text)
      let index = places[text] ?? groups.count
      if index == groups.count {
        places[text] = index
        groups.append([])
      }
      groups[index].append(note)
    }
    return groups.map(Self.line)
  }

  /// The maximum number of items named on a line.
  private static var limit: Int { 5 }

  private static func line(_ group: [InterchangeNote]) -> String {
    guard group.count > 1, let first = group.first else { return group.first?.line ?? "" }
    let names = group.filter { !$0.path.isEmpty }.map { $0.path.joined(separator: " / ") }
    let more = names.count > limit ? [" and \(names.count - limit) more"] : []
    let items = names.isEmpty ? "" : ": " + names.prefix(limit).joined(separator: ", ") + more.joined()
    return "\(first.kind.rawValue): \(first.text) (\(group.count) times)\(items)"
  }
}
