import Foundation

/// Opens history for a command, and finds exchanges by what users type.
enum HistoryAccess {
  static func folders() throws -> UserFolders { try UserFolders(environment: ProcessInfo.processInfo.environment) }

  /// Opens the history, also if it can only be read.
  static func open() throws -> HistoryStore {
    let path = try folders().history
    do throws(HistoryError) {
      return OpenHistories.closing(try HistoryStore(path: path))
    } catch {
      return try HistoryStore(reading: path, because: error)
    }
  }

  /// Joins words of the command line to a query, and restores the quotes that the shell has removed.
  ///
  /// - Throws: A usage error with the position of a mistake.
  static func query(_ words: [String]) throws -> HistoryQuery {
    try CommandExit.failing(with: CommandExit.usage, "Cannot read the query, ") {
      try HistoryQuery(words.map(word).joined(separator: " "))
    }
  }

  private static func word(_ word: String) -> String {
    guard word.contains(where: \.isWhitespace), !word.contains("\"") else { return word }
    guard let colon = word.firstIndex(of: ":"), !word[..<colon].contains(where: \.isWhitespace) else {
      // Several words in one argument are a query of their own if one of them is a filter.
      return word.contains(":") ? word : HistoryQuery.quoted(word)
    }
    let value = word[word.index(after: colon)...]
    return value.contains(":") ? word : word[...colon] + HistoryQuery.quoted(String(value))
  }

  /// - Throws: A usage error if there is no such exchange, or several.
  static func id(_ text: String, in history: HistoryStore) throws -> ExchangeID {
    guard let match = try match(text, in: history) else { throw unknown(text) }
    return match
  }

  static func exchange(_ text: String, in history: HistoryStore) throws -> Exchange {
    guard let exchange = try find(text, in: history) else { throw unknown(text) }
    return exchange
  }

  /// Returns `nil` if there is no such exchange.
  ///
  /// - Throws: A usage error if there are several.
  static func find(_ text: String, in history: HistoryStore) throws -> Exchange? {
    try match(text, in: history).flatMap { try history.exchange($0) }
  }

  private static func match(_ text: String, in history: HistoryStore) throws -> ExchangeID? {
    let matches = try ExchangeID(text).map { [$0] } ?? history.identifiers(startingWith: text)
    guard matches.count <= 1 else {
      throw CommandExit.usageError("\"\(text)\" is the beginning of \(matches.count) ids — type more letters")
    }
    return matches.first
  }

  private static func unknown(_ text: String) -> any Error {
    CommandExit.usageError("No exchange has the id \"\(text)\" — workbench history list shows them")
  }
}

extension HistoryStore {
  /// The newest exchange of a request, by its id, or else by the address of its file.
  func newest(_ id: RequestID?, at address: Address, in root: String) throws -> ExchangeSummary? {
    try id.flatMap { try exchanges(of: $0, limit: 1).first } ?? newest(at: address, in: root)
  }
}
