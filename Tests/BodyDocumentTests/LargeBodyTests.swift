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
}
