internal import GRDB

/// The tables of history and their migrations. Migrations are append-only.
enum HistorySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("exchanges") { db in
      for statement in exchanges + parts { try db.execute(sql: statement) }
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
    return migrator
  }

  // `id` is the start in microseconds since 1970, incremented until it is free. Rows are ordered by time, so lists,
  // pages and full-text queries are walks along the key.
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
  private static let parts = [
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

  /// A trigram index without a copy of the text, which it reads from `exchange`.
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

  /// The tables of earlier versions besides `exchange`, in the order in which their rows are removed. `HistoryUpgrade`
  /// drops them after it has moved the last exchange.
  static let earlierTables = ["bodyChunk", "wireLine", "certificate", "header", "hop", "body", "authored"]

  // GRDB's `tableExists` caches the schema and may miss a table dropped by another program.
  static func hasEarlierTables(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'authored'")
    return try Bool.fetchOne(statement) == true
  }

  static func dropEarlierTables(_ db: Database) throws {
    for table in earlierTables { try db.execute(sql: "DROP TABLE \(table)") }
  }

  /// Deletes exchanges from the tables of earlier versions, but not from `exchange`.
  ///
  /// - Parameter condition: The condition after the column `exchange`.
  static func deleteEarlier(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws {
    for table in earlierTables {
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
