import Testing

@testable import RequestBasics

struct JSONEscapeTests {
  @Test(arguments: [
    (#"a\"\\\/b"#, "a\"\\/b"), (#"\b\f\n\r\t"#, "\u{8}\u{C}\n\r\t"), (#"\u00e9\u4E2d"#, "é中"),
    (#"\ud83d\ude00!"#, "😀!"),
    (#"\ud800"#, "\u{FFFD}"), (#"\ud800\u0041"#, "\u{FFFD}A"), (#"\ude00\ud83d"#, "\u{FFFD}\u{FFFD}"), ("é", "é"),
    (#"\d\u12 \n\"#, "du12 \n\\"),
  ])
  func stringsAreDecoded(escaped: String, expected: String) {
    #expect(JSONString(escaped: escaped).value == expected)
  }

  @Test func loneSurrogatesStayDistinctWhereTheyAreKept() {
    func decode(_ escaped: String) -> [UInt8] {
      var escaped = escaped
      return escaped.withUTF8 { JSONEscape.decode(UnsafeRawBufferPointer($0), keepsSurrogates: true) }
    }
    #expect(decode(#"a\ud800"#) == [0x61, 0xED, 0xA0, 0x80])
    #expect(decode(#"\udfff\ufffd"#) == [0xED, 0xBF, 0xBF, 0xEF, 0xBF, 0xBD])
    #expect(JSONString(escaped: #"\ud83d\ude00 \ud83d."#).loneSurrogate == #"\ud83d"#)
    #expect(JSONString(escaped: #"\ud83d\ude00 \\ud83d."#).loneSurrogate == nil)
  }

  @Test func pointersEscapeTheirTokens() {
    let tokens = ["a/b", "~1", "", "é"]
    #expect(JSONPointer.text(tokens) == "/a~1b/~01//é")
    #expect(JSONPointer.tokens("/a~1b/~01//é") == tokens)
  }
}
