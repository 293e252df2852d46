import Foundation
import RequestModel
import Testing

@testable import Interchange

/// URLs copied from a browser.
@Suite struct URLReaderTests {
  private func result(_ text: String) throws -> ImportResult? {
    let source = ImportSource(Data(text.utf8))
    guard let format = ImportFormat.of(source), format.name == "urls" else { return nil }
    return try format.read(source)
  }

  @Test func eachLineIsARequest() throws {
    let result = try #require(try result(" https://a.example/v1/orders?page=1#top \t\r\n\nHTTP://b.example\n"))
    let items = result.collections.first?.items ?? []
    #expect(
      items == [
        .request(
          PortableRequest(
            name: "orders", document: ["method": "GET", "url": "https://a.example/v1/orders?page=1#top"])),
        .request(PortableRequest(name: "b.example", document: ["method": "GET", "url": "HTTP://b.example"])),
      ])
    #expect(result.notes.isEmpty)
  }

  @Test func aLoginBecomesTheAuthAndItsPasswordASecret() throws {
    let result = try #require(try result("https://ada:p%40ss@a.example/x"))
    let shop = try #require(result.collections.first)
    #expect(
      shop.items == [
        .request(
          PortableRequest(
            name: "x",
            document: [
              "method": "GET", "url": "https://a.example/x",
              "auth": ["basic": ["username": "ada", "password": "{{imported-password}}"]],
            ]))
      ])
    #expect(shop.secrets == [PortableSecret(name: "imported-password", value: "p@ss")])
  }

  @Test(arguments: ["", "https://", "see https://a.example", "https://a.example/a b", "ftp://a", "\"https://a\",", "x"])
  func anythingElseIsNone(text: String) throws {
    #expect(try result(text) == nil)
  }
}
