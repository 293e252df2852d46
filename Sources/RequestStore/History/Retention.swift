package import Foundation
package import RequestModel

/// The limits are the `history` member of the user's `settings.json`.
extension Retention {
  /// Reads the settings. A missing file sets no limits.
  ///
  /// - Throws: `StoreError` for a file that is broken; it is never overwritten.
  package init(_ folders: UserFolders) throws(StoreError) {
    self.init()
    let object = try SettingsFile(folders).text()?.value.object?["history"]?.object
    count = Self.positive(object?["count"]?.number?.int)
    days = Self.positive(object?["days"]?.number?.int)
    size = Self.positive(object?["size"]?.number?.int ?? object?["size"]?.string.flatMap(ByteSize.parse))
  }

  /// Writes the limits and keeps all other settings.
  package func save(_ folders: UserFolders) throws(StoreError) {
    try SettingsFile(folders).set([
      (["history", "count"], count.map { .number($0) }), (["history", "days"], days.map { .number($0) }),
      (["history", "size"], size.map { .number($0) }),
    ])
  }

  private static func positive(_ number: Int?) -> Int? { number.flatMap { $0 > 0 ? $0 : nil } }
}

extension HistoryStore {
  /// How long deleted exchanges can be restored, in seconds.
  private static let trashAge = 7.0 * 86_400
  /// The share of exchanges removed at once until the size fits.
  private static let sizeStep = 0.05

  /// Removes what exceeds the limits, and exchanges deleted a week ago. Pinned exchanges stay.
  package func apply(
    _ retention: Retention, now: Date = Date(), isStopped: () -> Bool = { false }
  ) throws(HistoryError) -> Pruned {
    var rules = PruneRules(keep: retention.count)
    rules.olderThan = retention.days.map { now.addingTimeInterval(-Double($0) * 86_400) }
    rules.erasesTrash = .before(now.addingTimeInterval(-Self.trashAge))
    var pruned = Pruned()
    if try pruneCount(rules) > 0 { pruned = try prune(rules, isStopped: isStopped) }
    guard let limit = retention.size else { return pruned }
    while pruned.isComplete, try size() > limit {
      let count = try count()
      rules.keep = min(count - 1, Int(Double(count) * (1 - Self.sizeStep)))
      let step = try prune(rules, isStopped: isStopped)
      // Pinned exchanges may not leave enough.
      guard step.count > 0 else { break }
      pruned = Pruned(count: pruned.count + step.count, isComplete: step.isComplete)
    }
    return pruned
  }
}
