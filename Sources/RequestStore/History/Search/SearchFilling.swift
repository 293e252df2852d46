internal import Foundation
internal import GRDB

extension HistoryStore {
  /// Completes the search index, if a program was stopped while it was built again.
  ///
  /// Other programs can read and write between its short transactions.
  ///
  /// - Returns: Whether the index is complete; `false` if it was stopped.
  package func completeIndex(isStopped: () -> Bool = { false }) throws(HistoryError) -> Bool {
    guard try read({ db in try SearchIndex.unindexedBelow(db) }) > .min else { return true }
    return try mappingErrors {
      try SearchFilling(writer: try upkeepWriter(), folder: folder).run(isStopped: isStopped)
    }
  }
}

/// Adds the exchanges that are not in the search index, in short transactions.
struct SearchFilling {
  let writer: any DatabaseWriter
  let folder: BodyFolder?

  /// Exchanges per transaction, about 10 ms.
  private static let batch = 40
  /// The pause between transactions that lets other programs write, in microseconds.
  private static let gap: UInt32 = 2_000

  /// - Returns: Whether the index is complete.
  func run(isStopped: () -> Bool) throws -> Bool {
    while try writer.write({ db in try SearchIndex(db: db, folder: folder).fill(Self.batch) }) {
      if isStopped() { return false }
      usleep(Self.gap)
    }
    try writer.write { db in
      guard try SearchIndex.count(db) == nil else { return }
      try db.execute(
        sql: """
          UPDATE searchState SET count = (SELECT count(*) FROM exchange) - (SELECT count(*) FROM trash)
          """)
    }
    return true
  }
}
