internal import GRDB

/// The tables of history, and the migrations from each released version to the next. Migrations are append-only.
enum HistorySchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    // Skips the check of foreign keys, which would read the whole history.
    migrator.registerMigration("version 1", foreignKeyChecks: .immediate) { db in
      for statements in [exchanges, contents, search, marks, runs, [sending, upkeep]] {
        for statement in statements { try db.execute(sql: statement) }
      }
    }
    migrator.registerMigration("version 2", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: sendingPart)
    }
    migrator.registerMigration("version 3", foreignKeyChecks: .immediate) { db in
      for statement in itemTerms { try db.execute(sql: statement) }
    }
    return migrator
  }

  /// The tables that refer to an exchange.
  static let parts = ["contentUse", "log", "request", "annotation", "tag", "trash", "runPart"]

  // An exchange is a summary, the stored request and the event log, the latter two packed (`PackedBytes`). The tables
  // do not depend on kinds of events.
  //
  // `id` grows with each record, so lists, pages and searches are walks along the key, also if the clock was set back.
  // Small steps keep the search index small. `exchangeOfAddress` is for requests without an id.
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
      outcome TEXT NOT NULL,
      status INTEGER,
      failure TEXT,
      failureSentence TEXT,
      environment TEXT,
      bodySize INTEGER NOT NULL,
      requestID TEXT,
      root TEXT,
      address TEXT
    ) STRICT
    """,
    "CREATE INDEX exchangeOfRequest ON exchange (requestID, id) WHERE requestID IS NOT NULL",
    "CREATE INDEX exchangeOfAddress ON exchange (root, address, id) WHERE address IS NOT NULL",
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
  ]

  // Contents of more than a few bytes are rows of `content`, numbered by `contentUse`. `hash` finds possibly equal
  // contents. The bytes are in the row, in `contentChunk` (keys from `id << 20` on) or in a file. `missing` is why they
  // are incomplete.
  private static let contents = [
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
  // that searches list or complete.
  //
  // `searchState` is one row. Exchanges below `unindexedBelow` are not in the index yet. The highest keys that rows
  // have had (see `RowKey`) are here because each record changes the row anyway.
  private static let search = [
    searchTerms,
    "CREATE TABLE searchWord (term TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE searchState (
      unindexedBelow INTEGER NOT NULL,
      count INTEGER,
      lastExchange INTEGER NOT NULL,
      lastContent INTEGER NOT NULL
    ) STRICT
    """,
    "INSERT INTO searchState VALUES (\(Int64.min), 0, 0, 0)",
  ]

  // Exchanges below `itemsFrom` are in the index without the words of MessagePack and CBOR. They must be
  // removed without these words, too.
  private static let itemTerms = [
    "ALTER TABLE searchState ADD COLUMN itemsFrom INTEGER NOT NULL DEFAULT 0",
    "UPDATE searchState SET itemsFrom = (SELECT ifnull(max(id), 0) + 1 FROM exchange)",
  ]

  private static let searchTerms = """
    CREATE VIRTUAL TABLE exchangeTerms USING fts5 (
      terms, content='', detail='none', columnsize=0, tokenize="ascii tokenchars '\(termCharacters)'")
    """

  /// All ASCII punctuation, escaped for a string in a string.
  private static let termCharacters = ##"!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~"##

  /// Replaces the search index by an empty one.
  static func createTerms(_ db: Database) throws {
    try db.execute(sql: "DROP TABLE exchangeTerms")
    try db.execute(sql: searchTerms)
    try SearchIndex.markAllMissing(db)
  }

  // Deleted exchanges are in `trash` until they are pruned.
  private static let marks = [
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

  // The parts of a conversation that is being sent (`SendingPart`).
  private static let sendingPart = """
    CREATE TABLE sendingPart (
      sending TEXT NOT NULL REFERENCES sending (uuid) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      events BLOB NOT NULL,
      PRIMARY KEY (sending, number)
    ) STRICT, WITHOUT ROWID
    """

  // The remaining tasks of an interrupted pruning.
  private static let upkeep = "CREATE TABLE upkeep (task TEXT PRIMARY KEY NOT NULL) STRICT"
}
