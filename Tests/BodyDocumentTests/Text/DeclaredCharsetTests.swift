import BodyDocument
import Foundation
import Testing

@Suite struct DeclaredCharsetTests {
  private func document(_ head: String, as type: String?) -> BodyDocument {
    BodyDocument(Data(head.utf8) + Data([0x63, 0xE9]) + Data("</p>".utf8), contentType: type)
  }

  @Test(arguments: [
    "<!doctype html><meta charset=iso-8859-1><p>", "<html><META name=x>\n<Meta Charset = 'latin1'><p>",
    "<html><meta http-equiv=content-type content=\"text/html; charset=windows-1252\"><p>",
  ])
  func htmlNamesItInItsHead(head: String) {
    #expect(document(head, as: "text/html").screen.contains("<p>cé</p>"))
    #expect(document(head, as: "text/html").notice == nil)
    #expect(document(head, as: nil).notice == nil)
  }

  @Test func xmlNamesItInItsDeclaration() {
    let document = document("<?xml version=\"1.0\" encoding='ISO-8859-1'?><p>", as: "text/xml")
    #expect(document.screen.hasSuffix("<p>cé</p>"))
    #expect(document.notice == nil)
  }

  @Test func theHeaderIsBelievedFirst() {
    let body = Data("<meta charset=iso-8859-1><p>é</p>".utf8)
    #expect(BodyDocument(body, contentType: "text/html; charset=utf-8").screen.contains("<p>é</p>"))
    #expect(BodyDocument(body, contentType: "text/html").screen.contains("<p>Ã©</p>"))
    #expect(BodyDocument(body, contentType: "text/plain").screen.contains("<p>é</p>"))
  }

  @Test func whatCannotBeIsNotBelieved() {
    let wide = BodyDocument("<?xml version=\"1.0\" encoding=\"UTF-16\"?><p>é</p>", as: "text/xml")
    #expect(wide.screen.hasSuffix("<p>é</p>"))
    #expect(wide.notice == nil)
    let far = String(repeating: " ", count: 2000) + "<meta charset=latin1>"
    #expect(document(far + "<p>", as: "text/html").notice == "Not UTF-8: shown as Latin-1")
    let unknown = BodyDocument("<meta charset=klingon><p>x", as: "text/html")
    #expect(unknown.notice == "Unknown charset \"klingon\": shown as UTF-8")
  }
}
