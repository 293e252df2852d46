import Foundation
import GRDB
import RequestModel
import Testing

@testable import RequestStore

/// Finding exchanges by filters and words, in the index and before they are in it.
struct HistorySearchTests {
  private static let now = Date(timeIntervalSince1970: 1_790_000_000)

  /// The exchanges by their names.
  private static let exchanges: [Exchange] = [
    make(
      "Create order", "POST", "https://api.x.org/v1/orders?a=50%25", 201, age: 10, milliseconds: 20,
      body: #"{"firstName":"Zoë"}"#),
    make(
      "List", "GET", "https://api.x.org:8443/orders", 200, age: 3_600, milliseconds: 1_500, body: "needles and pins"),
    make("Broken", "GET", "http://shop.y.com/cart", 503, age: 86_400, milliseconds: 999, environment: "Staging EU"),
    make(
      "Missing", "DELETE", "http://shop.y.com/cart/ÄPFEL", 404, age: 2 * 86_400, milliseconds: 5,
      body: String(repeating: "x", count: 2_000)),
    make("Refused", "GET", "http://127.0.0.1:9/", nil, age: 40 * 86_400, milliseconds: 1),
  ]

  private static func make(
    _ name: String, _ method: String, _ url: String, _ status: Int?, age: Double, milliseconds: Int, body: String = "",
    environment: String? = "local"
  ) -> Exchange {
    var request = SavedRequest(method: method, url: url, id: RequestID("r-" + name))
    request.name = name
    let outcome: Outcome =
      if let status {
        .completed(
          Response(
            status: status, reason: "", httpVersion: "HTTP/1.1",
            headers: [Header("Content-Type", "application/json"), Header("X-Request", "abc" + name)],
            body: Data(body.utf8)))
      } else {
        .failed(Failure(.refused, "Refused"), partial: nil)
      }
    return Exchange(
      id: ExchangeID(), request: request, environment: environment, startedAt: now.addingTimeInterval(-age),
      sent: SentRequest(
        method: method, url: url, headers: [Header("User-Agent", "workbench/1")], body: Data("sent \(name)".utf8)),
      outcome: outcome, duration: .milliseconds(milliseconds))
  }

  private let history: HistoryStore

  init() throws {
    history = try HistoryStore.inMemory()
    for exchange in Self.exchanges.reversed() { try history.record(exchange) }
    try history.annotate(Self.exchanges[1].id) { $0.tags = ["slow", "Very Slow"] }
    try history.annotate(Self.exchanges[2].id) { ($0.note, $0.isPinned) = ("ask the operators", true) }
  }

  private func names(_ query: String) throws -> [String] {
    try history.summaries(matching: HistoryQuery(query), times: QueryTimes(now: Self.now, offset: 0)).map(\.name)
  }

  private static let filters: [(String, [String])] = [
    ("", ["Create order", "List", "Broken", "Missing", "Refused"]), ("status:5xx", ["Broken"]),
    ("status:404|2xx", ["Create order", "List", "Missing"]), ("status:>=404", ["Broken", "Missing"]),
    ("status:201-403", ["Create order"]), ("status:failed", ["Refused"]), ("status:refused", ["Refused"]),
    ("status:cancelled", []), ("-status:2xx", ["Broken", "Missing", "Refused"]),
    ("-status:failed", ["Create order", "List", "Broken", "Missing"]),
    ("method:post", ["Create order"]), ("-method:GET,DELETE", ["Create order"]),
    ("host:api.x", ["Create order", "List"]), ("host:8443", ["List"]), ("host:orders", []),
    ("-host:y.com", ["Create order", "List", "Refused"]), ("host:SHOP,127", ["Broken", "Missing", "Refused"]),
    ("env:\"staging eu\"", ["Broken"]), ("-env:local", ["Broken"]), ("env:loc", []),
    ("url:CART", ["Broken", "Missing"]), ("url:order", ["Create order", "List"]),
    ("-url:order", ["Broken", "Missing", "Refused"]),
    ("url:50%25", ["Create order"]), ("url:50_25", []), ("name:order", ["Create order"]), ("name:iss", ["Missing"]),
    ("since:1d", ["Create order", "List", "Broken"]), ("until:1d", ["Missing", "Refused"]),
    ("since:7d until:30m", ["List", "Broken", "Missing"]), ("-since:1d", ["Missing", "Refused"]),
    ("since:2026", ["Create order", "List", "Broken", "Missing", "Refused"]), ("until:2025", []),
    ("since:today", ["Create order", "List"]),
    ("time:>1s", ["List"]), ("time:<=5ms", ["Missing", "Refused"]), ("time:999ms", ["Broken"]),
    ("time:6ms-1s", ["Create order", "Broken"]), ("-time:>1s", ["Create order", "Broken", "Missing", "Refused"]),
    ("size:>1k", ["Missing"]), ("size:2000", ["Missing"]), ("size:0", ["Broken", "Refused"]),
    ("has:failure", ["Broken", "Missing", "Refused"]), ("has:body", ["Create order", "List", "Missing"]),
    ("has:tag", ["List"]), ("has:note", ["Broken"]), ("is:pinned", ["Broken"]),
    ("-is:pinned has:failure", ["Missing", "Refused"]),
    ("tag:slow", ["List"]), ("tag:\"very slow\"", ["List"]), ("tag:fast", []),
    ("-tag:slow status:2xx", ["Create order"]),
    ("request:r-List", ["List"]), ("request:R-LIST", []), ("has:failure host:shop method:get", ["Broken"]),
    ("orders", ["Create order", "List"]), ("ORDER create", ["Create order"]), ("der", ["Create order", "List"]),
    ("er", ["Create order", "List"]), ("-orders", ["Broken", "Missing", "Refused"]), ("\"e order\"", ["Create order"]),
    ("refused", ["Refused"]), ("äpfel", ["Missing"]), ("cart/", ["Missing"]), ("503", ["Broken"]),
    ("nothing", []), ("ordres", []),
  ]

  @Test(arguments: filters) func aFilterFindsTheExchangesThatMeetIt(query: String, expected: [String]) throws {
    #expect(try names(query) == expected)
  }

  /// Words of headers and bodies are found in the index only.
  @Test(arguments: [
    ("needles", ["List"]), ("needle", ["List"]), ("needl pins", ["List"]), ("eedle", []), ("\"needles and\"", ["List"]),
    ("zoë", ["Create order"]), ("name:list needles", ["List"]), ("firstname", ["Create order"]),
    ("firstName", ["Create order"]), ("sent", ["Create order", "List", "Broken", "Missing", "Refused"]),
    ("abcbroken", ["Broken"]), ("user-agent", ["Create order", "List", "Broken", "Missing", "Refused"]),
    ("application/json -needles", ["Create order", "Broken", "Missing"]), ("operators", ["Broken"]),
    ("-application status:failed", ["Refused"]), ("json has:failure", ["Broken", "Missing"]),
  ]) func aWordFindsHeadersBodiesAndNotes(query: String, expected: [String]) throws {
    #expect(try names(query) == expected)
  }

  @Test func wordsOfCBORAreFoundAsLongAsTheExchangeIsThere() throws {
    var packed = Self.make("Packed", "GET", "http://packed/", 200, age: 5, milliseconds: 1)
    packed.log.response = Response(
      status: 200, reason: "", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", "application/cbor")],
      body: Data([0xA1, 0x64, 0x6E, 0x61, 0x6D, 0x65, 0x66]) + Data("Quokka".utf8))
    try history.record(packed)
    #expect(try names("quokka name") == ["Packed"])
    try history.write { db in try SearchIndex(db: db, folder: nil).clear() }
    #expect(try history.completeIndex())
    #expect(try names("quokka") == ["Packed"])
    try history.delete([packed.id])
    #expect(try names("quokka") == [])
  }

  @Test(arguments: filters) func exchangesThatAreNotIndexedYetAreFoundByTheirColumns(
    query: String, expected: [String]
  ) throws {
    try history.write { db in try SearchIndex(db: db, folder: nil).clear() }
    if query == "host:orders" || query == "äpfel" { return }
    #expect(try names(query) == expected)
    _ = try history.write { db in try SearchIndex(db: db, folder: nil).fill(3) }
    #expect(try names(query) == expected)
    #expect(try history.completeIndex())
    #expect(try names(query) == expected)
  }

  @Test func pagesOfAFilterContinueEachOther() throws {
    let query = try HistoryQuery("has:failure")
    let all = try history.summaries(matching: query)
    let first = try history.summaries(matching: query, limit: 2)
    #expect(first + (try history.summaries(matching: query, before: first[1].id, limit: 2)) == all)
    #expect(all.count == 3)
  }

  @Test func aBeginningOfManyWordsFindsAllOfThem() throws {
    for number in 0..<150 {
      try history.record(Self.make("n", "GET", "http://n/", 200, age: 0, milliseconds: 1, body: "zebra\(number)x"))
    }
    #expect(try names("zebra").count == 150)
    #expect(try names("zebra149") == ["n"])
  }

  @Test func knownValuesAreThoseInHistory() throws {
    #expect(
      try history.knownValues()
        == HistoryQuery.KnownValues(
          statuses: ["200", "201", "404", "503"], methods: ["DELETE", "GET", "POST"],
          hosts: ["127.0.0.1:9", "api.x.org", "api.x.org:8443", "shop.y.com"], environments: ["local", "staging_eu"],
          tags: ["Very Slow", "slow"]))
  }

