package import Foundation

/// Sets a damaged history aside, so that it never blocks the start.
package enum DamagedHistory {
  /// The suffixes of SQLite's files.
  static let suffixes = ["", "-wal", "-shm"]

  /// Opens a history. Sets a damaged one aside and starts a new one.
  ///
  /// - Parameter report: Gets a sentence that names the one that was set aside, also if no new one can be started.
  package static func open(
    path: String, bodyLimit: BodyLimit, at date: Date = Date(), report: (String) -> Void
  ) throws(HistoryError) -> HistoryStore {
    do {
      return try HistoryStore(path: path, bodyLimit: bodyLimit)
    } catch HistoryError.damaged {
      return try openAgain(path: path, bodyLimit: bodyLimit, at: date, report: report)
    }
  }

  /// Opens a history that was damaged a moment ago. Of several programs that start with it, one sets it aside; the
  /// others wait, and find the new one.
  static func openAgain(
    path: String, bodyLimit: BodyLimit, at date: Date, report: (String) -> Void
  ) throws(HistoryError) -> HistoryStore {
    try locking(path) { () throws(HistoryError) -> HistoryStore in
      try openOrStartAnew(path: path, bodyLimit: bodyLimit, at: date, report: report)
    }
  }

  /// Lets one program at a time set a history aside or repair it.
  static func locking<Value>(
    _ path: String, _ body: () throws(HistoryError) -> Value
  ) throws(HistoryError) -> Value {
    let result: Result<Value, HistoryError>
    do throws(StoreError) {
      result = try FileLock.holding(path) { Result { () throws(HistoryError) -> Value in try body() } }
    } catch {
      throw HistoryError(error, path: path)
    }
    return try result.get()
  }

  private static func openOrStartAnew(
    path: String, bodyLimit: BodyLimit, at date: Date, report: (String) -> Void
  ) throws(HistoryError) -> HistoryStore {
    do {
      return try HistoryStore(path: path, bodyLimit: bodyLimit)
    } catch HistoryError.damaged {
      let old = try setAside(path, at: date)
      let new = Result { () throws(HistoryError) -> HistoryStore in
        try HistoryStore(path: path, bodyLimit: bodyLimit)
      }
      let outcome = if case .success = new { "was started" } else { "could not be started" }
      report(
        """
        History was damaged and is now \(old); a new one \(outcome) — workbench history check --repair \(old) saves \
        what can be read
        """)
      return try new.get()
    }
  }

  /// Ends the name of the history in the names of those set aside.
  static let mark = ".damaged-"

  /// Renames the files of a history and its folder of bodies, while no other program opens them.
  ///
  /// - Returns: The new path.
  static func setAside(_ path: String, at date: Date) throws(HistoryError) -> String {
    let lock = HistoryFileLock(at: path)
    defer { lock.end() }
    return try renameFiles(of: path, at: date)
  }

  /// Does the same for a program that holds the lock.
  static func renameFiles(of path: String, at date: Date) throws(HistoryError) -> String {
    let time = UTCTime(date).basic
    var old = path + mark + time
    var number = 1
    while Disk.exists(old) {
      number += 1
      old = path + mark + time + "-\(number)"
    }
    for suffix in suffixes where Disk.exists(path + suffix) {
      guard rename(path + suffix, old + suffix) == 0 else {
        throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
      }
    }
    do {
      try BodyFolder(beside: path).move(to: BodyFolder(beside: old))
    } catch {
      // A new history in this place would remove files that it does not know.
      for suffix in suffixes { rename(old + suffix, path + suffix) }
      throw HistoryError(error, path: path)
    }
    return old
  }
}
