import Foundation
import RequestModel
import Testing

@Suite struct UseTableTests {
  private static let day = 24.0 * 3600
  private static func date(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + days * day) }

  @Test func moreUsesWeighMore() {
    var table = UseTable()
    table.add("once", at: Self.date(0))
    for _ in 0..<3 { table.add("often", at: Self.date(0)) }
    #expect(table.ranked == ["often", "once"])
  }

  @Test func aRecentUseWeighsMoreThanSomeOldOnes() {
    var table = UseTable()
    for _ in 0..<3 { table.add("old", at: Self.date(0)) }
    table.add("new", at: Self.date(30))
    #expect(table.ranked == ["new", "old"])
  }

  @Test func theBonusHalvesNothingButTheRank() {
    var table = UseTable()
    table.add("a", at: Self.date(0))
    table.add("a", at: Self.date(0))
    table.add("b", at: Self.date(0))
    #expect(table.bonus("a") == 40)
    #expect(table.bonus("b") == 36)
    #expect(table.bonus("c") == 0)
  }

  @Test func theLeastUsedAreForgotten() {
    var table = UseTable()
    for number in 0..<UseTable.limit + 10 { table.add("\(number)", at: Self.date(Double(number))) }
    #expect(table.weights.count == UseTable.limit)
    #expect(table.weights["9"] == nil)
    #expect(table.weights["10"] != nil)
  }

  @Test func weightsThatAreNoNumbersAreLeftOut() {
    #expect(UseTable(weights: ["a": .nan, "b": .infinity, "c": 1]).weights == ["c": 1])
  }

  @Test func clocksThatJumpDoNoHarm() {
    var table = UseTable()
    table.add("a", at: .distantFuture)
    table.add("a", at: .distantPast)
    table.add("b", at: Self.date(0))
    #expect(table.ranked == ["a", "b"])
  }
}
