import Foundation
import GRDB
import RequestModel

@testable import RequestStore

extension HistoryStore {
  /// Returns everything that history stores, decompressed, to search for what must not be stored.
  func dump() throws -> Data {
    var dump = try read { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      return try tables.reduce(into: Data()) { dump, table in
        for row in try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"") {
          for value in row.databaseValues { dump += Self.plain(value) + Data("\n".utf8) }
        }
      }
    }
    for name in folder.flatMap({ try? FileManager.default.contentsOfDirectory(atPath: $0.path) }) ?? [] {
      dump += folder?.read(name) ?? Data()
    }
    return dump
  }

  private static func plain(_ value: DatabaseValue) -> Data {
    switch value.storage {
    case .blob(let bytes): (try? PackedBytes.unpack(bytes)) ?? bytes
    case .string(let text): Data(text.utf8)
    default: Data()
    }
  }
}

extension HistoryStore {
  func summaries(matching text: String, limit: Int = 200) throws -> [ExchangeSummary] {
    try summaries(matching: HistoryQuery(text), limit: limit, times: QueryTimes(offset: 0))
  }
}

extension Data {
  /// Returns incompressible bytes, the same for the same seed.
  static func incompressible(_ count: Int, seed: UInt64 = 0) -> Data {
    var numbers = SplitMix64(seed: seed)
    var words = [UInt64](repeating: 0, count: (count + 7) / 8)
    for index in words.indices { words[index] = numbers.next() }
    return words.withUnsafeBytes { Data($0.prefix(count)) }
  }
}
