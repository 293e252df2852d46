import RequestBasics
import Testing

/// RFC 3986, section 2, and `application/x-www-form-urlencoded` of the URL Standard.
struct PercentEncodingTests {
  private static let text = "a b*c~d-e._f/é%"

  @Test func aFormHasPlusesForSpacesAndLeavesFourMarks() {
    #expect(PercentEncoding.form(Self.text) == "a+b*c%7Ed-e._f%2F%C3%A9%25")
  }

  @Test func aComponentLeavesUnreservedCharacters() {
    #expect(PercentEncoding.component(Self.text) == "a%20b%2Ac~d-e._f%2F%C3%A9%25")
    #expect(PercentEncoding.encode("a/b c".utf8, keepsSlash: true) == "a/b%20c")
  }

  @Test(arguments: [
    ("a%20b%2f", false, "a b/"), ("a+b", false, "a+b"), ("a+b", true, "a b"), ("100%", false, "100%"),
    ("%4", false, "%4"), ("%zz%41", false, "%zzA"),
  ])
  func onlyCompleteEscapesAreDecoded(text: String, plusIsSpace: Bool, decoded: String) {
    #expect(String(decoding: PercentEncoding.decode(text, plusIsSpace: plusIsSpace), as: UTF8.self) == decoded)
  }
}
