import RequestBasics
import Testing

/// The HTML Standard, 13.2.5.72 to 13.2.5.80, and its names of ASCII, Latin-1 and HTML 4.
struct HTMLEntityTests {
  @Test(arguments: [
    ("&lt;a&gt; &amp;&quot;&apos;", "<a> &\"'"), ("&nbsp;&eacute;&yuml;", "\u{A0}éÿ"), ("&euro;&hellip;", "€…"),
    ("&commat;&sol;&thetasym;", "@/ϑ"), ("&amp;lt;", "&lt;"), ("&AMP;&Eacute;", "&É"),
  ])
  func namesAreDecodedOnce(text: String, decoded: String) { #expect(HTMLEntities.decoded(text) == decoded) }

  @Test(arguments: [
    ("&#65;&#x42;&#X63;", "ABc"), ("&#0000065;", "A"), ("&#128273;&#x1F511;", "🔑🔑"), ("&#65 foo", "A foo"),
    ("&#x41g", "Ag"), ("&#65", "A"), ("&#39;;", "';"), ("e&#x301;", "e\u{301}"), ("&\u{301}&#65;", "&\u{301}A"),
  ])
  func numbersNeedNoSemicolon(text: String, decoded: String) { #expect(HTMLEntities.decoded(text) == decoded) }

  @Test(arguments: ["&#xD800;", "&#xDFFF;", "&#xD83D", "&#0;", "&#x110000;", "&#99999999999999999999;"])
  func aNumberOfNoCharacterIsTheReplacementCharacter(text: String) {
    #expect(HTMLEntities.decoded("a" + text + "z") == "a\u{FFFD}z")
  }

  @Test(arguments: [
    "", "&", "&;", "&#;", "&#x;", "&#g", "&amp", "&lt x", "&a=1&b=2", "& amp;", "&unknown;", "&ampampampamp;", "&é;",
  ])
  func otherTextIsKept(text: String) { #expect(HTMLEntities.decoded(text) == text) }

  @Test func escapedTextIsDecodedToItself() {
    let text = "<a href=\"b?c&amp;d\">'é'</a>"
    #expect(
      HTMLEntities.escaped(text)
        == "&lt;a href=&quot;b?c&amp;amp;d&quot;&gt;&#x27;é&#x27;&lt;/a&gt;")
    #expect(HTMLEntities.decoded(HTMLEntities.escaped(text)) == text)
  }
}
