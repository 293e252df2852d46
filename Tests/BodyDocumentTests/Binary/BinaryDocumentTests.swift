import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

/// Folds, searches, copies and saves bytes that are shown as JSON.
@Suite struct BinaryDocumentTests {
  /// `{"name":"Ärger","items":[{"id":1},{"id":2}]}`
  private static let map = "82a46e616d65a6c38472676572a56974656d739281a2696401 81a2696402"
  private static let type = "application/msgpack"

  private static var document: BodyDocument { BodyDocument(messagePack: map) }

  @Test func itIsShownFoldedAndFoundAsJSON() {
    var document = Self.document
    #expect(
      document.screen == """
        {
          "name": "Ärger",
          "items": [
            {
              "id": 1
            },
            {
              "id": 2
            }
          ]
        }
        """)
    #expect(document.path(at: 7) == "$.items[1].id")
    #expect(document.value(at: 1) == "Ärger")
    #expect(document.find("Ärger", from: -1) == 1)
    #expect(document.prettyOutput == document.screen + "\n")
    document.toggleFold(at: 2)
    #expect(document.line(at: 2).text == #""items": [ … ] 2 items"#)
  }

  @Test func aJSONPathSelectsInIt() throws {
    let found = try Self.document.select(JSONPathQuery("$.items[*].id"))
    #expect(found.json == "[\n1,\n2\n]")
    let forced = BodyDocument(json: Data(digits: Self.map), contentType: Self.type)
    #expect(try forced.select(JSONPathQuery("$.name")).json == "[\n\"Ärger\"\n]")
    #expect(BodyDocument(json: Data("[1]".utf8), contentType: "text/plain").json == "[1]")
    #expect(BodyDocument(json: Data(digits: Self.map), contentType: nil).format == .messagePack)
  }

  @Test(
    arguments: [
      ("81a16101", "application/msgpack", #"{"a":1}"#), ("a1616101", nil, #"{"a":1}"#),
      ("0102", "application/cbor-seq", "1\n2"), ("0102", "application/cbor", nil), ("81a4", "application/msgpack", nil),
      ("5b315d", "application/json", nil), ("a1616101", "application/octet-stream", nil), ("", "application/cbor", nil),
    ] as [(String, String?, String?)])
  func theJSONThatBytesMean(digits: String, type: String?, json: String?) {
    let meaning = BodyDocument.meaning(of: Data(digits: digits), contentType: type)
    #expect(meaning.map { String(decoding: $0, as: UTF8.self) } == json)
  }

  @Test(arguments: [
    ("482a2a2a2a2a2a2a2a", "application/cbor", #"{"$bytes":"****************"}"#),
    ("46012a2a2a2a02", "application/cbor", #"{"$bytes":"01********02"}"#),
    ("49002a2a2a2a002a2a2a", "application/cbor", #"{"$bytes":"00********002a2a2a"}"#),
    ("422a2a", "application/cbor", #"{"$bytes":"****"}"#), ("43002a2a", "application/cbor", #"{"$bytes":"002a2a"}"#),
    ("c404ff2a2a2a", "application/msgpack", #"{"$bytes":"ff2a2a2a"}"#),
    ("c704052a2a2a2a", "application/msgpack", #"{"$extension":5,"bytes":"********"}"#),
    ("62ff2a", "application/cbor", #"{"$text":"ff2a"}"#),
  ])
  func aSecretInBytesIsShownAsAsterisks(digits: String, type: String, json: String) {
    let bytes = Data(digits: digits)
    #expect(BodyDocument(bytes, contentType: type, isMasked: true).json == json)
    #expect(BodyDocument.meaning(of: bytes, contentType: type, isMasked: true) == Data(json.utf8))
    // Without a mask, these are bytes like others.
    #expect(!BodyDocument(bytes, contentType: type).json.contains("*"))
  }

  /// Like jq; a command for bytes gets them from the view that shows them.
  @Test func commandsThatFilterReadTheJSON() {
    var document = Self.document
    #expect(document.showsMeaning && document.filterInput == document.text && document.text.first == UInt8(ascii: "{"))
    document.show(.hex)
    #expect(!document.showsMeaning && document.filterInput == Data(digits: Self.map))
    var rows = BodyDocument(messagePack: "9281a269640181a2696402")
    rows.show(.table)
    #expect(rows.view == .table && rows.showsMeaning)
    var damaged = BodyDocument(messagePack: "81a4")
    damaged.show(.pretty)
    #expect(!damaged.showsMeaning && damaged.filterInput == damaged.body)
  }

  @Test func itIsComparedWithJSONByItsStructure() {
    let json = BodyDocument(#"{"items":[{"id":1},{"id":2}],"name":"Ärger"}"#)
    #expect(DocumentDiff(json, Self.document).notice == nil)
    #expect(!(0..<DocumentDiff(json, Self.document).lineCount).contains { isChanged($0, json, Self.document) })
    let other = BodyDocument(#"{"items":[{"id":1},{"id":3}],"name":"Ärger"}"#)
    #expect((0..<DocumentDiff(other, Self.document).lineCount).contains { isChanged($0, other, Self.document) })
  }

  private func isChanged(_ line: Int, _ old: BodyDocument, _ new: BodyDocument) -> Bool {
    DocumentDiff(old, new).line(at: line).mark != .same
  }

  @Test func theBytesAreCopiedInHexAndTheJSONAsText() {
    var document = BodyDocument(messagePack: "81a16101")
    #expect(!document.isCopiedInHex && document.copiedText == #"{"a":1}"# && document.copiedSize == 7)
    #expect(!document.hasPlacesOfBody)
    document.show(.hex)
    #expect(document.isCopiedInHex && document.copiedText == "81a16101" && document.copiedSize == 8)
    #expect(document.hasPlacesOfBody)
    var text = BodyDocument("[1]")
    text.show(.hex)
    #expect(!text.isCopiedInHex && text.copiedText == "[1]" && text.hasPlacesOfBody)
    let bytes = BodyDocument(Data([0, 0xAB]), contentType: "application/octet-stream")
    #expect(bytes.isCopiedInHex && bytes.copiedText == "00ab")
    let wide = BodyDocument(Data([0xFF, 0xFE, 0x61, 0]), contentType: "text/plain")
    #expect(wide.copiedText == "a" && !wide.hasPlacesOfBody)
  }

  @Test func aListOfObjectsIsATable() {
    let document = BodyDocument(messagePack: "9281a2696401 81a2696402")
    #expect(document.views == [.pretty, .table, .hex])
  }

  @Test(arguments: [
    ("81a16101", "MessagePack", #"{"a":1}"#), ("a1616101", "CBOR", #"{"a":1}"#), ("93010203", "MessagePack", "[1,2,3]"),
    ("83010203", "CBOR", "[1,2,3]"), ("d9d9f7a0", "CBOR", "{}"),
  ])
  func bytesWithoutATypeAreReadIfTheyAreAMapOrAListFromBeginningToEnd(digits: String, format: String, json: String) {
    for type in [nil, ""] as [String?] {
      let document = BodyDocument(Data(digits: digits), contentType: type)
      #expect(document.json == json && document.notice == "\(format), shown as JSON")
    }
  }

  @Test(arguments: ["8180", "81a161010101", "a161", "010203", "a3616263", "89504e470d0a1a0a", "c1c1c1", "d90161 61"])
  func otherBytesWithoutATypeStayWhatTheyAre(digits: String) {
    let document = BodyDocument(Data(digits: digits), contentType: nil)
    #expect(!document.format.isBinaryDocument)
    #expect(!BodyDocument(Data(digits: digits), contentType: "application/octet-stream").format.isBinaryDocument)
  }

  @Test func aBodyThatStillArrivesIsNamed() {
    let document = BodyDocument(Data(digits: Self.map).prefix(9), contentType: Self.type, isWhole: false)
    #expect(document.screen == "Binary data (application/msgpack), 9 bytes — V shows hex, w saves")
    #expect(document.notice == nil)
  }

  @Test func readingStopsWhenItIsNotNeeded() {
    let document = BodyDocument(Data(digits: Self.map), contentType: Self.type, isStopped: { true })
    #expect(document.notice == "Stopped before the end — shown in hex")
    #expect(document.view == .hex)
  }

  @Test(arguments: Seeds.some(of: 10))
  func randomBytesNeverTrap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      for type in [nil, Self.type, "application/cbor", "application/cbor-seq"] as [String?] {
        let document = BodyDocument(Data(bytes), contentType: type)
        let isShown = document.notice?.hasSuffix("shown as JSON") == true
        // The shown text is JSON.
        #expect(!isShown || BodyDocument(document.json, as: "application/x-ndjson").notice == nil)
      }
    }
  }
}
