package import Foundation
package import RequestModel

/// The limits are the `history` member of the user's `settings.json`.
extension Retention {
  /// Reads the settings. A missing file sets no limits.
  ///
  /// - Throws: `StoreError` for a file that is broken; it is never overwritten.
  package init(_ folders: UserFolders) throws(StoreError) {
    self.init()
    guard Disk.exists(folders.settings) else { return }
    let object = try JSONText.object(at: folders.settings).value.object?["history"]?.object
    count = Self.positive(object?["count"]?.number?.int)
    days = Self.positive(object?["days"]?.number?.int)
    size = Self.positive(object?["size"]?.number?.int ?? object?["size"]?.string.flatMap(ByteSize.parse))
  }

  /// Writes the limits and keeps all other settings.
  package func save(_ folders: UserFolders) throws(StoreError) {
    try Disk.createFolder(folders.data, mode: 0o700)
    try FileLock.holding(folders.settings) { () throws(StoreError) in
      let text = Disk.exists(folders.settings) ? try JSONText.object(at: folders.settings) : nil
      var all = text?.value.object ?? JSONObject()
      var history = all["history"]?.object ?? JSONObject()
      (history["count"], history["days"]) = (count.map { .number($0) }, days.map { .number($0) })
      history["size"] = size.map { .number($0) }
      all["history"] = history.members.isEmpty ? nil : .object(history)
      let bytes = text?.rewriting(to: .object(all)) ?? Array((JSONValue.object(all).rendered() + "\n").utf8)
      try Disk.replace(folders.settings, with: bytes, mode: 0o600)
    }
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
