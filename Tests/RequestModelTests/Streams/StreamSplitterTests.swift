import Foundation
import RequestModel
import Testing

@Suite struct StreamSplitterTests {
  private func parts(_ text: String, _ format: StreamFormat, most: Int = 100) -> [String] {
    StreamSplitter.parts(of: Data(text.utf8), format, most: most).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("", []), ("\n\r\n", []), ("data: a\n\ndata: b\n\n", ["data: a\n\n", "data: b\n\n"]),
      ("a: 1\r\n\r\nb: 2\r\n\r\n", ["a: 1\r\n\r\n", "b: 2\r\n\r\n"]), ("a\r\rb\r\r", ["a\r\r", "b\r\r"]),
      (": hi\n\n\n\nid: 1\ndata: a\n\ndata: cut", [": hi\n\n\n\n", "id: 1\ndata: a\n\n", "data: cut"]),
    ] as [(String, [String])])
  func anEmptyLineEndsAnEvent(_ text: String, _ expected: [String]) { #expect(parts(text, .events) == expected) }

  @Test(
    arguments: [
      ("", []), ("1\n2\n", ["1\n", "2\n"]), ("{\"a\": 1}\r\n\r\n [2]", ["{\"a\": 1}\r\n\r\n ", "[2]"]),
    ] as [(String, [String])])
  func aLineIsAPart(_ text: String, _ expected: [String]) { #expect(parts(text, .lines) == expected) }

  @Test(
    arguments: [
      ("", []), ("\u{1E}1\n\u{1E}{\n}\n", ["\u{1E}1\n", "\u{1E}{\n}\n"]), ("1\u{1E}\u{1E}2", ["1", "\u{1E}\u{1E}2"]),
    ] as [(String, [String])])
  func aRecordBeginsWithItsSeparator(_ text: String, _ expected: [String]) {
    #expect(parts(text, .records) == expected)
  }

  @Test func noMorePartsAreLookedForThanAskedFor() { #expect(parts("1\n2\n3\n", .lines, most: 2) == ["1\n", "2\n"]) }

  @Test(
    arguments: [
      ("text/event-stream; charset=utf-8", .events), ("application/x-ndjson", .lines), ("Application/JSONL ", .lines),
      ("application/json-seq", .records), ("application/geo+json-seq", .records), ("application/json", nil), (nil, nil),
    ] as [(String?, StreamFormat?)])
  func theMediaTypeSaysTheFormat(_ type: String?, _ format: StreamFormat?) {
    #expect(StreamFormat(contentType: type) == format)
  }
}
