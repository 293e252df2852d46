import Foundation
import RequestModel
import Testing

@testable import RequestStore

/// Names, URLs and times as users and their clocks make them.
struct HistoryNameTests {
  private let history: HistoryStore

  init() throws { history = try .inMemory() }

  private static let composed = "Caf\u{E9}"
  private static let decomposed = "Cafe\u{301}"

  @discardableResult
  private func record(_ name: String, at address: String = "a.json", id: String? = nil) throws -> ExchangeID {
    var exchange = Exchange.sample()
    exchange.request = SavedRequest(method: "GET", url: "http://x/", id: id.map { RequestID($0) })
    exchange.request.name = name
    exchange.origin = Exchange.Origin(root: "/r", address: Address(address))
    try history.record(exchange)
    return exchange.id
  }

  @Test(arguments: [
    "Order", "order", composed, decomposed, String(repeating: "x", count: 300), "two\nlines", "tab\tquote\"", "🙂👨‍👩‍👧",
    "日本語 の注文",
    "percent 100% _under_ back\\slash", "-minus", "status:500", "NUL \u{2400}",
  ]) func aNameIsKeptAndFound(name: String) throws {
    let id = try record(name)
    try record("something else")
    let found = try history.summaries(matching: HistoryQuery("name:" + HistoryQuery.quoted(name)))
    #expect(found.map(\.id) == [id])
    #expect(found.first.map { Array($0.name.utf8) } == Array(name.utf8))
    #expect(try history.exchange(id)?.request.name.map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test func filesThatDifferInCaseOrNormalisationHaveTheirOwnExchanges() throws {
    let addresses = [Self.composed, Self.decomposed, "order", "Order"].map { $0 + ".json" }
    let ids = try addresses.map { try record("n", at: $0) }
    for (address, id) in zip(addresses, ids) {
      #expect(try history.newest(at: Address(address), in: "/r")?.id == id, "\(Array(address.utf8))")
      #expect(try history.statistics(at: Address(address), in: "/r").count == 1)
    }
  }

  @Test func tagsKeepTheirSpellingAndAreFoundInAnyCase() throws {
    let id = try record("n")
    let long = String(repeating: "t", count: 300)
    try history.annotate(id) { $0.tags = ["Release", Self.decomposed, "🙂", "two\nlines", long, " "] }
    #expect(Set(try history.annotation(of: id)?.tags ?? []) == ["Release", Self.decomposed, "🙂", "two lines", long])
    for tag in ["release", "RELEASE", Self.decomposed, "🙂", "two lines", long] {
      let query = try HistoryQuery("tag:" + HistoryQuery.quoted(tag))
      #expect(try history.summaries(matching: query).map(\.id) == [id], "\(tag)")
    }
  }

  @Test func exchangesStayWithARequestThatIsRenamedAndMoved() throws {
    let before = try record("Old name", at: "old.json", id: "r1")
    let after = try record("New name", at: "folder/new.json", id: "r1")
    #expect(try history.exchanges(of: RequestID("r1")).map(\.id) == [after, before])
    #expect(try history.summaries(matching: "request:r1").map(\.name) == ["New name", "Old name"])
    #expect(try history.statistics(of: RequestID("r1")).count == 2)
  }

  // MARK: Clocks

  @Test func aClockThatJumpsBackLosesNothing() throws {
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let times = QueryTimes(now: now, offset: 0)
    // Recorded with a clock two years ahead, which then was set right.
    let offsets: [Double] = [2 * 365 * 86_400, -60, -3 * 86_400]
    for offset in offsets {
      try history.record(.sample(startedAt: now.addingTimeInterval(offset).timeIntervalSinceReferenceDate))
    }
    func found(_ query: String) throws -> [Double] {
      try history.summaries(matching: HistoryQuery(query), times: times).map { $0.startedAt.timeIntervalSince(now) }
    }
    #expect(try found("") == offsets.reversed())
    #expect(try found("since:1h") == [-60, offsets[0]])
    #expect(try found("until:1d") == [-259_200])
    #expect(try found("since:2d until:2y") == [])
    #expect(try history.apply(Retention(days: 2), now: now).count == 1)
    #expect(try found("") == [-60, offsets[0]])
    // The number counts from the last recorded, whatever their times.
    #expect(try history.apply(Retention(count: 1), now: now).count == 1)
    #expect(try found("") == [-60])
  }

  @Test func limitsAreTyped() throws {
    #expect(try Retention("10000 30d 1G") == Retention(count: 10_000, days: 30, size: 1 << 30))
    #expect(try Retention(" 1g, 5 ") == Retention(count: 5, size: 1 << 30))
    #expect(try Retention("") == Retention())
    for limits in [Retention(count: 7, days: 1, size: 1_500), Retention(size: 3 << 20), Retention(days: 2)] {
      #expect(try Retention(limits.text) == limits)
    }
    for word in ["many", "-5", "0", "0d", "1X"] {
      let mistake = #expect(throws: Retention.Mistake.self) { try Retention("30d \(word)") }
      #expect(mistake?.word == word)
    }
  }

  @Test func limitsAreAppliedAgainAfterSoManyRecordsOrBytes() {
    var pace = RetentionPace()
    let steps = [(5, 0), (104, 0), (105, 0), (106, 0), (107, 32 << 20), (108, 33 << 20), (20, 0), (119, 0), (120, 0)]
    #expect(
      steps.map { pace.isDue(count: $0.0, size: $0.1) }
        == [false, false, true, false, true, false, false, false, true])
  }
}
