import BodyDocument
import Foundation
import Testing

/// Bodies whose rows are too many for memory.
@Suite struct LargeBodyTests {
  @Test func millionsOfRowsFoldAndAreFoundInAFile() throws {
    let text = "[" + repeatElement("[1,2],", count: 750_000).joined() + "\"end\"]"
    var document = BodyDocument(text)
    #expect(document.lineCount == 3_000_003)
    #expect(document.line(at: 3_000_001).text == "\"end\"")
    #expect(document.path(at: 1_500_002) == "$[375000][0]")
    document.foldAll()
    #expect(document.lineCount == 750_003)
    document.toggleFold(at: 1)
    #expect(document.lineCount == 750_006)
    #expect(try document.select(JSONPathQuery("$[749999][1]")).screen == "[\n  2\n]")
  }

  @Test func elementsThatEndLongAfterTheyBeganAreFoldedWhole() {
    let item = "<a><b/><c/></a>"
    let text = "<all><first>" + repeatElement(item, count: 750_000).joined() + "</first><last/></all>"
    var document = BodyDocument(Data(text.utf8), contentType: "application/xml")
    #expect(document.notice == nil)
    #expect(document.lineCount == 3_000_005)
    document.toggleFold(at: 1)
    #expect(document.screen == "<all>\n  <first> … </first> 750000 children\n  <last/>\n</all>")
  }

  @Test func aLargeBodyThatStillComesIsLaidOutUpToALimit() {
    let string = "\"" + String(repeating: "x", count: 1 << 20) + "\","
    let body = Data(("[" + repeatElement(string, count: 40).joined()).utf8)
    let document = BodyDocument(body, contentType: "application/json", isWhole: false)
    #expect(document.view == .pretty)
    #expect(document.lineCount == 33)
    #expect(document.line(at: 32).text == "]")
    #expect(document.text.count == 1 + 31 * string.utf8.count)
  }

  @Test func linesOfJSONThatStillComeAreAllLaidOut() {
    let line = "\"" + String(repeating: "x", count: 1 << 20) + "\"\n"
    let body = Data((repeatElement(line, count: 40).joined() + "\"y").utf8)
    let document = BodyDocument(body, contentType: "application/x-ndjson", isWhole: false)
    #expect(document.lineCount == 40)
  }
}
