import BodyDocument
import Foundation
import Testing

@Suite struct HexViewTests {
  private func hex(_ body: Data, as contentType: String? = nil) -> BodyDocument {
    var document = BodyDocument(body, contentType: contentType)
    document.show(.hex)
    return document
  }

  @Test func aLineHasAnOffsetSixteenBytesAndTheirText() {
    let document = hex(Data("Hello, World!\n".utf8) + Data([0, 0xFF, 0x80, 0x41, 0x42]))
    #expect(
      document.screen == """
        00000000  48 65 6c 6c 6f 2c 20 57  6f 72 6c 64 21 0a 00 ff  Hello, World!...
        00000010  80 41 42                                          .AB
        """)
    #expect(document.line(at: 1).bytes == 16..<19)
    #expect(document.line(at: 0, columns: 60..<65).text == "Hello")
    #expect(document.line(at: 0, columns: 10..<15).text == "48 65")
  }

  @Test func theBytesAreThoseReceivedNotTheTextMadeOfThem() {
    let document = hex(Data([0xEF, 0xBB, 0xBF]) + Data("[\"x\"]".utf8), as: "application/json")
    #expect(document.line(at: 0).text.hasPrefix("00000000  ef bb bf 5b 22 78 22 5d"))
    #expect(document.path(at: 0) == "")
  }

  @Test func whatIsFoundIsShownInItsLineAndMarkedInTheText() {
    var document = hex(Data(repeating: 0x2E, count: 100) + Data("needle".utf8) + Data(count: 40))
    #expect(document.find("needle", from: -1) == 6)
    #expect(document.line(at: 6).spans.contains { $0.start == 96 && $0.text.contains("needle") })
  }

  @Test func theViewsAreThoseThatMakeSense() {
    #expect(BodyDocument("{\"a\":1}").views == [.pretty, .raw, .hex])
    #expect(BodyDocument("{\"a\":").views == [.raw, .hex])
    #expect(BodyDocument("text", as: "text/plain").views == [.raw, .hex])
    #expect(BodyDocument("text", as: "text/plain").view == .raw)
    #expect(BodyDocument(Data([1, 0, 2]), contentType: nil).views == [.pretty, .hex])
    #expect(BodyDocument("", as: nil).views == [.pretty])
  }

  @Test func aViewThatABodyDoesNotHaveIsNotShown() {
    var empty = BodyDocument("", as: nil)
    empty.show(.hex)
    #expect(empty.view == .pretty)
    #expect(empty.screen == "Empty body")
    var text = BodyDocument("text", as: "text/plain")
    text.show(.pretty)
    #expect(text.view == .raw)
  }

  @Test func anOffsetIsAsWideAsTheSizeNeeds() {
    let document = hex(Data(count: 1 << 20))
    #expect(document.lineCount == 65536)
    #expect(document.line(at: 65535).text.hasPrefix("000ffff0  00 00"))
  }
}
