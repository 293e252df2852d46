import BodyDocument
import Foundation
import RequestModel
import Testing

extension Data {
  /// The bytes of hexadecimal digits; blanks between them are skipped.
  init(digits: String) {
    let values = digits.compactMap { $0.hexDigitValue }
    self.init(stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
  }
}

extension BodyDocument {
  init(cbor digits: String) { self.init(Data(digits: digits), contentType: "application/cbor") }
  init(messagePack digits: String) { self.init(Data(digits: digits), contentType: "application/msgpack") }

  /// The JSON that the bytes mean.
  var json: String { String(decoding: text, as: UTF8.self) }
}

@Suite struct CBORTests {
  /// RFC 8949, appendix A.
  static let examples: [(digits: String, json: String)] = [
    ("00", "0"), ("01", "1"), ("0a", "10"), ("17", "23"), ("1818", "24"), ("1819", "25"), ("1864", "100"),
    ("1903e8", "1000"), ("1a000f4240", "1000000"), ("1b000000e8d4a51000", "1000000000000"),
    ("1bffffffffffffffff", "18446744073709551615"), ("c249010000000000000000", "18446744073709551616"),
    ("3bffffffffffffffff", "-18446744073709551616"), ("c349010000000000000000", "-18446744073709551617"),
    ("20", "-1"), ("29", "-10"), ("3863", "-100"), ("3903e7", "-1000"),
    ("f90000", "0.0"), ("f98000", "-0.0"), ("f93c00", "1.0"), ("fb3ff199999999999a", "1.1"), ("f93e00", "1.5"),
    ("f97bff", "65504.0"), ("fa47c35000", "100000.0"), ("fa7f7fffff", "3.4028234663852886e+38"),
    ("fb7e37e43c8800759c", "1e+300"), ("f90001", "5.960464477539063e-08"), ("f90400", "6.103515625e-05"),
    ("f9c400", "-4.0"), ("fbc010666666666666", "-4.1"),
    ("f97c00", #"{"$float":"Infinity"}"#), ("f97e00", #"{"$float":"NaN"}"#), ("f9fc00", #"{"$float":"-Infinity"}"#),
    ("fa7f800000", #"{"$float":"Infinity"}"#), ("fa7fc00000", #"{"$float":"NaN"}"#),
    ("faff800000", #"{"$float":"-Infinity"}"#), ("fb7ff0000000000000", #"{"$float":"Infinity"}"#),
    ("fb7ff8000000000000", #"{"$float":"NaN"}"#), ("fbfff0000000000000", #"{"$float":"-Infinity"}"#),
    ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", #"{"$undefined":true}"#), ("f0", #"{"$simple":16}"#),
    ("f8ff", #"{"$simple":255}"#),
    ("c074323031332d30332d32315432303a30343a30305a", #"{"$tag":0,"value":"2013-03-21T20:04:00Z"}"#),
    ("c11a514b67b0", #"{"$tag":1,"value":1363896240}"#),
    ("c1fb41d452d9ec200000", #"{"$tag":1,"value":1363896240.5}"#),
    ("d74401020304", #"{"$tag":23,"value":{"$bytes":"01020304"}}"#),
    ("d818456449455446", #"{"$tag":24,"value":{"$bytes":"6449455446"}}"#),
    ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", #"{"$tag":32,"value":"http://www.example.com"}"#),
    ("40", #"{"$bytes":""}"#), ("4401020304", #"{"$bytes":"01020304"}"#), ("60", #""""#), ("6161", #""a""#),
    ("6449455446", #""IETF""#), ("62225c", #""\"\\""#), ("62c3bc", #""ü""#), ("63e6b0b4", #""水""#),
    ("64f0908591", "\"\u{10151}\""), ("80", "[]"), ("83010203", "[1,2,3]"), ("8301820203820405", "[1,[2,3],[4,5]]"),
    (
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
      "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]"
    ),
    ("a0", "{}"), ("a201020304", #"{"$map":[[1,2],[3,4]]}"#), ("a26161016162820203", #"{"a":1,"b":[2,3]}"#),
    ("826161a161626163", #"["a",{"b":"c"}]"#),
    ("a56161614161626142616361436164614461656145", #"{"a":"A","b":"B","c":"C","d":"D","e":"E"}"#),
    ("5f42010243030405ff", #"{"$bytes":"0102030405"}"#), ("7f657374726561646d696e67ff", #""streaming""#),
    ("9fff", "[]"), ("9f018202039f0405ffff", "[1,[2,3],[4,5]]"), ("9f01820203820405ff", "[1,[2,3],[4,5]]"),
    ("83018202039f0405ff", "[1,[2,3],[4,5]]"), ("83019f0203ff820405", "[1,[2,3],[4,5]]"),
    (
      "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
      "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]"
    ),
    ("bf61610161629f0203ffff", #"{"a":1,"b":[2,3]}"#), ("826161bf61626163ff", #"["a",{"b":"c"}]"#),
    ("bf6346756ef563416d7421ff", #"{"Fun":true,"Amt":-2}"#),
  ]

  @Test(arguments: examples)
  func theExamplesOfTheRFCMeanJSON(digits: String, json: String) {
    let document = BodyDocument(cbor: digits)
    #expect(document.json == json)
    #expect(document.notice == "CBOR, shown as JSON")
    #expect(document.format == .cbor && document.view == .pretty && document.views.last == .hex)
    #expect(document.body == Data(digits: digits))
  }

  @Test(arguments: examples)
  func aBodyThatIsCutAnywhereIsShownInHex(digits: String, json: String) {
    let whole = Data(digits: digits)
    for count in 1..<max(1, whole.count) {
      let document = BodyDocument(whole.prefix(count), contentType: "application/cbor")
      #expect(document.views == [.hex, .pretty] && document.text.isEmpty)
      #expect(document.notice?.hasPrefix("Not valid CBOR at byte ") == true)
      #expect(document.notice?.hasSuffix(": the body ends within a value — shown in hex") == true)
    }
  }

  @Test(arguments: [
    ("a2616101 0203", #"{"$map":[["a",1],[2,3]]}"#), ("a181 0102", #"{"$map":[[[1],2]]}"#),
    ("a1a0a1a002", #"{"$map":[[{},{"$map":[[{},2]]}]]}"#), ("bf0102 03 9fffff", #"{"$map":[[1,2],[3,[]]]}"#),
    ("a16161a10102", #"{"a":{"$map":[[1,2]]}}"#), ("a2616101616102", #"{"a":1,"a":2}"#),
    ("a17f616161 62ff01", #"{"ab":1}"#), ("a1662462797465 7301", #"{"$map":[["$bytes",1]]}"#),
    ("a1642472656601", #"{"$ref":1}"#), ("61ff", #"{"$text":"ff"}"#), ("a161ff01", #"{"$map":[[{"$text":"ff"},1]]}"#),
    ("c24101", "1"), ("c240", "0"), ("c340", "-1"), ("c25f41014100ff", "256"), ("c2 01", #"{"$tag":2,"value":1}"#),
    ("c2", ""), ("82c1f6c1f6", #"[{"$tag":1,"value":null},{"$tag":1,"value":null}]"#),
    ("d9d9f7a0", "{}"), ("81d9d9f701", #"[{"$tag":55799,"value":1}]"#), ("d28101", #"{"$tag":18,"value":[1]}"#),
    ("6300011f", #""\u0000\u0001\u001f""#), ("630a0d09", #""\n\r\t""#),
  ])
  func whatJSONLacksIsAnObjectThatNothingElseIs(digits: String, json: String) {
    #expect(BodyDocument(cbor: digits).json == json)
  }

  @Test func aNumberOfManyBytesIsExactAndALongerOneKeepsItsBytes() {
    #expect(
      BodyDocument(cbor: "c250" + String(repeating: "ff", count: 16)).json == "340282366920938463463374607431768211455")
    let digits = String(repeating: "ab", count: 129)
    #expect(BodyDocument(cbor: "c25881" + digits).json == #"{"$tag":2,"value":{"$bytes":"\#(digits)"}}"#)
  }

  @Test(arguments: [
    ("0102", 2, "more bytes after the value"), ("ff", 1, "a break that ends nothing"),
    ("bf01ff", 3, "a break that ends nothing"), ("c1ff", 2, "a break that ends nothing"),
    ("5f6161ff", 2, "not a part of the string"), ("7f7fffff", 2, "not a part of the string"),
    ("811c", 2, "no value begins with this byte"), ("f818", 1, "no value begins with this byte"),
    ("9b8000000000000000", 10, "the body ends within a value"),
    ("bb8000000000000000", 10, "the body ends within a value"),
    ("bbffffffffffffffff", 10, "the body ends within a value"),
    ("5b8000000000000000", 1, "the body ends within a value"),
    ("7bffffffffffffffff", 1, "the body ends within a value"), ("820101 01", 4, "more bytes after the value"),
  ])
  func aDamagedBodySaysWhereAndWhy(digits: String, byte: Int, reason: String) {
    let document = BodyDocument(cbor: digits)
    #expect(document.notice == "Not valid CBOR at byte \(byte): \(reason) — shown in hex")
    #expect(document.view == .hex && document.format == .cbor)
  }

  @Test(arguments: [0x81, 0x9F, 0xC1, 0xC2, 0xA1, 0xBF] as [UInt8])
  func deepNestingIsRefused(byte: UInt8) {
    let document = BodyDocument(Data(repeating: byte, count: 100_000) + [0], contentType: "application/cbor")
    #expect(document.notice == "Nested too deeply for the pretty view at byte 10001 — shown in hex")
    let allowed = BodyDocument(Data(repeating: 0x81, count: 10_000) + [0], contentType: "application/cbor")
    #expect(allowed.lineCount == 20_001)
  }

  @Test func theValuesOfASequenceAreShownOneAfterAnother() {
    let document = BodyDocument(Data(digits: "01 a1616102"), contentType: "application/cbor-seq")
    #expect(document.json == "1\n{\"a\":2}")
    #expect(document.notice == "CBOR, 2 values, shown as JSON")
    #expect(document.path(at: 2) == "$[1].a")
  }

  @Test(arguments: ["application/cbor", "application/senml+cbor; charset=x", "Application/CBOR"])
  func theTypeNamesTheFormat(type: String) {
    #expect(BodyDocument(Data([1]), contentType: type).json == "1")
  }
}
