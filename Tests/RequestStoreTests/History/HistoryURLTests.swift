import GRDB
import RequestModel
import Testing

@testable import RequestStore

@Suite struct HistoryURLTests {
  @Test func theURLsSentMostOftenComeFirstAndMaskedOnesAreLeftOut() throws {
    let history = try HistoryStore(DatabaseQueue(), path: ":memory:")
    for (second, url) in ["http://a/1", "http://a/2", "http://a/2", "http://a/3?key=••••••", "http://a/4"].enumerated()
    {
      var exchange = Exchange.sample(startedAt: Double(second))
      exchange.sent?.url = url
      try history.record(exchange)
    }
    let found = try history.urls(ofLast: 100)
    #expect(found.map(\.url) == ["http://a/2", "http://a/4", "http://a/1"])
    #expect(found.map(\.uses) == [2, 1, 1])
    #expect(try history.urls(ofLast: 1).map(\.url) == ["http://a/4"])
  }

  @Test func urlsOfRequestsAreThoseOfTheirFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("shop/a.json", #"{"url": "{{base}}/a", "name": "First"}"#)
    try folder.write("shop/b.json", #"{"url": "http://b.example"}"#)
    try folder.write("shop/broken.json", "{")
    #expect(
      try folder.store.requestURLs(limit: 10) == [
        StoredURL(title: "First", url: "{{base}}/a"), StoredURL(title: "b", url: "http://b.example"),
      ])
    #expect(try folder.store.requestURLs(limit: 1).count == 1)
  }
}
