import Foundation
import RequestModel
import Testing

/// The words of MessagePack and CBOR.
struct ItemTextTests {
  /// `name` is 6e616d65, `raw` is 726177.
  @Test(
    arguments: [
      (.cbor, "a2 646e616d65 78046e616d65 18c8 3904d1", "name\nname\n200\n-1234"),
      (.cbor, "43726177 fb3ff8000000000000 f6", "1.5"),
      (.cbor, "9f 7f 646e616d65 646e616d65 ff c107 ff", "namename\n7"),
      (.cbor, "82 646e616d65 6a6e616d65", "name\nname"), (.cbor, "646e616d65 1901", "name"),
      (.cbor, "646e616d65 1c", nil), (.messagePack, "92 a46e616d65 c1", nil),
      (.messagePack, "82 a46e616d65 cd0100 d9046e616d65 d1ff38", "name\n256\nname\n-200"),
      (.messagePack, "93 c403726177 c70305726177 d60100000000 c3", ""), (.messagePack, "", ""),
    ] as [(BinaryEncoding, String, String?)])
  func textsAndNumbersAreWords(_ encoding: BinaryEncoding, _ digits: String, _ words: String?) {
    let digits = digits.compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    #expect(ItemText.text(of: Data(bytes), as: encoding) == words)
  }

  @Test(
    arguments: [
      ("application/cbor", "", [.cbor]), ("Application/MsgPack; a=b", "", [.messagePack]),
      ("application/senml+cbor", "", [.cbor]), ("text/plain", "\u{A1}", []), (nil, "x", []), ("", "", []),
    ] as [(String?, String, [BinaryEncoding])])
  func theTypeOrElseTheFirstByteTellsTheEncoding(_ type: String?, _ body: String, _ encodings: [BinaryEncoding]) {
    #expect(BinaryEncoding.possible(for: Data(body.utf8), contentType: type) == encodings)
  }

  @Test func bytesWithoutATypeMayBeEither() {
    #expect(BinaryEncoding.possible(for: Data([0x81]), contentType: nil) == [.messagePack, .cbor])
    #expect(BinaryEncoding.possible(for: Data([0xA1]), contentType: " ") == [.cbor])
  }
}
