import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Bodies of the kind JSON-RPC in formats that do not have it.
@Suite struct JSONRPCExportTests {
  @Test(arguments: ["postman", "insomnia", "bruno", "http", "hurl", "markdown"])
  func aBodyIsExportedAsItsJSONWithANote(name: String) throws {
    let document: JSONObject = [
      "method": "POST", "url": "http://h/", "body": ["jsonrpc": ["method": "subtract", "params": [42, 23], "id": 1]],
    ]
    let request = PortableItem.request(PortableRequest(name: "Subtract", document: document))
    let folder = PortableItem.folder(PortableFolder(name: "Calls", items: [request]))
    let format = try #require(ExportFormat.named(name))
    let result = try format.write(ExportSource(PortableFolder(name: "c", items: [folder])))
    let text = result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(text.contains("subtract") && text.contains("2.0"))
    let note = InterchangeNote(.changed, ["Calls", "Subtract"], "A JSON-RPC body: exported as its JSON")
    #expect(result.notes.contains(note))
  }
}
