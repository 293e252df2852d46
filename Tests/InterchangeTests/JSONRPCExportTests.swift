import Foundation
import RequestModel
import Testing

@testable import Interchange

/// Bodies of the kind JSON-RPC in formats that do not have it.
@Suite struct JSONRPCExportTests {
  @Test(arguments: ["postman", "insomnia", "bruno", "http", "hurl", "markdown"])
  func aBodyIsExportedAsItsJSONWithANote(name: String) throws {
    let (text, notes) = try Self.export(["method": "subtract", "params": [42, 23], "id": 1], as: name)
    #expect(text.contains("subtract") && text.contains("2.0"))
    let note = InterchangeNote(.changed, ["Calls", "Subtract"], "A JSON-RPC body: exported as its JSON")
    #expect(notes.contains(note))
  }

  @Test func theSessionOfACallIsNamedAsMissing() throws {
    let (text, notes) = try Self.export(["method": "tools/call", "id": 1, "mcp": true], as: "postman")
    #expect(text.contains("tools") && !text.contains("mcp"))
    let sentence = "A JSON-RPC body: exported as its JSON, without the MCP session that the call needs"
    #expect(notes.contains(InterchangeNote(.changed, ["Calls", "Subtract"], sentence)))
  }

  private static func export(
    _ call: JSONObject, as name: String
  ) throws -> (text: String, notes: [InterchangeNote]) {
    let document: JSONObject = ["method": "POST", "url": "http://h/", "body": ["jsonrpc": .object(call)]]
    let request = PortableItem.request(PortableRequest(name: "Subtract", document: document))
    let folder = PortableItem.folder(PortableFolder(name: "Calls", items: [request]))
    let format = try #require(ExportFormat.named(name))
    let result = try format.write(ExportSource(PortableFolder(name: "c", items: [folder])))
    return (result.files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(), result.notes)
  }
}
