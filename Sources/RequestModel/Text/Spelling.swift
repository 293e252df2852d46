/// What somebody probably meant to type.
package enum Spelling {
  /// The name that is the fewest edits away from `typed`, where that is near enough to be a slip.
  package static func nearest(to typed: String, in names: [String]) -> String? {
    let limit = max(1, typed.unicodeScalars.count / 3)
    let distances = names.map { (name: $0, distance: distance($0.lowercased(), typed.lowercased(), limit: limit)) }
    return distances.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Letters to insert, remove, replace or swap with their neighbour; more than `limit` where it is far.
  private static func distance(_ a: String, _ b: String, limit: Int) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    guard abs(a.count - b.count) <= limit else { return limit + 1 }
    var before: [Int] = []
    var last = Array(0...b.count)
    for row in a.indices {
      var next = [row + 1]
      for column in b.indices {
        let replaced = last[column] + (a[row] == b[column] ? 0 : 1)
        var best = min(replaced, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[b.count]
  }
}
