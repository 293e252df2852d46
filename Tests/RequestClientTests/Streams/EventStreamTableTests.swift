import Foundation
import Testing

@testable import RequestClient

/// The rules of event streams (WHATWG HTML, section 9.2.6) as streams of bytes, each cut at every byte.
struct EventStreamTableTests {
  private static func event(_ data: String, _ event: String = "message", id: String = "", retry: Int? = nil)
    -> StreamItem
  {
    .event(ServerSentEvent(event: event, data: data, id: id, retry: retry.map { .milliseconds($0) }))
  }

  private static let table: [(stream: String, items: [StreamItem])] = [
    // Line endings, also mixed.
    ("data: a\n\n", [event("a")]), ("data: a\r\r", [event("a")]), ("data: a\r\n\r\n", [event("a")]),
    ("data: a\n\r\n", [event("a")]), ("data: a\r\n\r", [event("a")]), ("data: a\r\n\n", [event("a")]),
    ("data: a\r\rdata: b\n\ndata: c\r\n\r\n", [event("a"), event("b"), event("c")]),
    ("\n\r\r\n\ndata: a\n\n\n\n", [event("a")]),
    // The mark at the start, and elsewhere.
    ("\u{FEFF}data: a\n\n", [event("a")]), ("\u{FEFF}\u{FEFF}data: a\n\n", []), ("\u{FEFF}\ndata: a\n\n", [event("a")]),
    ("data: a\n\n\u{FEFF}data: b\n\n", [event("a")]), ("\u{FEFF}: c\n", [.comment("c")]),
    // Data.
    ("data\n\n", [event("")]), ("data:\n\n", [event("")]), ("data\ndata\n\n", [event("\n")]),
    ("data: a\ndata:\ndata: b\n\n", [event("a\n\nb")]), ("data:a\n\ndata:  a\n\n", [event("a"), event(" a")]),
    ("data: \u{301}x\n\n", [event("\u{301}x")]), ("data:\ta\n\n", [event("\ta")]),
    ("data: a:b: c\n\n", [event("a:b: c")]),
    ("data: €😀\n\n", [event("€😀")]), ("data: a\u{0}b\n\n", [event("a\u{0}b")]),
    ("data: \u{FEFF}a\n\n", [event("\u{FEFF}a")]),
    // Fields without a colon, unknown ones, spaces and letters of other cases.
    ("event\nid\nretry\ndata: a\n\n", [event("a")]), ("unknown: x\nunknown\ndata: a\n\n", [event("a")]),
    (" data: a\ndata : b\nDATA: c\n\n", []), ("event: t\ndata: a\n\ndata: b\n\n", [event("a", "t"), event("b")]),
    ("event: t\n\ndata: a\n\n", [event("a")]), ("event: t\nevent:\ndata: a\n\n", [event("a")]),
    // Comments.
    (":\n\n", [.comment("")]), (": a\n:b\n", [.comment("a"), .comment("b")]),
    ("data: a\n: c\ndata: b\n\n", [.comment("c"), event("a\nb")]), (": no end", []),
    // IDs last until another one, also without data.
    ("id: 1\ndata: a\n\ndata: b\n\n", [event("a", id: "1"), event("b", id: "1")]),
    ("id: 1\n\ndata: a\n\n", [event("a", id: "1")]),
    ("id: 1\ndata: a\n\nid\ndata: b\n\n", [event("a", id: "1"), event("b")]),
    ("id: 1\u{0}2\ndata: a\n\n", [event("a")]), ("id: 1\nid: 2\u{0}\ndata: a\n\n", [event("a", id: "1")]),
    // Retry times are digits alone.
    ("retry: 15\ndata: a\n\n", [event("a", retry: 15)]), ("retry: 1x\ndata: a\n\n", [event("a")]),
    ("retry: -1\nretry: +1\nretry: 1.5\nretry:\nretry: ٣\ndata: a\n\n", [event("a")]),
    ("retry: 99999999999999999999\ndata: a\n\n", [event("a")]),
    ("retry: 5\nretry: x\ndata: a\n\n", [event("a", retry: 5)]),
    // The end of the stream.
    ("data: a", []), ("data: a\n", []), ("data: a\r", []), ("", []), ("data: a\n\ndata: b\n", [event("a")]),
  ]

  private static func items(_ chunks: some Sequence<Data>) -> [StreamItem] {
    var parser = EventStreamParser(limit: 1 << 20)
    return chunks.flatMap { parser.parse($0) }
  }

  @Test(arguments: table.indices)
  func aStreamHasTheSameEventsWhereverItIsCut(_ row: Int) {
    let (stream, expected) = Self.table[row]
    let bytes = Data(stream.utf8)
    for cut in 0...bytes.count {
      #expect(
        Self.items([bytes.prefix(cut), bytes.dropFirst(cut)]) == expected, "\(stream.debugDescription) at \(cut)")
    }
    #expect(Self.items(bytes.map { Data([$0]) }) == expected, "\(stream.debugDescription) byte by byte")
  }

  @Test func bytesThatAreNoTextAreReplaced() {
    let bytes = Data("data: a".utf8) + [0xFF] + Data("b\nid: ".utf8) + [0xC3] + Data("\n\n".utf8)
    for cut in 0...bytes.count {
      #expect(
        Self.items([bytes.prefix(cut), bytes.dropFirst(cut)]) == [Self.event("a\u{FFFD}b", id: "\u{FFFD}")], "at \(cut)"
      )
    }
  }

  @Test func theAwkwardStreamHasSixEvents() {
    let stream =
      "\u{FEFF}data: a\r\ndata: b\r\n\r\ndata\n\nid: 1\u{0}2\ndata:x\n\nid: 7\nretry: 1500\nevent: t\rdata: y\r\r"
      + ": c\n\nid\ndata: z\n\nretry: 1x\ndata:  two spaces\n\ndata: cut off"
    #expect(
      Self.items([Data(stream.utf8)]) == [
        Self.event("a\nb"), Self.event(""), Self.event("x"), Self.event("y", "t", id: "7", retry: 1500), .comment("c"),
        Self.event("z"), Self.event(" two spaces"),
      ])
  }

  @Test(arguments: [
    ("application/x-ndjson; charset=utf-8", "{\"a\":1}\r\n\n{\"b\":2}\n3"),
    ("Application/JSONL", "{\"a\":1}\n{\"b\":2}\n\n3\n"),
    ("application/json-seq", "\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n\u{1E}3\n"),
    ("application/geo+json-seq", "\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n\u{1E}3\n"),
  ])
  func linesAndRecordsAreTheSameWhereverTheyAreCut(_ type: String, _ body: String) throws {
    let bytes = Data(body.utf8)
    for cut in 0...bytes.count {
      var reader = try #require(StreamItemReader(contentType: type))
      let items = reader.read(bytes.prefix(cut)) + reader.read(bytes.dropFirst(cut)) + reader.end()
      #expect(items == ["{\"a\":1}", "{\"b\":2}", "3"].map { .line(Data($0.utf8)) }, "at \(cut)")
    }
  }

  @Test(arguments: [nil, "", "application/json", "text/plain", "text/event-streams", "application/x-ndjsonx"])
  func anotherBodyIsNoStream(_ type: String?) { #expect(StreamItemReader(contentType: type) == nil) }
}
