import BodyDocument
import Foundation
import RequestModel
import Testing

@Suite struct MessagePackTests {
  static let examples: [(digits: String, json: String)] = [
    ("00", "0"), ("7f", "127"), ("cc80", "128"), ("cd0100", "256"), ("ce00010000", "65536"),
    ("cf0020000000000001", "9007199254740993"), ("cfffffffffffffffff", "18446744073709551615"),
    ("ff", "-1"), ("e0", "-32"), ("d0df", "-33"), ("d080", "-128"), ("d1ff7f", "-129"), ("d2ffff7fff", "-32769"),
    ("d3ffffffff7fffffff", "-2147483649"), ("d38000000000000000", "-9223372036854775808"), ("d005", "5"),
    ("d37fffffffffffffff", "9223372036854775807"),
    ("c0", "null"), ("c2", "false"), ("c3", "true"),
    ("ca3fc00000", "1.5"), ("ca3dcccccd", "0.10000000149011612"), ("cb3ff199999999999a", "1.1"),
    ("cb7ff8000000000000", #"{"$float":"NaN"}"#), ("caff800000", #"{"$float":"-Infinity"}"#),
    ("a0", #""""#), ("a568656c6c6f", #""hello""#), ("d90161", #""a""#), ("da000161", #""a""#),
    ("db0000000161", #""a""#),
    ("a1ff", #"{"$text":"ff"}"#),
    ("c400", #"{"$bytes":""}"#), ("c40201ff", #"{"$bytes":"01ff"}"#), ("c5000101", #"{"$bytes":"01"}"#),
    ("c60000000101", #"{"$bytes":"01"}"#),
    ("90", "[]"), ("93010203", "[1,2,3]"), ("dc000101", "[1]"), ("dd0000000101", "[1]"),
    ("80", "{}"), ("81a16101", #"{"a":1}"#), ("de0001a16190", #"{"a":[]}"#), ("df00000001a16180", #"{"a":{}}"#),
    ("8101a161", #"{"$map":[[1,"a"]]}"#), ("81c0c0", #"{"$map":[[null,null]]}"#),
    ("d40501", #"{"$extension":5,"bytes":"01"}"#), ("c7008000", ""), ("c70080", #"{"$extension":-128,"bytes":""}"#),
    ("c703070a0b0c", #"{"$extension":7,"bytes":"0a0b0c"}"#), ("c800010701", #"{"$extension":7,"bytes":"01"}"#),
    ("c9000000010701", #"{"$extension":7,"bytes":"01"}"#),
    ("d6ff5a4af6a5", #"{"$timestamp":"2018-01-02T03:04:05Z"}"#),
    ("d7ff773594005a4af6a5", #"{"$timestamp":"2018-01-02T03:04:05.5Z"}"#),
    ("d7ff000000045a4af6a5", #"{"$timestamp":"2018-01-02T03:04:05.000000001Z"}"#),
    ("c70cff00000000ffffffffffffffff", #"{"$timestamp":"1969-12-31T23:59:59Z"}"#),
    ("c70cff3b9aca000000000000000000", #"{"$extension":-1,"bytes":"3b9aca000000000000000000"}"#),
    ("c70cff000000007fffffffffffffff", #"{"$extension":-1,"bytes":"000000007fffffffffffffff"}"#),
    ("d4ff01", #"{"$extension":-1,"bytes":"01"}"#),
  ]

  @Test(arguments: examples)
  func eachTypeMeansJSON(digits: String, json: String) {
    let document = BodyDocument(messagePack: digits)
    #expect(document.json == json)
    #expect(json.isEmpty || document.notice == "MessagePack, shown as JSON")
    #expect(document.format == .messagePack)
  }

  @Test(arguments: examples.filter { !$0.json.isEmpty })
  func aBodyThatIsCutAnywhereIsShownInHex(digits: String, json: String) {
    let whole = Data(digits: digits)
    for count in 1..<max(1, whole.count) {
      let document = BodyDocument(whole.prefix(count), contentType: "application/x-msgpack")
      #expect(document.views == [.hex, .pretty] && document.text.isEmpty)
      #expect(document.notice?.hasSuffix(": the body ends within a value — shown in hex") == true)
    }
  }

  @Test(arguments: [
    ("91c1", 2, "no value begins with this byte"), ("0102", 2, "more bytes after the value"),
    ("ddffffffff", 6, "the body ends within a value"), ("dfffffffff", 6, "the body ends within a value"),
    ("c6ffffffff", 1, "the body ends within a value"), ("91dbffffffff", 2, "the body ends within a value"),
    ("c9ffffffff01", 1, "the body ends within a value"),
  ])
  func aDamagedBodySaysWhereAndWhy(digits: String, byte: Int, reason: String) {
    let document = BodyDocument(messagePack: digits)
    #expect(document.notice == "Not valid MessagePack at byte \(byte): \(reason) — shown in hex")
    #expect(document.view == .hex)
  }

  @Test(arguments: [0x91, 0x81] as [UInt8])
  func deepNestingIsRefused(byte: UInt8) {
    let document = BodyDocument(Data(repeating: byte, count: 100_000) + [0], contentType: "application/vnd.msgpack")
    #expect(document.notice == "Nested too deeply for the pretty view at byte 10001 — shown in hex")
  }
}
