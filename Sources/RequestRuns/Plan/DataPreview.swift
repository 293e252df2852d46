/// The first rows of a data file, for a preview before a run.
package struct DataPreview: Equatable, Sendable {
  /// The number of all rows.
  package let count: Int
  /// The names of the first rows, in order.
  package private(set) var names: [String] = []
  /// The values in the order of the names; empty if a row lacks the value.
  package private(set) var rows: [[String]] = []

  /// - Parameter count: The number of all rows, of which `objects` are the first.
  package init(_ objects: [JSONObject], of count: Int) {
    self.count = count
    var places: [String: Int] = [:]
    for name in objects.flatMap({ $0.members.map(\.key.value) }) where places[name] == nil {
      places[name] = names.count
      names.append(name)
    }
    rows = objects.map { object in
      var cells = [String](repeating: "", count: names.count)
      for member in object.members {
        if let place = places[member.key.value] { cells[place] = member.value.templateText }
      }
      return cells
    }
  }
}
