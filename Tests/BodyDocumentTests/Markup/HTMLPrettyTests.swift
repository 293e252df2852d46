import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct HTMLPrettyTests {
  private func screen(_ text: String) -> String { BodyDocument(text, as: "text/html").screen }

  @Test func aPageIsLaidOutByItsElements() {
    let document = BodyDocument(
      """
      <!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A page</title></head>
      <body class="x"><h1>Hello</h1><p>Some <b>bold</b> text<br>more</p><img src=a.png alt></body></html>
      """, as: "text/html; charset=utf-8")
    #expect(document.format == .html)
    #expect(document.notice == nil)
    #expect(
      document.screen == """
        <!DOCTYPE html>
        <html lang=en>
          <head>
            <meta charset=utf-8>
            <title>A page</title>
          </head>
          <body class="x">
            <h1>Hello</h1>
            <p>
              Some
              <b>bold</b>
              text
              <br>
              more
            </p>
            <img src=a.png alt>
          </body>
        </html>
        """)
    #expect(document.path(at: 9) == "/html/body/p")
  }

  @Test func endTagsThatMayBeLeftOutAreNotMissed() {
    #expect(
      screen("<ul><li>one<li>two <i>x</i><ul><li>in</ul><li>three</ul>") == """
        <ul>
          <li>one
          <li>
            two
            <i>x</i>
            <ul>
              <li>in
            </ul>
          </li>
          <li>three
        </ul>
        """)
    #expect(
      screen("<table><tr><td>1<td>2<tr><th>3<tbody><tr><td><p>a<p>b</table>") == """
        <table>
          <tr>
            <td>1
            <td>2
          </tr>
          <tr>
            <th>3
          </tr>
          <tbody>
            <tr>
              <td>
                <p>a
                <p>b
              </td>
            </tr>
          </tbody>
        </table>
        """)
    #expect(screen("<dl><dt>a<dd>b<dt>c</dl>") == "<dl>\n  <dt>a\n  <dd>b\n  <dt>c\n</dl>")
    #expect(screen("<select><option>a<option selected>b</select>").contains("  <option>a\n  <option selected>b"))
    #expect(screen("<p>a<div>b</div>") == "<p>a\n<div>b</div>")
  }

  @Test func anEndTagThatWasLeftOutIsAWordOfOurs() {
    let document = BodyDocument("<div><p>a<b>c</b></div>", as: "text/html")
    #expect(document.screen == "<div>\n  <p>\n    a\n    <b>c</b>\n  </p>\n</div>")
    #expect(document.line(at: 4).spans == [Line.Span("</p>", .note)])
    #expect(document.line(at: 1).bytes == 5..<17)
  }

  @Test func whatWasLeftOpenIsClosedAndAStrayEndIsShown() {
    #expect(screen("<div><span>a<i>b") == "<div>\n  <span>\n    a\n    <i>b\n  </span>\n</div>")
    #expect(screen("a</b>c") == "a\n</b>\nc")
    #expect(screen("<b>x<i>y</b>z</i>") == "<b>\n  x\n  <i>y\n</b>\nz\n</i>")
    #expect(screen("<div><table><tr><td>x</div></table></div>").hasSuffix("  </table>\n</div>"))
  }

  @Test func scriptsAndStylesAreLinesOfText() {
    let document = BodyDocument(
      "<SCRIPT type=module>\n    if (a < b && \"</b>\") {\n      go();\n\n    }\n  </Script><style>p{}</style>",
      as: "text/html")
    #expect(
      document.screen == """
        <SCRIPT type=module>
          if (a < b && "</b>") {
            go();
          }
        </Script>
        <style>p{}</style>
        """)
    #expect(document.line(at: 2).spans.map(\.token) == [.text])
    #expect(screen("<textarea><b>x</textarea>") == "<textarea><b>x</textarea>")
    #expect(screen("<script>x") == "<script>x")
  }

  @Test func preformattedTextKeepsItsIndentation() {
    #expect(
      screen("<pre>if x {\n    go()\n\n  <b>y</b>\n}</pre>") == """
        <pre>
          if x {
              go()
          <b>y</b>
          }
        </pre>
        """)
    #expect(screen("<p>a\n    b</p>") == "<p>\n  a\n  b\n</p>")
  }

  @Test func textThatOnlyLooksLikeATagIsText() {
    #expect(screen("<p>1 < 2 <3 </ x <=</p>") == "<p>1 < 2 <3 </ x <=</p>")
    #expect(screen("<p>R&D</p>") == "<p>R&D</p>")
    #expect(screen("a<b c='") == "a\n<b c='")
    #expect(screen("a<!-- b") == "a\n<!-- b")
    #expect(screen("<a href=/b/>x</a>") == "<a href=/b/>x</a>")
  }

  @Test func aBodyOfBlanksIsText() {
    #expect(BodyDocument(" \n ", as: "text/html").views == [.raw, .hex])
  }

  @Test func pagesAreHTMLWithoutBeingTold() {
    #expect(BodyDocument("\n<!DOCTYPE HTML><p>x", as: nil).format == .html)
    #expect(BodyDocument("<html><p>x", as: nil).format == .html)
    #expect(BodyDocument("{\"a\":1}", as: "text/html").format == .html)
    #expect(BodyDocument("{\"a\":1}", as: nil).format == .json)
  }

  @Test func veryDeepElementsBecomeSiblings() {
    let document = BodyDocument(String(repeating: "<b>", count: 20_000), as: "text/html")
    #expect((0..<document.lineCount).allSatisfy { document.line(at: $0).indent <= 2 * 512 })
    #expect(document.lineCount >= 20_000)
  }

  /// Tags without ends cost one reading of the rest, not one each.
  @Test func manyTagsWithoutEndsAreReadInOneGo() {
    let text = String(repeating: "<a b='<c ", count: 100_001)
    #expect(BodyDocument(text, as: "text/html").lineCount == 1)
    #expect(BodyDocument(String(repeating: "<script></x", count: 100_000), as: "text/html").lineCount > 0)
    #expect(BodyDocument(String(repeating: "<![CDATA[", count: 100_000), as: "text/html").lineCount == 1)
  }

  @Test(arguments: Seeds.some(of: 10))
  func brokenHTMLNeverTraps(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<800 {
      let text = RandomMarkup.html(&random, length: Int.random(in: 0...30, using: &random))
      let document = BodyDocument(RandomMarkup.broken(&random, text, times: round % 4), contentType: "text/html")
      #expect(document.notice == nil || document.notice == "Not UTF-8: shown as Latin-1")
      exercise(document, &random)
    }
  }
}
