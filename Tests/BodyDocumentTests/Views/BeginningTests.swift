import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

/// Bodies that have not come whole yet.
@Suite struct BeginningTests {
  private func beginning(_ text: String, as type: String? = "application/json") -> BodyDocument {
    BodyDocument(Data(text.utf8), contentType: type, isWhole: false)
  }

  @Test(arguments: [
    (#"{"a":[1,2,{"b":"tex"#, "{\n  \"a\": [\n    1,\n    2,\n    {}\n  ]\n}"),
    (#"[{"id":1},{"id":2},{"i"#, "[\n  {\n    \"id\": 1\n  },\n  {\n    \"id\": 2\n  },\n  {}\n]"),
    (#"[tr"#, "[]"), (#"["x","\u00"#, "[\n  \"x\"\n]"), (#"{"a":true,"#, "{\n  \"a\": true\n}"), ("[1", "[\n  1\n]"),
    ("{\"a\":1}\n{\"b\":", "{\n  \"a\": 1\n}\n{}"),
  ])
  func valuesThatCameWholeAreLaidOut(text: String, lines: String) {
    let document = beginning(text)
    #expect(document.screen == lines)
    #expect(document.notice == nil)
  }

  /// Cut anywhere, the beginning of JSON is JSON, and the next beginning has all that it had.
  @Test(arguments: Seeds.some(of: 10))
  func everyBeginningOfJSONIsShown(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let bytes = Array(RandomJSON.text(&random, depth: 4).utf8)
      guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else { continue }
      for cut in 1..<bytes.count {
        let document = BodyDocument(Data(bytes[..<cut]), contentType: "application/json", isWhole: false)
        #expect(document.format == .json, "seed \(seed), \(String(decoding: bytes[..<cut], as: UTF8.self))")
        #expect(BodyDocument(document.text, contentType: "application/json").notice == nil)
      }
    }
  }

  @Test func aCharacterThatIsCutIsLeftOut() {
    let bytes = Array("Grüße 👋".utf8)
    for cut in 1...bytes.count {
      let document = BodyDocument(Data(bytes[..<cut]), contentType: "text/plain", isWhole: false)
      #expect("Grüße 👋".hasPrefix(document.screen))
      #expect(document.notice == nil)
    }
  }

  @Test func foldsAndViewStayWhileABodyGrows() {
    var shown = beginning(#"{"a":[1,2],"b":[3,"#)
    shown.toggleFold(at: 1)
    var grown = beginning(#"{"a":[1,2],"b":[3,4,5],"c":"#)
    grown.takeView(of: shown)
    #expect(grown.screen == "{\n  \"a\": [ … ] 2 items\n  \"b\": [\n    3,\n    4,\n    5\n  ]\n}")
    var open = beginning(#"[[1,2,"#)
    open.toggleFold(at: 1)
    grown = beginning(#"[[1,2,3],4"#)
    grown.takeView(of: open)
    #expect(grown.screen == "[\n  [ … ] 3 items\n  4\n]")
    shown = beginning("a\nb", as: "text/plain")
    shown.show(.hex)
    grown = beginning("a\nbc", as: "text/plain")
    grown.takeView(of: shown)
    #expect(grown.view == .hex)
  }

  @Test func aFoldOfWhatIsNoLongerThereIsForgotten() {
    var shown = beginning(#"[[1,2],3]"#)
    shown.toggleFold(at: 1)
    for text in ["[1,2,3]", "[]", "7", #"[1,[2]]"#] {
      var other = beginning(text)
      other.takeView(of: shown)
      #expect(other.screen == beginning(text).screen)
    }
  }

  @Test func whatIsNoJSONIsText() {
    #expect(beginning(#"{"a" 1, "b": 2, "c": 3}"#).view == .raw)
  }
}
