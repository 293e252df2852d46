import RequestModel

/// A line of one of the scripts in a file.
struct ScriptLine {
  let field: PlacedField
  /// From 0.
  let index: Int

  /// - Parameter text: What the line has.
  /// - Returns: `nil` if no script has such a line.
  init?(with text: String, in file: SavedFile) {
    guard case .object(let fields) = Field.scripts.type else { return nil }
    for field in fields.map({ PlacedField($0, in: Field.scripts.name) }).filter(\.isText) {
      let lines = field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: { $0.containsExactly(text) }) else { continue }
      (self.field, self.index) = (field, index)
      return
    }
    return nil
  }
}

extension PlacedField {
  fileprivate var isText: Bool { if case .lines = field.type { true } else { false } }
}
