package import Foundation
internal import GRDB

/// Copies the readable parts of a damaged history into a new file.
package struct HistorySalvage {
  private let path: String
  /// The path of the new file while it is written.
  private var copy: String { path + ".salvaged" }

  package init(path: String) { self.path = path }

  /// The result of a repair.
  package struct Result: Equatable, Sendable {
    /// The exchanges in the new file.
    package var count: Int
    /// The path of the old file.
    package var setAside: String
  }

  /// Writes the new file, sets the old one aside and puts the new one in its place. Both keep the files of bodies.
  package func run(at date: Date = Date()) throws(HistoryError) -> Result {
    try DamagedHistory.locking(path) { () throws(HistoryError) -> Result in try replace(at: date) }
  }

  private func replace(at date: Date) throws(HistoryError) -> Result {
    do {
      for suffix in DamagedHistory.suffixes { unlink(copy + suffix) }
      let bodies = BodyFolder(beside: copy)
      bodies.removeAll()
      try BodyFolder(beside: path).share(with: bodies)
      let store = try HistoryStore(path: copy)
      try copyTables(to: store)
      try store.repair()
      let count = try store.count()
      try store.close()
      let lock = HistoryFileLock(at: path)
      defer { lock.end() }
      let setAside = try DamagedHistory.renameFiles(of: path, at: date)
      for suffix in DamagedHistory.suffixes where Disk.exists(copy + suffix) {
        guard rename(copy + suffix, path + suffix) == 0 else {
          throw HistoryError.cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
      }
      try bodies.move(to: BodyFolder(beside: path))
      return Result(count: count, setAside: setAside)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  private static let tables = [
    "exchange", "request", "log", "content", "contentChunk", "contentUse", "annotation", "tag", "trash", "run",
    "runPart",
  ]
  /// How often a damaged range of keys is halved.
  private static let depth = 24

  private func copyTables(to store: HistoryStore) throws {
    var configuration = Configuration()
    configuration.readonly = true
    // A file that is not a database has nothing to copy.
    guard !HistoryFile(path).isTooShort else { return }
    guard let damaged = try? DatabaseQueue(path: path, configuration: configuration) else { return }
    let writer = try store.upkeepWriter()
    for table in Self.tables {
      // A table that cannot be read costs only its rows.
      damaged.inDatabase { source in
        let key = ["contentUse", "tag"].contains(table) ? "exchange" : "rowid"
        let rows = SalvagedTable(name: table, key: key, source: source, target: writer)
        rows.copy(.min ... .max, depth: Self.depth)
      }
    }
  }
}

/// Copies the readable rows of a table.
private struct SalvagedTable {
  let name: String
  /// A column by which rows are sorted on disk.
  let key: String
  let source: Database
  let target: any DatabaseWriter

  /// Reads a range from both ends, and then the halves of the rest.
  func copy(_ range: ClosedRange<Int64>, depth: Int) {
    guard let low = read(range, ascending: true) else { return }
    guard let high = read(range, ascending: false), low < high, depth > 0 else { return }
    let (first, last) = (low == .max ? low : low + 1, high == .min ? high : high - 1)
    guard first <= last else { return }
    let middle = first + Int64((UInt64(bitPattern: last &- first)) / 2)
    copy(first...middle, depth: depth - 1)
    if middle < last { copy(middle + 1...last, depth: depth - 1) }
  }

  /// - Returns: The last key that was read before an error; `nil` if the range was read to its end.
  private func read(_ range: ClosedRange<Int64>, ascending: Bool) -> Int64? {
    var last = ascending ? range.lowerBound : range.upperBound
    do {
      let sql = """
        SELECT \(key) AS salvagedKey, * FROM \(name) WHERE \(key) >= ? AND \(key) <= ?
        ORDER BY \(key) \(ascending ? "" : "DESC")
        """
      let rows = try Row.fetchCursor(source, sql: sql, arguments: [range.lowerBound, range.upperBound])
      var batch: [Row] = []
      defer { write(batch) }
      while let row = try rows.next() {
        last = row["salvagedKey"]
        batch.append(row.copy())
        if batch.count == 500 {
          write(batch)
          batch = []
        }
      }
      return nil
    } catch {
      return last
    }
  }

  private func write(_ rows: [Row]) {
    // A row that the new file does not take is lost like one that cannot be read.
    try? target.write { db in
      for row in rows {
        let columns = row.columnNames.filter { $0 != "salvagedKey" }
        let sql = """
          INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
          VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
          """
        try? db.execute(sql: sql, arguments: StatementArguments(columns.map { row[$0] as DatabaseValue }))
      }
    }
  }
}
