/// Suggests a name for a mistyped one.
package enum NearestName {
  /// Returns the name with the fewest edits from `typed`; `nil` if more than a third of the letters differ.
  ///
  /// An edit inserts, removes or replaces a letter, or swaps two adjacent ones. Case is ignored.
  package static func of(_ typed: String, among names: some Sequence<String>) -> String? {
    let letters = Self.letters(typed)
    let near = names.lazy.map { name in
      let other = Self.letters(name)
      return (name: name, edits: edits(letters, other), limit: max(1, max(letters.count, other.count) / 3))
    }
    return near.filter { $0.edits <= $0.limit }.min { $0.edits < $1.edits }?.name
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] { Array(text.lowercased().unicodeScalars.prefix(64)) }

  /// The number of edits between two words.
  @inlinable package static func edits<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
    var (older, old) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(old[j] + (a[i] == b[j] ? 0 : 1), old[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
        row.append(best)
      }
      (older, old) = (old, row)
    }
    return old[b.count]
  }
}
