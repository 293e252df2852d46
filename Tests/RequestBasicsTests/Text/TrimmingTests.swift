import RequestBasics
import Testing

struct TrimmingTests {
  private static let cases: [(text: String, trimmed: String, atEnd: String)] = [
    ("", "", ""), ("  ", "", ""), ("a", "a", "a"), (" a b  ", "a b", " a b"),
  ]

  @Test func elementsAtTheEndsThatFitAreLeftOut() {
    for (text, trimmed, atEnd) in Self.cases {
      #expect(String(text.trimming(while: { $0 == " " })) == trimmed)
      #expect(String(text.trimmingSuffix(while: { $0 == " " })) == atEnd)
    }
  }

  @Test func whiteSpaceIsTrimmedByScalars() {
    #expect(" \u{301}a\r\n".trimmingWhitespace == "\u{301}a" && " \t\u{A0}".trimmingWhitespace == "")
    #expect("  \ta  ".trimmingSpaces == "\ta")
  }

  @Test func textsAreSeparatedByScalars() {
    // The Greek question mark is the same character as a semicolon.
    #expect("a;b\u{37E}c".parts(separatedByText: ";") == ["a", "b\u{37E}c"])
    #expect("a,\u{301}b".parts(separatedByText: ",") == ["a", "\u{301}b"])
    #expect("a, b,".parts(separatedByText: ", ") == ["a", "b,"] && "".parts(separatedByText: ",") == [""])
  }

  @Test func numbersHaveZerosBeforeThem() {
    #expect([0, 7, 255, 4096].map { $0.padded(to: 3, radix: 16) } == ["000", "007", "0ff", "1000"])
    #expect(UInt64.max.padded(to: 1) == "18446744073709551615")
  }
}
