import Foundation
import RequestModel
import Testing

@testable import Interchange

struct XMLReaderTests {
  private func problem(_ text: String) -> String? {
    do {
      _ = try XMLReader.root(Data(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func elementsShareTheNamespacesAroundThem() throws {
    let outer = (0..<2000).map { "xmlns:p\($0)='urn:\($0)'" }.joined(separator: " ")
    let inner = (0..<2000).map { "<e xmlns:q\($0)='urn:q' a='p7:x'/>" }.joined()
    let root = try XMLReader.root(Data("<r \(outer)>\(inner)</r>".utf8))
    #expect(root.namespaces.own.count == 2000)
    #expect(root.children.allSatisfy { $0.namespaces.own.count == 1 && $0.namespaces.outer === root.namespaces })
    #expect(root.children.last?.name(in: "a") == XMLName(namespace: "urn:7", local: "x"))
    let plain = try XMLReader.root(Data("<r xmlns='urn:a'><e/></r>".utf8))
    #expect(plain.children[0].namespaces === plain.namespaces)
  }

  @Test func nestedDocumentationIsKeptOnce() throws {
    let depth = 200
    let text = String(repeating: "word ", count: 1000)
    let start = String(repeating: "<documentation>\(text)", count: depth)
    let root = try XMLReader.root(
      Data("<r>\(start)\(String(repeating: "</documentation>", count: depth))</r>".utf8))
    var (size, element) = (0, root)
    while let inner = element.children.first {
      size += inner.text.utf8.count
      element = inner
    }
    #expect(size == depth * text.utf8.count)
    #expect(root.children[0].text.utf8.count == size)
  }

  @Test func elementsHaveTheNamespacesOfTheirPrefixes() throws {
    let root = try XMLReader.root(
      Data("\n<a:x xmlns:a=\"urn:a\" k=\"1\" a:k=\"2\"><y xmlns=\"urn:b\" t=\"a:z\"/><z/></a:x>".utf8))
    #expect(root.name == XMLName(namespace: "urn:a", local: "x"))
    #expect(root["k"] == "1")
    #expect(root.attribute("k", in: "urn:a") == "2")
    #expect(root.children.map(\.name) == [XMLName(namespace: "urn:b", local: "y"), XMLName(namespace: "", local: "z")])
    #expect(root.children[0].name(in: "t") == XMLName(namespace: "urn:a", local: "z"))
    #expect(root.children[0].qualified("w") == XMLName(namespace: "urn:b", local: "w"))
  }

  @Test func documentationHasTheTextOfItsElements() throws {
    let root = try XMLReader.root(Data("<a>x<documentation>Some <b>bold</b> &lt;text&gt;</documentation></a>".utf8))
    #expect(root.text == "")
    #expect(root.children[0].text == "Some bold <text>")
  }

  @Test(arguments: [
    ("", "1:1: no element found"), ("<a>\n  <b></a>", "2:8: mismatched tag"), ("<a", "1:1: unclosed token"),
    ("<a/><b/>", "1:5: junk after document element"), ("<a x=\"1\" x=\"2\"/>", "1:10: duplicate attribute"),
  ])
  func damageIsReportedWithItsPosition(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test func entitiesAndDefaultAttributesAreRefusedBeforeTheyExpand() {
    var text = "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\"><!ENTITY a0 \"aaaaaaaaaa\">"
    for level in 1...9 { text += "<!ENTITY a\(level) \"" + String(repeating: "&a\(level - 1);", count: 10) + "\">" }
    text += "]><x>&a9;&f;</x>"
    #expect(problem(text)?.hasSuffix(": it has a DTD, whose entities may expand without bounds") == true)
    #expect(problem("<!DOCTYPE x [<!ATTLIST x a CDATA \"1\">]><x/>")?.contains("it has a DTD") == true)
    #expect(problem("<!DOCTYPE x SYSTEM \"http://127.0.0.1:1/x.dtd\"><x/>") == nil)
  }

  @Test func deepNestingIsRefused() {
    let text = String(repeating: "<a>", count: 100_000)
    #expect(problem(text) == "1:772: elements are nested too deep")
  }

  @Test func otherEncodingsAreRead() throws {
    let windows = Data("<?xml version=\"1.0\" encoding=\"windows-1252\"?><a k=\"".utf8) + [0xE9] + Data("\"/>".utf8)
    #expect(try XMLReader.root(windows)["k"] == "é")
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a k=\"é\"/>"
    let utf16 = Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
    #expect(try XMLReader.root(TextDecoding.utf8(utf16))["k"] == "é")
  }
}
