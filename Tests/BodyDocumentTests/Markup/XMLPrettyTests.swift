import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct XMLPrettyTests {
  private let feed = """
    <?xml version="1.0" encoding="UTF-8"?><!-- a feed --><rss version="2.0"><channel><title>News &amp; more</title>
    <item><title>One</title><link>https://a.example/1</link></item><item><title/></item>
      <item></item>text <b>bold</b> tail</channel></rss>
    """

  @Test func theValueOfAnElementIsItsText() {
    let body = "<a><b id='1'>x &lt; y &#x41;&amp;lt; &no;</b><c/><d><![CDATA[1 &lt; 2]]></d></a>"
    let document = BodyDocument(body, as: "application/xml")
    let values = (0..<document.lineCount).map { line in
      document.lineOfValue(at: line).flatMap { document.value(at: $0) }
    }
    #expect(values.contains("x < y A&lt; &no;") && values.contains("<c/>"))
    #expect(values.first == body && values.last == body)
  }

  @Test(arguments: [
    ("<a><c> x  y </c></a>", "application/xml", 1, " x  y "),
    ("<a>\n  <c>\n    1 &lt; 2\n  </c>\n</a>", "application/xml", 1, "\n    1 < 2\n  "),
    ("<pre>\n  keep   this\n</pre>", "text/html", 0, "\n  keep   this\n"),
    ("<ul><li>one \n<li>two</ul>", "text/html", 1, "one \n"),
  ])
  func theValueOfAnElementKeepsItsWhiteSpace(body: String, type: String, line: Int, value: String) {
    #expect(BodyDocument(body, as: type).value(at: line) == value)
  }

  @Test func preformattedTextOfOneLineIsShownWithItsWhiteSpace() {
    let body = "<div><pre>  a  b </pre><p>  c </p><textarea> d </textarea></div>"
    #expect(
      BodyDocument(body, as: "text/html").screen == """
        <div>
          <pre>  a  b </pre>
          <p>c</p>
          <textarea> d </textarea>
        </div>
        """)
  }

  @Test func theNamesOfHTMLAreDecodedInTheValueOfAnElement() {
    let document = BodyDocument("<p>caf&eacute; &euro; &nope;</p>", as: "text/html")
    #expect(document.lineOfValue(at: 0).flatMap { document.value(at: $0) } == "café € &nope;")
  }

  @Test func everyElementHasALineOfItsOwnAndShortTextStandsInIt() {
    let document = BodyDocument(feed, as: "application/rss+xml")
    #expect(document.format == .xml)
    #expect(document.notice == nil)
    #expect(
      document.screen == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a feed -->
        <rss version="2.0">
          <channel>
            <title>News &amp; more</title>
            <item>
              <title>One</title>
              <link>https://a.example/1</link>
            </item>
            <item>
              <title/>
            </item>
            <item></item>
            text
            <b>bold</b>
            tail
          </channel>
        </rss>
        """)
  }

  @Test func thePathNamesElementsAndCountsThoseOfOneName() {
    let document = BodyDocument(feed, as: "text/xml")
    let paths = (0..<document.lineCount).map { document.path(at: $0) }
    #expect(
      paths == [
        "/", "/", "/rss", "/rss/channel", "/rss/channel/title", "/rss/channel/item[1]", "/rss/channel/item[1]/title",
        "/rss/channel/item[1]/link", "/rss/channel/item[1]", "/rss/channel/item[2]", "/rss/channel/item[2]/title",
        "/rss/channel/item[2]", "/rss/channel/item[3]", "/rss/channel", "/rss/channel/b", "/rss/channel",
        "/rss/channel", "/rss",
      ])
  }

  @Test func theIndexOfAnElementBehindVeryManyIsNotCounted() {
    let document = BodyDocument("<a>" + String(repeating: "<b/>", count: 100_100) + "</a>", as: "text/xml")
    #expect(document.path(at: 90_000) == "/a/b[90000]")
    #expect(document.path(at: 100_100) == "/a/b[…]")
  }

  @Test func aTagIsMadeOfPiecesOfDifferentMeaning() {
    let line = BodyDocument("<a b='1'\n  c = \"2\">x</a>", as: "text/xml").line(at: 0)
    #expect(line.text == "<a b='1' c=\"2\">x</a>")
    #expect(line.spans.contains(Line.Span("a", .tag, start: 1)))
    #expect(line.spans.contains(Line.Span("b", .attribute, start: 3)))
    #expect(line.spans.contains(Line.Span("'1'", .string, start: 5)))
    #expect(line.spans.contains(Line.Span("x", .text, start: 19)))
    #expect(line.bytes == 0..<24)
  }

  @Test func aTagOfVeryManyAttributesIsNotTakenApartToItsEnd() {
    let tag = "<a" + (0..<50_000).map { " k\($0)=\"\"" }.joined() + ">"
    let document = BodyDocument(tag + "<b/></a>", as: "text/xml")
    let line = document.line(at: 0, columns: 0..<tag.utf8.count)
    #expect(line.text == tag)
    #expect(line.spans.count < 6000)
    #expect(BodyDocument(tag + "x</a>", as: "text/xml").line(at: 0).width == tag.utf8.count + 5)
  }

  @Test func elementsFoldAndSayHowMuchIsInThem() {
    var document = BodyDocument(feed, as: "text/xml")
    document.toggleFold(at: 5)
    #expect(document.line(at: 5).text == "<item> … </item> 2 children")
    #expect(document.matchingBracket(of: 3) == 13)
    document.fold(to: 1)
    #expect(document.line(at: 3).text == "<channel> … </channel> 7 children")
    #expect(document.find("example/1", from: -1) == 7)
  }

  @Test func textKeepsItsLinesWithoutTheirIndentation() {
    let document = BodyDocument("<a>\n   one\r\n\r\n\t two  \n <b> x </b></a>", as: "text/xml")
    #expect(document.screen == "<a>\n  one\n  two\n  <b>x</b>\n</a>")
    let long = String(repeating: "x", count: 200)
    #expect(BodyDocument("<a>\(long)</a>", as: "text/xml").screen == "<a>\n  \(long)\n</a>")
  }

  @Test func commentsAndCharacterDataKeepWhatTheirLinesHaveBeyondTheOthers() {
    let document = BodyDocument(
      "<a><!-- one\n      two\n        three\n      --><![CDATA[if (a < b) {\n   x\n}]]></a>", as: "text/xml")
    #expect(
      document.screen == """
        <a>
          <!-- one
          two
            three
          -->
          <![CDATA[if (a < b) {
             x
          }]]>
        </a>
        """)
    #expect(document.line(at: 1).spans == [Line.Span("<!-- one", .comment, start: 3)])
    #expect(document.line(at: 5).spans.map(\.token) == [.punctuation, .text])
    #expect(document.path(at: 3) == "/a")
  }

  @Test func aDocumentTypeWithDeclarationsIsPassedOver() {
    let document = BodyDocument(
      "<!DOCTYPE a [\n  <!ENTITY e \"]>\"> <!-- ]> -->\n]>\n<a>&e;</a>", as: "application/xml")
    #expect(document.notice == nil)
    #expect(document.screen == "<!DOCTYPE a [\n  <!ENTITY e \"]>\"> <!-- ]> -->\n]>\n<a>&e;</a>")
  }

  @Test(arguments: [
    ("<a><b></a>", "1:7: expected \"</b>\""),
    ("<a>\n  <b>x</b", "2:10: expected \">\""),
    ("<a><b/>", "1:8: expected \"</a>\""),
    ("<a/><b/>", "1:5: expected the end"),
    ("<a/>text", "1:5: expected the end"),
    ("text<a/>", "1:1: expected an element"),
    ("<!-- é --> x", "1:12: expected an element"),
    ("<a b=c/>", "1:6: expected a value in quotes"),
    ("<a b/>", "1:5: expected \"=\""),
    ("<a b=\"1\"c=\"2\"/>", "1:9: expected \">\""),
    ("<a b=\"<\"/>", "1:7: \"<\" in a value must be written as \"&lt;\""),
    ("<a b=\"1/>", "1:10: unterminated quoted value"),
    ("<a b='1' bc='' b='2'/>", "1:16: repeated attribute"),
    ("<a>\n\t x\u{1}</a>", "2:4: control characters are not allowed in XML"),
    ("<?1?><a/>", "1:3: expected a name"),
    ("<a><?b!?></a>", "1:7: expected \"?>\""),
    ("<!DOCTYPE [ ]><a/>", "1:11: expected a name"),
    ("<a>R&D</a>", "1:5: expected a reference such as \"&amp;\""),
    ("<a>1 < 2</a>", "1:7: expected a name"),
    ("<a><!-- -- --></a>", "1:9: expected \"-->\""),
    ("<a><![CDATA[x</a>", "1:18: expected \"]]>\""),
    ("<a></aa>", "1:4: expected \"</a>\""),
    ("<aa></a>", "1:5: expected \"</aa>\""),
    ("</a>", "1:1: expected an element"),
    ("  ", "1:3: expected an element"),
  ])
  func whatIsNotWellFormedIsTextWithThePlaceOfTheError(text: String, problem: String) {
    let document = BodyDocument(text, as: "application/xml")
    #expect(document.notice == "Not well-formed XML at \(problem) — shown as text")
    #expect(document.screen == text)
    #expect(document.views == [.raw, .hex])
  }

  @Test func tagsAreXMLWithoutBeingTold() {
    #expect(BodyDocument("\n<note>x</note>", as: nil).format == .xml)
    #expect(BodyDocument("<svg xmlns='http://www.w3.org/2000/svg'/>", as: nil).format == .xml)
    #expect(BodyDocument("<svg/>", as: "image/svg+xml").screen == "<svg/>")
    #expect(BodyDocument("<12:04> started", as: nil).format == .text)
    #expect(BodyDocument("<started>", as: nil).format == .text)
    #expect(BodyDocument("<started>", as: nil).notice == nil)
    #expect(BodyDocument("<?xml version=\"1.0\"?><a>", as: nil).notice?.contains("expected \"</a>\"") == true)
  }

  @Test func tenThousandLevelsDoNotRecurse() {
    let depth = 10_000
    let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    var document = BodyDocument(text, as: "text/xml")
    #expect(document.lineCount == 2 * depth - 1)
    document.fold(to: 1)
    #expect(document.lineCount == 3)
    #expect(document.path(at: 1) == "/a/a")
  }

  @Test func aStoppedReadingShowsTheText() {
    let document = BodyDocument(Data("<a/>".utf8), contentType: "text/xml", isStopped: { true })
    #expect(document.notice == "Stopped before the end — shown as text")
    #expect(document.screen == "<a/>")
  }

  /// Good XML with broken places: nothing may trap, and the output of what is accepted is the output of itself.
  @Test(arguments: Seeds.some(of: 10))
  func brokenXMLNeverTraps(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<600 {
      let body = RandomMarkup.broken(&random, RandomMarkup.xml(&random, depth: 4), times: round % 3)
      let document = BodyDocument(body, contentType: "text/xml")
      exercise(document, &random)
      guard document.view == .pretty, document.notice == nil else { continue }
      let again = BodyDocument(Data(document.prettyText.flatMap { $0 }), contentType: "text/xml")
      #expect(again.notice == nil && again.prettyOutput == document.prettyOutput, "seed \(seed)")
    }
  }
}

/// Everything that can be asked of a document.
func exercise(_ document: BodyDocument, _ random: inout SplitMix64) {
  var document = document
  _ = document.prettyOutput
  for view in document.views {
    document.show(view)
    _ = document.screen
    for line in 0..<min(document.lineCount, 40) {
      _ = document.path(at: line)
      _ = document.line(at: line, columns: 3..<9)
      #expect(document.line(at: line).bytes.upperBound <= max(document.body.count, document.text.count))
    }
    _ = document.find("a", from: -1)
    if document.lineCount > 0 { document.toggleFold(at: Int.random(in: 0..<document.lineCount, using: &random)) }
    document.foldAll()
    _ = document.screen
    _ = document.find("x", from: 0, forward: false)
    document.unfoldAll()
  }
}

enum RandomMarkup {
  static func xml(_ random: inout SplitMix64, depth: Int) -> String {
    let name = ["a", "b", "ns:c"].randomElement(using: &random)!
    let attributes = ["", " x=\"1\"", " y = '&lt;'", "\n  z=\"\""].randomElement(using: &random)!
    guard depth > 0 else { return "<\(name)\(attributes)/>" }
    let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      switch Int.random(in: 0..<8, using: &random) {
      case 0: "text"
      case 1: "one\n  two &amp; three\n"
      case 2: "<!-- c\n    d -->"
      case 3: "<![CDATA[a<b\n   c]]>"
      case 4: "<?pi x?>"
      case 5: "  \n "
      default: xml(&random, depth: depth - 1)
      }
    }
    return "<\(name)\(attributes)>" + children.joined() + "</\(name) >"
  }

  static func html(_ random: inout SplitMix64, length: Int) -> String {
    let parts = [
      "<p>", "<li>", "<UL>", "</ul>", "<td>", "<tr>", "<table>", "</table>", "<br>", "<b>", "</b>", "</p>", "text ",
      "\n",
      "<script>", "</script>", "<!-- x -->", "<!doctype html>", "<a href=x>", "<a href='y", "</a>", "<option>",
      "<div/>",
      "a < b", "</", "<title>x</title>", "<!", "<?", "]]>", "<![CDATA[", "&amp;", "é", "<img src=\"a\" alt>", "<=",
    ]
    return (0..<length).map { _ in parts.randomElement(using: &random)! }.joined()
  }

  static func broken(_ random: inout SplitMix64, _ text: String, times: Int) -> Data {
    let alphabet = Array("<>/!?-[]=\"'& \n\ra\0;CDATA".utf8) + [0xFF, 0xC3]
    var bytes = Array(text.utf8)
    for _ in 0..<times where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = alphabet.randomElement(using: &random)!
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
      default: bytes = Array(bytes[..<place])
      }
    }
    return Data(bytes)
  }
}
