internal import GRDB

/// The tables of history and their migrations. Migrations are append-only.
enum HistorySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("exchanges") { db in
      for statement in exchanges + earlierParts { try db.execute(sql: statement) }
    }
    migrator.registerMigration("search") { db in
      for statement in search { try db.execute(sql: statement) }
    }
    migrator.registerMigration("chunks") { db in
      for statement in chunks { try db.execute(sql: statement) }
    }
    // For requests without an id.
    migrator.registerMigration("addresses") { db in
      try db.execute(
        sql: "CREATE INDEX exchangeOfAddress ON exchange (root, address, id) WHERE address IS NOT NULL")
    }
    // Skips the check of foreign keys, which would read the whole history.
    migrator.registerMigration("log", foreignKeyChecks: .immediate) { db in
      for statement in log { try db.execute(sql: statement) }
      try removeCheckOfOutcome(db)
      if try Row.fetchOne(db, sql: "SELECT 1 FROM authored") == nil { try dropEarlierTables(db) }
    }
    migrator.registerMigration("terms", foreignKeyChecks: .immediate) { db in
      for statement in terms { try db.execute(sql: statement) }
      if try Row.fetchOne(db, sql: "SELECT 1 FROM exchange") == nil { try db.execute(sql: "DROP TABLE exchangeText") }
    }
    migrator.registerMigration("runs", foreignKeyChecks: .immediate) { db in
      for statement in runs { try db.execute(sql: statement) }
    }
    migrator.registerMigration("sending", foreignKeyChecks: .immediate) { db in try db.execute(sql: sending) }
    migrator.registerMigration("keys", foreignKeyChecks: .immediate) { db in
      for statement in keys { try db.execute(sql: statement) }
    }
    return migrator
  }

  // An exchange that is being sent, until it is recorded. `program` is the byte that its program locks.
  private static let sending = """
    CREATE TABLE sending (
      uuid TEXT PRIMARY KEY NOT NULL,
      program INTEGER NOT NULL,
      startedAt REAL NOT NULL,
      environment TEXT,
      root TEXT,
      address TEXT,
      document BLOB NOT NULL,
      events BLOB NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  // The highest keys that rows have had: see `RowKey`. They are in a row that each record changes anyway.
  private static let keys = [
    "ALTER TABLE searchState ADD COLUMN lastExchange INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE searchState ADD COLUMN lastContent INTEGER NOT NULL DEFAULT 0",
    """
    UPDATE searchState SET lastExchange = ifnull((SELECT max(id) FROM exchange), 0),
    lastContent = max(ifnull((SELECT max(id) FROM content), 0), ifnull((SELECT max(id) >> 20 FROM contentChunk), 0))
    """,
  ]

  // An exchange of a run has a row in `runPart`. A run without one is removed with its last exchange.
  private static let runs = [
    """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY NOT NULL,
      uuid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      startedAt REAL NOT NULL,
      duration INTEGER NOT NULL,
      environment TEXT,
      iterations INTEGER NOT NULL,
      requests INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      ending TEXT
    ) STRICT
    """,
    """
    CREATE TABLE runPart (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      run INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX runPartOfRun ON runPart (run, exchange)",
    """
    CREATE TRIGGER runEmptied AFTER DELETE ON runPart
    WHEN NOT EXISTS (SELECT 1 FROM runPart WHERE run = old.run) BEGIN
      DELETE FROM run WHERE id = old.run;
    END
    """,
  ]

  // `id` grows with each record, so lists, pages and searches are walks along the key, also if the clock was set back.
  // Earlier versions took the start in microseconds since 1970. Small steps keep the search index small.
  private static let exchanges = [
    """
    CREATE TABLE exchange (
      id INTEGER PRIMARY KEY NOT NULL,
      uuid TEXT NOT NULL UNIQUE,
      startedAt REAL NOT NULL,
      duration INTEGER NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      name TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('answered', 'failed', 'cancelled')),
      status INTEGER,
      failure TEXT,
      failureSentence TEXT,
      environment TEXT,
      bodySize INTEGER NOT NULL,
      requestID TEXT,
      root TEXT,
      address TEXT,
      sentMethod TEXT,
      sentURL TEXT,
      reason TEXT,
      httpVersion TEXT
    ) STRICT
    """,
    "CREATE INDEX exchangeOfRequest ON exchange (requestID, id) WHERE requestID IS NOT NULL",
    """
    CREATE TABLE authored (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      document TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE body (
      id INTEGER PRIMARY KEY NOT NULL,
      exchange INTEGER NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      side TEXT NOT NULL CHECK (side IN ('sent', 'answer')),
      content BLOB NOT NULL,
      UNIQUE (exchange, side)
    ) STRICT
    """,
  ]

  // Hops count from 1. The headers of hop 0 are those of the prepared request and the decoded response.
  private static let earlierParts = [
    """
    CREATE TABLE hop (
      exchange INTEGER NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      hop INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      start INTEGER NOT NULL,
      queue INTEGER, dns INTEGER, connect INTEGER, tls INTEGER, send INTEGER, wait INTEGER, receive INTEGER,
      peer TEXT, local TEXT, isReused INTEGER, httpVersion TEXT,
      tlsVersion TEXT, cipher TEXT, isVerified INTEGER,
      status INTEGER,
      sentHead INTEGER NOT NULL, sentBody INTEGER NOT NULL,
      receivedHead INTEGER NOT NULL, receivedBody INTEGER NOT NULL,
      failure TEXT,
      PRIMARY KEY (exchange, hop)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE header (
      exchange INTEGER NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      hop INTEGER NOT NULL,
      side TEXT NOT NULL CHECK (side IN ('sent', 'received')),
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (exchange, hop, side, position)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE certificate (
      exchange INTEGER NOT NULL, hop INTEGER NOT NULL, position INTEGER NOT NULL,
      subject TEXT NOT NULL, issuer TEXT NOT NULL, validFrom TEXT NOT NULL, validUntil TEXT NOT NULL,
      PRIMARY KEY (exchange, hop, position),
      FOREIGN KEY (exchange, hop) REFERENCES hop (exchange, hop) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE wireLine (
      exchange INTEGER NOT NULL, hop INTEGER NOT NULL, position INTEGER NOT NULL,
      time INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, byteCount INTEGER NOT NULL,
      PRIMARY KEY (exchange, hop, position),
      FOREIGN KEY (exchange, hop) REFERENCES hop (exchange, hop) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// The index of earlier versions: trigrams of the summary. `HistoryUpgrade` drops it.
  private static let search = [
    """
    CREATE VIRTUAL TABLE exchangeText USING fts5 (
      method, url, name, status, failure, environment, content='exchange', content_rowid='id', tokenize='trigram')
    """,
    """
    CREATE TRIGGER exchangeTextAdded AFTER INSERT ON exchange BEGIN
      INSERT INTO exchangeText (rowid, method, url, name, status, failure, environment)
      VALUES (new.id, new.method, new.url, new.name, new.status, new.failure, new.environment);
    END
    """,
    """
    CREATE TRIGGER exchangeTextRemoved AFTER DELETE ON exchange BEGIN
      INSERT INTO exchangeText (exchangeText, rowid, method, url, name, status, failure, environment)
      VALUES ('delete', old.id, old.method, old.url, old.name, old.status, old.failure, old.environment);
    END
    """,
    "INSERT INTO exchangeText (exchangeText) VALUES ('rebuild')",
  ]

  // A small body is in `body.content`, a larger one in rows of `bodyChunk`. `size` is that of the whole body, NULL for
  // those recorded before chunks existed. `omission` is why bytes are missing.
  //
  // Pruning updates the index or rebuilds it, as deleting most of its rows one by one is slow. `upkeep` has the
  // remaining tasks of an interrupted run.
  private static let chunks = [
    "ALTER TABLE body ADD COLUMN size INTEGER",
    "ALTER TABLE body ADD COLUMN omission TEXT",
    """
    CREATE TABLE bodyChunk (
      id INTEGER PRIMARY KEY NOT NULL,
      body INTEGER NOT NULL REFERENCES body (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      content BLOB NOT NULL,
      UNIQUE (body, position)
    ) STRICT
    """,
    "DROP TRIGGER exchangeTextRemoved",
    "CREATE TABLE upkeep (task TEXT PRIMARY KEY NOT NULL) STRICT",
  ]

  // An exchange is a summary, the stored request and the event log, the latter two packed (`PackedBytes`). Contents of
  // more than a few bytes are rows of `content`, numbered by `contentUse`.
  //
  // `content.hash` finds possibly equal contents. The bytes are in the row, in `contentChunk` (keys from `id << 20` on)
  // or in a file. `missing` is why they are incomplete. The tables do not depend on kinds of events.
  private static let log = [
    """
    CREATE TABLE request (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      document BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE log (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      events BLOB NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE content (
      id INTEGER PRIMARY KEY NOT NULL,
      hash INTEGER NOT NULL,
      size INTEGER NOT NULL,
      uses INTEGER NOT NULL,
      missing TEXT,
      file TEXT,
      bytes BLOB
    ) STRICT
    """,
    "CREATE INDEX contentOfHash ON content (hash)",
    "CREATE INDEX contentWithoutUse ON content (id) WHERE uses <= 0",
    "CREATE INDEX contentOfFile ON content (file) WHERE file IS NOT NULL",
    "CREATE TABLE contentChunk (id INTEGER PRIMARY KEY NOT NULL, bytes BLOB NOT NULL) STRICT",
    """
    CREATE TABLE contentUse (
      exchange INTEGER NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      content INTEGER NOT NULL,
      PRIMARY KEY (exchange, position)
    ) STRICT, WITHOUT ROWID
    """,
  ]

  // `exchangeTerms` has the terms of `SearchTerms` and no copy of them: an exchange is removed with the same terms, which
  // are made of its stored parts. Positions are not kept, and lengths of documents neither. `searchWord` has the terms
  // that searches list or complete. Exchanges below `unindexedBelow` are not in the index yet.
  //
  // Deleted exchanges are in `trash` until they are pruned.
  private static let terms = [
    searchTerms,
    "CREATE TABLE searchWord (term TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE searchState (unindexedBelow INTEGER NOT NULL, count INTEGER) STRICT",
    """
    INSERT INTO searchState SELECT ifnull(max(id) + 1, \(Int64.min)), iif(max(id) IS NULL, 0, NULL) FROM exchange
    """,
    """
    CREATE TABLE annotation (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      note TEXT,
      isPinned INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE tag (
      exchange INTEGER NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      PRIMARY KEY (exchange, name)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE trash (
      exchange INTEGER PRIMARY KEY NOT NULL REFERENCES exchange (id) ON DELETE CASCADE,
      deletedAt REAL NOT NULL
    ) STRICT
    """,
    "DROP TRIGGER exchangeTextAdded",
  ]

  private static let searchTerms = """
    CREATE VIRTUAL TABLE exchangeTerms USING fts5 (
      terms, content='', detail='none', columnsize=0, tokenize="ascii tokenchars '\(termCharacters)'")
    """

  /// Replaces the search index by an empty one.
  static func createTerms(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE exchangeTerms")
    try db.execute(sql: searchTerms)
    try SearchIndex.markAllMissing(db)
  }

  /// All ASCII punctuation, escaped for a string in a string.
  private static let termCharacters = ##"!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~"##

  /// The tables that refer to an exchange, besides those of earlier versions.
  static let parts = ["contentUse", "log", "request", "annotation", "tag", "trash", "runPart"]

  /// The tables of earlier versions besides `exchange`, in the order in which their rows are removed. `HistoryUpgrade`
  /// drops them after it has moved the last exchange.
  static let earlierTables = ["bodyChunk", "wireLine", "certificate", "header", "hop", "body", "authored"]

  // GRDB's `tableExists` caches the schema and may miss a table dropped by another program.
  static func hasEarlierTables(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'authored'")
    return try Bool.fetchOne(statement) == true
  }

  /// Whether the search index of earlier versions exists.
  static func hasEarlierIndex(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'exchangeText'")
    return try Bool.fetchOne(statement) == true
  }

  static func dropEarlierTables(_ db: Database) throws {
    for table in earlierTables { try db.execute(sql: "DROP TABLE \(table)") }
  }

  /// Deletes exchanges from the tables of earlier versions, but not from `exchange`.
  ///
  /// - Parameters:
  ///   - condition: The condition after the column `exchange`.
  ///   - leavesChunks: Leaves the chunks of their bodies, to be removed in steps.
  static func deleteEarlier(
    _ condition: String, _ arguments: StatementArguments, _ db: Database, leavesChunks: Bool = false
  ) throws {
    for table in earlierTables where !(leavesChunks && table == "bodyChunk") {
      let keys =
        table == "bodyChunk" ? "body IN (SELECT id FROM body WHERE exchange \(condition))" : "exchange \(condition)"
      try db.execute(sql: "DELETE FROM \(table) WHERE \(keys)", arguments: arguments)
    }
  }

  /// Removes a constraint by the procedure that SQLite documents for large tables (lang_altertable.html, section 7).
  private static func removeCheckOfOutcome(_ db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ' CHECK (outcome IN (''answered'', ''failed'', ''cancelled''))', '')
        WHERE type = 'table' AND name = 'exchange';
        PRAGMA writable_schema = RESET
        """)
  }
}
