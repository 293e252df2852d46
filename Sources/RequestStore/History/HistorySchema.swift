internal import GRDB

/// The tables of history and how they came to be. Migrations are only ever appended.
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
    // A request without an id is found by its file.
    migrator.registerMigration("addresses") { db in
      try db.execute(
        sql: "CREATE INDEX exchangeOfAddress ON exchange (root, address, id) WHERE address IS NOT NULL")
    }
    return migrator
  }

  // `id` is the start in microseconds since 1970, moved on until it is free: the rows stand in the order of time, so that
  // "newest first" is a walk along the key for lists, pages and the full-text index alike.
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

  // A hop is counted from 1; the headers of hop 0 are those of the request as prepared and of the answer as decoded.
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

  /// Any three letters in a row find a row at once. The index reads its text from `exchange`, and keeps no copy.
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

  // A small body is in `body.content`, a larger one in the rows of `bodyChunk`. `size` is that of the whole body, NULL for
  // those that were recorded before there were chunks: what is missing of it was left out, and `omission` says why.
  //
  // Deleting from the index row by row is slow where most rows go: pruning does it, or makes the index anew. `upkeep`
  // holds what an interrupted one has yet to do.
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
}
