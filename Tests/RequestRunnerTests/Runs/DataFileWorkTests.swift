import Foundation
import TestSupport
import Testing

@testable import RequestRunner

/// Data files that are made to take long.
@Suite(.timeLimit(.minutes(2))) struct DataFileWorkTests {
  @Test(arguments: rows) func fourTimesTheInputIsFourTimesTheWork(_ work: Work) {
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  private static func file(_ work: String, _ name: String, _ make: @escaping @Sendable (Int) -> String) -> Work {
    Work("\(name): \(work)", make) { text in
      var rows = try DataFile(name: name, bytes: Data(text.utf8)).rows
      while try rows.next() != nil {}
    }
  }

  private static var rows: [Work] {
    let columns: @Sendable (Int) -> String = { count in (0..<count).map { "a\($0)" }.joined(separator: ",") }
    var rows: [Work] = []
    rows.append(file("many columns", "a.csv") { columns($0) + "\n" + columns($0) + "\n" })
    rows.append(file("many rows", "a.csv") { "a,b\n" + String(repeating: "1,\"2\"\n", count: $0) })
    rows.append(file("open quotes", "a.csv") { "a\n" + String(repeating: "\"a,", count: $0) + "\n" })
    rows.append(file("many lines", "a.jsonl") { String(repeating: "{\"a\":1}\n", count: $0) })
    return rows
  }
}
