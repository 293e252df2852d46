internal import Foundation
internal import GRDB

// Histories that cannot be written, such as those on a full or read-only disk.
extension HistoryStore {
  /// Opens a history that cannot be written, to read it. The methods that would change it throw the reason.
  ///
  /// - Parameter refusal: Why it cannot be opened otherwise. Thrown again if it cannot be read either.
  package init(reading path: String, because refusal: HistoryError) throws(HistoryError) {
    guard refusal.forbidsWriting, Disk.exists(path) else { throw refusal }
    try self.init(Self.makeReader(path, because: refusal), path: path, refusal: refusal)
  }

  package var isWritable: Bool { refusal == nil }

  /// Opens connections that create no files.
  ///
  /// SQLite needs a log and its index even to read, and creates missing ones. With `immutable` it does not, but ignores
  /// an existing log. A program that writes has one.
  static func makeReader(_ path: String, because refusal: HistoryError) throws(HistoryError) -> DatabasePool {
    var configuration = Self.configuration
    configuration.readonly = true
    let hasLog = (Disk.status(Disk.resolved(path) + "-wal")?.st_size ?? 0) > 0
    let immutable = URL(filePath: path, directoryHint: .notDirectory).absoluteString + "?immutable=1"
    do {
      return try DatabasePool(path: hasLog ? path : immutable, configuration: configuration)
    } catch {
      let problem = HistoryError(error, path: path)
      if case .damaged = problem { throw problem }
      throw refusal
    }
  }
}
