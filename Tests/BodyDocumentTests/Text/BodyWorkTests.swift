import BodyDocument
import TestSupport
import Testing

/// Bodies that are made to take long.
@Suite(.timeLimit(.minutes(3))) struct BodyWorkTests {
  @Test(arguments: [
    ("application/json", "[[[", "]]]"), ("application/json", "{\"a\":\"\\ud83d\\ude00\",", ""),
    ("text/html", "<b>", ""),
    ("text/html", "<b></i>", ""), ("text/html", "<p><table><a>", ""), ("text/html", "<a b='", ""),
    ("text/html", "<script><!--", ""), ("application/xml", "<a><b/>", "</a>"), ("application/xml", "<!-- ", ""),
    ("application/xml", "&a;", ""), ("text/csv", "\"a,", ""), ("text/csv", "a,", ""), ("text/plain", "\u{301}", ""),
    ("text/plain", "\n", ""), ("application/x-www-form-urlencoded", "a=%&", ""),
    ("multipart/form-data; boundary=a", "--a\r\nA: b\r\n\r\n", ""), ("text/event-stream", "data: a\n", ""),
  ])
  func fourTimesTheBodyIsFourTimesTheWork(_ type: String, _ start: String, _ end: String) {
    let make: @Sendable (Int) -> String = { count in
      String(repeating: start, count: count) + String(repeating: end, count: count)
    }
    let factor = Work(type, make) { text in _ = BodyDocument(text, as: type) }.factor
    #expect(factor < Work.most, "\(type) \(start): \(factor) times")
  }
}
