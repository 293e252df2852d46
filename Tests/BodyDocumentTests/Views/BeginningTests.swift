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

  /// Each charset with its characters, which are those of the text.
  @Test(
    arguments: [
      ("iso-8859-1", "éA", [[0xE9], [0x41]]), ("koi8-r", "ПA", [[0xF0], [0x41]]),
      ("gbk", "你镕A你", [[0xC4, 0xE3], [0xE9, 0x46], [0x41], [0xC4, 0xE3]]),
      ("gb18030", "你𠀀A", [[0xC4, 0xE3], [0x95, 0x32, 0x82, 0x36], [0x41]]),
      ("big5", "你A你", [[0xA7, 0x41], [0x41], [0xA7, 0x41]]), ("euc-kr", "가A가", [[0xB0, 0xA1], [0x41], [0xB0, 0xA1]]),
      ("shift_jis", "日①A", [[0x93, 0xFA], [0x87, 0x40], [0x41]]),
      ("euc-jp", "日纊A", [[0xC6, 0xFC], [0x8F, 0xD4, 0xE3], [0x41]]),
      ("iso-2022-jp", "日A", [[0x1B, 0x24, 0x42, 0x46, 0x7C], [0x1B, 0x28, 0x42, 0x41]]),
      ("utf-16le", "é👋A", [[0xE9, 0], [0x3D, 0xD8, 0x4B, 0xDC], [0x41, 0]]),
      ("utf-16be", "é👋A", [[0, 0xE9], [0xD8, 0x3D, 0xDC, 0x4B], [0, 0x41]]),
      ("utf-32le", "é👋", [[0xE9, 0, 0, 0], [0x4B, 0xF4, 1, 0]]),
    ] as [(String, String, [[UInt8]])])
  func aCutCharacterOfAnyCharsetIsLeftOut(charset: String, text: String, characters: [[UInt8]]) {
    let bytes = characters.flatMap(\.self)
    let type = "text/plain; charset=\(charset)"
    for cut in 1...bytes.count {
      var (end, whole) = (0, 0)
      while whole < characters.count, end + characters[whole].count <= cut {
        end += characters[whole].count
        whole += 1
      }
      let document = BodyDocument(Data(bytes[..<cut]), contentType: type, isWhole: false)
      #expect(document.screen == text.prefix(whole), "\(charset), \(cut) bytes")
      #expect(document.notice == nil)
    }
  }

  @Test func bytesThatNoCharacterBeginsWithAreShownAsLatin1InAPartialBodyToo() {
    let body = Data([0x61, 0xFF, 0xC4])
    #expect(BodyDocument(body, contentType: "text/plain; charset=euc-jp", isWhole: false).screen == "aÿÄ")
  }

  @Test func placesInADecodedPartialTextAreNotThoseOfItsBytes() {
    let body = Data([0x22, 0xC4, 0xE3, 0x22, 0xC4])
    #expect(!BodyDocument(body, contentType: "text/plain; charset=gbk", isWhole: false).hasPlacesOfBody)
    #expect(!BodyDocument(body, contentType: "text/plain; charset=gbk").hasPlacesOfBody)
    #expect(beginning(#"{"a":[1"#).hasPlacesOfBody)
    #expect(beginning("\u{FEFF}[1").hasPlacesOfBody == false)
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
