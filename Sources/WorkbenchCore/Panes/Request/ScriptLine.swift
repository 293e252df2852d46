struct ScriptLine {
  let field: PlacedField
  /// The line's index, from 0.
  let index: Int

  /// Finds the line of a test by its quoted name.
  ///
  /// - Returns: `nil` if no script has such a line.
  init?(ofTest name: String, in file: SavedFile) {
    guard case .object(let fields) = Field.scripts.type else { return nil }
    let names = ["'", "\"", "`"].map { $0 + name + $0 }
    for field in fields.map({ PlacedField($0, in: Field.scripts.name) }).filter(\.isText) {
      let lines = field.text(in: file).split(separator: "\n", omittingEmptySubsequences: false)
      guard let index = lines.firstIndex(where: { line in names.contains { line.containsExactly($0) } }) else {
        continue
      }
      (self.field, self.index) = (field, index)
      return
    }
    return nil
  }
}

extension PlacedField {
  fileprivate var isText: Bool { if case .lines = field.type { true } else { false } }
}