  @Test func anAnswerOfAProgramIsKeptAndFoundWithoutAStatus() throws {
    let store = try HistoryStore.inMemory()
    var answered = Exchange.sample(
      outcome: .completed(
        Response(
          status: Response.Head.noStatus, reason: "answered", httpVersion: "stdio", headers: [],
          body: Data(#"{"id":1}"#.utf8))))
    answered.request = SavedRequest(url: "stdio:uvx server")
    try store.record(answered)
    #expect(try store.exchange(answered.id) == answered)
    let found = try store.summaries(matching: HistoryQuery("method:stdio"))
    #expect(found.map(\.result) == [.status(Response.Head.noStatus)])
    #expect(try store.summaries(matching: HistoryQuery("status:200")) == [])
    #expect(try store.knownValues().statuses == [])
  }

  /// An exchange is removed from the index with the terms it was added with.
  @Test func theTermsOfAStoredExchangeAreThoseOfTheRecordedOne() throws {
    let store = try HistoryStore.inMemory()
    var exchanges = Self.exchanges
    var many = Exchange.sample()
    many.log.append(.message(.init(.sent, type: "text", .init(Data("hello wörld".utf8)))), at: .zero)
    many.log.append(
      .message(.init(.received, type: "text", .init(Data(String(repeating: "wörd ", count: 9_000).utf8)))), at: .zero)
    many.log.append(.check(.init("has items", isPassed: false, detail: "found none")), at: .zero)
    many.log.append(.other(kind: "x", document: ["a": "b"]), at: .zero)
    exchanges.append(many)
    var large = Exchange.sample()
    large.sent?.body = Data(String(repeating: "größe ", count: 300_000).utf8)
    exchanges += [large, Self.make("a\0b", "GET", "http://\0/", 200, age: 0, milliseconds: 1, body: "a\0b")]
    for exchange in exchanges { try store.record(exchange) }
    for exchange in exchanges { try store.delete([exchange.id]) }
    let terms = try store.write { db in
      try db.execute(sql: "INSERT INTO exchangeTerms (exchangeTerms) VALUES ('optimize')")
      try db.execute(sql: "CREATE VIRTUAL TABLE found USING fts5vocab('exchangeTerms', 'instance')")
      return try String.fetchAll(db, sql: "SELECT term FROM found")
    }
    #expect(terms == [])
  }

  /// Another rule would not find the term of a stored exchange again.
  @Test func theHostIsWhatFollowsTheFirstMarkOfAScheme() throws {
    let url = "proxy/a?next=http://index.test/"
    try history.record(Self.make("indexed", "GET", url, 200, age: 0, milliseconds: 1, body: ""))
    #expect(try names("host:index.test") == ["indexed"])
  }

  @Test func deletedExchangesAreRestored() throws {
    let ids = [Self.exchanges[2].id, Self.exchanges[0].id]
    #expect(try history.delete(ids + [ExchangeID()]) == ids)
    #expect(try names("") == ["List", "Missing", "Refused"])
    #expect(try names("is:pinned") == [])
    #expect(try history.count() == 3)
    #expect(Set(try history.deleted()) == Set(ids))
    #expect(try history.undelete(ids) == ids)
    #expect(try names("is:pinned") == ["Broken"])
    #expect(try names("operators") == ["Broken"])
    #expect(try history.count() == 5)
    #expect(try history.undelete(ids) == [])
  }

  @Test func pruningErasesDeletedExchangesAndKeepsPinnedOnes() throws {
    try history.delete([Self.exchanges[0].id])
    #expect(try history.pruneCount(PruneRules(olderThan: Self.now)) == 4)
    #expect(try history.prune(PruneRules(olderThan: Self.now)) == HistoryStore.Pruned(count: 4))
    #expect(try names("") == ["Broken"])
    #expect(try history.undelete([Self.exchanges[0].id]) == [])
    #expect(try history.count() == 1)
  }

  @Test func largeExchangesArePruned() throws {
    #expect(try history.prune(PruneRules(largerThan: 1_000)) == HistoryStore.Pruned(count: 1))
    #expect(try names("") == ["Create order", "List", "Broken", "Refused"])
  }
}
