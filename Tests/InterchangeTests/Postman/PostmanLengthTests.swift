import Foundation
import RequestModel
import Testing

@testable import Interchange

/// `Content-Length: 0`, which Postman sends without a body with all methods but a few.
struct PostmanLengthTests {
  private static let header: JSONValue = ["name": "Content-Length", "value": "0"]

  private func read(_ collection: JSONObject) throws -> JSONObject {
    let source = ImportSource(Data(JSONValue.object(collection).compact.utf8), fileName: "c.json")
    let result = try ImportFormat.postman.read(source)
    #expect(result.notes.allSatisfy { $0.text.hasPrefix("Body: ") })
    guard case .request(let request)? = result.collections.first?.items.first else { return JSONObject() }
    return request.document
  }

  private func collection(_ request: JSONObject, behavior: JSONObject? = nil, folder: JSONObject? = nil) -> JSONObject {
    var item: JSONObject = ["name": "a", "request": .object(request)]
    item["protocolProfileBehavior"] = behavior.map(JSONValue.object)
    var collection: JSONObject = ["info": ["name": "C"], "item": [.object(item)]]
    collection["protocolProfileBehavior"] = folder.map(JSONValue.object)
    return collection
  }

  /// The bodies that Postman does not send.
  private static let bodies: [JSONValue?] = [
    nil, ["mode": "raw", "raw": "x", "disabled": true], ["mode": "raw", "raw": ""],
    ["mode": "urlencoded", "urlencoded": []], ["mode": "file", "file": ["src": "x"], "disabled": true],
  ]

  @Test(arguments: bodies)
  func aRequestWithoutABodyGetsTheHeaderIfItsMethodIsCustom(_ body: JSONValue?) throws {
    for (method, isAdded) in [
      ("PURGE", true), ("propfind", true), ("GET", false), ("DELETE", false), ("OPTIONS", false), ("POST", false),
      ("PATCH", false), ("{{verb}}", false),
    ] {
      var request: JSONObject = ["method": .string(method), "url": "u"]
      request["body"] = body
      let expected: JSONValue? = isAdded ? [Self.header] : nil
      #expect(try read(collection(request))["headers"] == expected, "\(method)")
    }
  }

  @Test func whatSaysTheLengthAlreadyIsKept() throws {
    let request: JSONObject = [
      "method": "LINK", "url": "u", "header": [["key": "content-length", "value": "0"]],
    ]
    #expect(try read(collection(request))["headers"] == [["name": "content-length", "value": "0"]])
    let text: JSONObject = ["method": "LINK", "url": "u", "body": ["mode": "raw", "raw": "x"]]
    #expect(try read(collection(text))["headers"] == nil)
  }

  @Test func theHeaderIsNotAddedWhereItIsOff() throws {
    let request: JSONObject = ["method": "LINK", "url": "u"]
    let off: JSONObject = ["disabledSystemHeaders": ["content-length": true]]
    let own = try read(collection(request, behavior: off))
    #expect(own["headers"] == nil && own["x-postman"] == nil)
    #expect(try read(collection(request, folder: off))["headers"] == nil)
    let on: JSONObject = ["disabledSystemHeaders": ["accept": false]]
    #expect(try read(collection(request, behavior: on, folder: off))["headers"] == [Self.header])
  }

  @Test(arguments: [true, false])
  func anExportSendsTheHeaderAsTheRequestDoes(_ hasHeader: Bool) throws {
    var document: JSONObject = ["method": "LINK", "url": "u"]
    if hasHeader { document["headers"] = [Self.header] }
    let folder = PortableFolder(name: "C", items: [.request(PortableRequest(name: "a", document: document))])
    let file = try #require(try ExportFormat.postman.write(ExportSource(folder)).files.first)
    let written = try JSONText(String(decoding: file.bytes, as: UTF8.self)).value.object ?? JSONObject()
    let item = written["item"]?.array?.first?.object
    #expect(item?["request"]?.object?["header"] == [])
    let behavior: JSONValue? = hasHeader ? nil : ["disabledSystemHeaders": ["content-length": true]]
    #expect(item?["protocolProfileBehavior"] == behavior)
    #expect(try read(written)["headers"] == document["headers"])
  }
}
