internal import GRDB

/// The exchanges whose removal makes history fit a size: deleted ones first, then the oldest, without pinned ones.
///
/// Of these, the newest whose bytes are not needed are left out, so that one large body is removed rather than many
/// small exchanges that are older.
struct SizeReduction {
  private let deleted: Set<Int64>
  private let others: Set<Int64>
  /// Whether removing them is enough.
  let isEnough: Bool
  /// The size without the exchanges that were looked at: without all that are not pinned if that is not enough.
  let smallestSize: Int

  /// - Parameters:
  ///   - size: The current size.
  ///   - margin: The bytes to free in addition where that is possible.
  init(_ db: Database, from size: Int, to limit: Int, margin: Int) throws {
    let (needed, wished) = (size - limit, size - limit + margin)
    var freed = FreedBytes(db)
    var chosen: [FreedBytes.Candidate] = []
    for isDeleted in [true, false] {
      let rows = try FreedBytes.rows(isDeleted: isDeleted, db)
      while freed.count < wished, let row = try rows.next() {
        let candidate = try freed.candidate(row, isDeleted: isDeleted)
        freed.add(candidate)
        chosen.append(candidate)
      }
    }
    isEnough = freed.count >= needed
    smallestSize = size - freed.count
    let goal = freed.count >= wished ? wished : needed
    var kept: Set<Int64> = []
    for candidate in chosen.reversed() where isEnough {
      freed.remove(candidate)
      if freed.count >= goal { kept.insert(candidate.key) } else { freed.add(candidate) }
    }
    let doomed = chosen.filter { !kept.contains($0.key) }
    deleted = Set(doomed.filter(\.isDeleted).map(\.key))
    others = Set(doomed.filter { !$0.isDeleted }.map(\.key))
  }

  /// The keys, oldest first.
  var keys: [Int64] { deleted.union(others).sorted() }

  /// Returns those of some exchanges that were neither pinned nor restored since.
  func recheck(_ db: Database, _ ids: String) throws -> [Int64] {
    let sql = """
      SELECT id, id IN (SELECT exchange FROM trash) AS isDeleted FROM exchange
      WHERE id IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT exchange FROM annotation WHERE isPinned)
      ORDER BY id
      """
    return try Row.fetchAll(db, sql: sql, arguments: [ids])
      .filter { !deleted.contains($0["id"] as Int64) || $0["isDeleted"] as Bool }
      .map { $0["id"] }
  }
}

/// Counts the bytes that removing exchanges frees. A body is freed with the last exchange that uses it.
private struct FreedBytes {
  struct Candidate {
    let key: Int64
    let isDeleted: Bool
    /// The bytes of its rows.
    let size: Int
    let contents: [Int64]
  }

  private let db: Database
  private(set) var count = 0
  /// Of each body, the uses by exchanges that are not added, and its bytes.
  private var contents: [Int64: (uses: Int, size: Int)] = [:]

  /// The bytes of a summary, its indexes and its part of the search index.
  private static let rowSize = 700

  init(_ db: Database) { self.db = db }

  /// The exchanges that are not pinned, oldest first.
  static func rows(isDeleted: Bool, _ db: Database) throws -> RowCursor {
    let sql = """
      SELECT exchange.id,
      CASE WHEN log.exchange IS NULL THEN bodySize ELSE length(events) + ifnull(length(document), 0) END AS size
      FROM exchange LEFT JOIN log ON log.exchange = exchange.id LEFT JOIN request ON request.exchange = exchange.id
      WHERE exchange.id \(isDeleted ? "" : "NOT") IN (SELECT exchange FROM trash)
      AND exchange.id NOT IN (SELECT exchange FROM annotation WHERE isPinned) ORDER BY exchange.id
      """
    return try Row.fetchCursor(db, sql: sql)
  }

  mutating func candidate(_ row: Row, isDeleted: Bool) throws -> Candidate {
    let key: Int64 = row["id"]
    let sql = """
      SELECT content.id, uses, size, file IS NOT NULL AS isFile, length(bytes) AS packed
      FROM contentUse JOIN content ON content.id = contentUse.content WHERE contentUse.exchange = ?
      """
    let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [key])
    for row in rows {
      let content: Int64 = row["id"]
      guard contents[content] == nil else { continue }
      let size = try stored(row)
      contents[content] = (uses: row["uses"], size: size)
    }
    let size = Self.rowSize + (row["size"] as Int)
    return Candidate(key: key, isDeleted: isDeleted, size: size, contents: rows.map { $0["id"] as Int64 })
  }

  /// The stored size of a content, in bytes.
  private func stored(_ row: Row) throws -> Int {
    if row["isFile"] as Bool { return row["size"] }
    if let packed: Int = row["packed"] { return packed }
    let keys = ContentStore.chunks(of: row["id"] as Int64)
    let sql = "SELECT sum(length(bytes)) FROM contentChunk WHERE id >= ? AND id < ?"
    return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [keys.lowerBound, keys.upperBound]) ?? 0
  }

  mutating func add(_ candidate: Candidate) { change(by: 1, candidate) }

  mutating func remove(_ candidate: Candidate) { change(by: -1, candidate) }

  /// - Parameter sign: 1 to free the bytes of a candidate, -1 to keep them.
  private mutating func change(by sign: Int, _ candidate: Candidate) {
    count += sign * candidate.size
    for key in candidate.contents {
      guard let (uses, size) = contents[key] else { continue }
      contents[key] = (uses - sign, size)
      // A body is freed with its last use.
      if min(uses, uses - sign) == 0 { count += sign * size }
    }
  }
}
