package import Foundation
internal import Synchronization

/// The limits are the `history` member of the user's `settings.json`.
extension Retention {
  /// Reads the settings. A missing file sets no limits.
  ///
  /// - Throws: `StoreError` for a file or a limit that is broken; it is never overwritten.
  package init(_ folders: UserFolders) throws(StoreError) {
    self.init()
    guard let text = try SettingsFile(folders).text(), let object = text.value.object?["history"]?.object else {
      return
    }
    func limit(_ name: String, _ expected: String, _ read: (JSONValue) -> Int?) throws(StoreError) -> Int? {
      guard let value = object[name], value != .null else { return nil }
      if let limit = read(value) { return limit }
      throw .notUnderstood(
        path: folders.settings, text.position(of: [.key("history"), .key(name)]), problem: "expected \(expected)")
    }
    count = try limit("count", "a whole number from 1") { Self.positive($0.number?.int) }
    days = try limit("days", "a whole number from 1") { Self.positive($0.number?.int) }
    size = try limit("size", "bytes, or text such as \"2G\"", Self.size)
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
  /// The share of the size limit that is freed in addition, so that not every record leads to a prune.
  private static let sizeMargin = 20
  /// Of two calls at once, each would remove exchanges for the same bytes.
  private static let applying = Mutex(())

  /// Removes exchanges that exceed the limits, and exchanges deleted a week ago. Pinned exchanges stay.
  ///
  /// Removes nothing for a size limit that cannot be kept.
  package func apply(_ retention: Retention, now: Date = Date()) throws(HistoryError) -> Pruned {
    try Self.applying.withLock { (_) throws(HistoryError) in try applyAlone(retention, now: now) }
  }

  private func applyAlone(_ retention: Retention, now: Date) throws(HistoryError) -> Pruned {
    var rules = PruneRules(keep: retention.count)
    rules.olderThan = retention.days.map { now.addingTimeInterval(-Double($0) * 86_400) }
    rules.erasesTrash = .before(now.addingTimeInterval(-Self.trashAge))
    var pruned = Pruned()
    if try pruneCount(rules) > 0 { pruned = try prune(rules) }
    guard let limit = retention.size, pruned.isComplete, try size() > limit else { return pruned }
    // Leftovers count as used, and would cost good exchanges.
    pruned.isComplete = try completePruning { false }
    while pruned.isComplete, let reduction = try reduction(to: limit) {
      guard reduction.isEnough else {
        pruned.smallestSize = reduction.smallestSize
        break
      }
      let step = try prune(reduction.keys, isStopped: { false }, recheck: reduction.recheck)
      pruned.count += step.count
      pruned.isComplete = step.isComplete
      // All of them were pinned meanwhile.
      guard step.count > 0 else { break }
    }
    return pruned
  }

  /// Returns the size that history cannot get below without its pinned exchanges, if that is above a limit.
  package func smallestSize(above limit: Int) throws(HistoryError) -> Int? {
    guard let reduction = try reduction(to: limit), !reduction.isEnough else { return nil }
    return reduction.smallestSize
  }

  /// Chooses the exchanges to remove; `nil` if history is within the limit.
  private func reduction(to limit: Int) throws(HistoryError) -> SizeReduction? {
    try read { db in
      let size = try size(db)
      guard size > limit else { return nil }
      return try SizeReduction(db, from: size, to: limit, margin: limit / Self.sizeMargin)
    }
  }
}
