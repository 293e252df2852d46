import Foundation
import RequestModel
import Testing

@testable import RequestRunner

/// Secrets in MessagePack and CBOR that are not there as text.
@Suite struct ItemSecretTests {
  private static let (cbor, messagePack) = ("application/cbor", "application/msgpack")
  /// 2^192, whose length has a byte of its own.
  private static let long = "6277101735386680763835789423207666416102355444464034512896"
  private static let longNumber = "c2 58 19 01" + String(repeating: "00", count: 24)
  private static let maskedLongNumber = "c2 78 19" + String(repeating: "2a", count: 25)

  private func response(_ digits: String, _ type: String) -> Response {
    Response(
      status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", type)],
      body: Data(hexadecimal: digits))
  }

  @Test(arguments: [
    ("12345678", cbor, "a1 61 6e 1a 00bc614e", "a1 61 6e 64 2a2a2a2a"),
    ("12345678", cbor, "82 1b 0000000000bc614e 01", "82 68 2a2a2a2a2a2a2a2a 01"),
    ("1234", cbor, "81 19 04d2", "81 62 2a2a"), ("-1234", cbor, "81 39 04d1", "81 62 2a2a"),
    ("12345678", cbor, "81 fb 41678c29c0000000", "81 68 2a2a2a2a2a2a2a2a"),
    ("12345678", cbor, "81 fa 4b3c614e", "81 64 2a2a2a2a"), ("1234", cbor, "81 f9 64d2", "81 62 2a2a"),
    ("1234", cbor, "c1 9f 1904d2 ff", "c1 9f 62 2a2a ff"),
    ("12345678", messagePack, "81 a16e ce 00bc614e", "81 a16e a4 2a2a2a2a"),
    ("-12345678", messagePack, "91 d2 ff439eb2", "91 a4 2a2a2a2a"),
    ("12345678", messagePack, "dd 00000001 cb 41678c29c0000000", "dd 00000001 a8 2a2a2a2a2a2a2a2a"),
    ("1234", messagePack, "92 c7 03 05 cd04d2 cd 04d2", "92 c7 03 05 cd04d2 a2 2a2a"),
    ("123456789012345678901234", cbor, "81 c2 4a 1a249b1f10a06c96aff2", "81 c2 6a 2a2a2a2a2a2a2a2a2a2a"),
    ("-18446744073709551617", cbor, "82 c3 49 010000000000000000 01", "82 c3 69 2a2a2a2a2a2a2a2a2a 01"),
    ("-65536", cbor, "c3 42 ffff", "c3 62 2a2a"), ("12345678", cbor, "c2 44 00bc614e", "c2 64 2a2a2a2a"),
    (long, cbor, longNumber, maskedLongNumber),
    // Strings of bytes that no tag makes a number.
    ("12345678", cbor, "82 f4 44 00bc614e", "82 f4 44 00bc614e"),
    ("12345678", messagePack, "92 c2 c4 04 00bc614e", "92 c2 c4 04 00bc614e"),
    // Another number, a short one, leading zeros, the content of a string, and another type.
    ("12345678", cbor, "1a 00bc614f", "1a 00bc614f"), ("123", cbor, "18 7b", "18 7b"),
    ("00001234", cbor, "19 04d2", "19 04d2"), ("12345678", cbor, "45 1a00bc614e", "45 1a00bc614e"),
    ("12345678", "application/octet-stream", "1a 00bc614e", "1a 00bc614e"),
  ])
  func aMaskedNumberIsATextOfAsManyBytes(_ secret: String, _ type: String, _ body: String, _ masked: String) {
    let original = response(body, type)
    let shown = SecretMask([secret]).masked(original)
    #expect(shown.body == Data(hexadecimal: masked))
    #expect(shown.maskedSecrets.restored(in: shown.body) == original.body)
  }

  @Test(arguments: [
    // `s3cret` and `-value`; `ab` and `cd`, which are a short secret as a whole only.
    ("7f 66 733363726574 60 66 2d76616c7565 ff", "7f 66 2a2a2a2a2a2a 60 66 2a2a2a2a2a2a ff"),
    ("81 5f 47 78733363726574 46 2d76616c7565 ff", "81 5f 47 782a2a2a2a2a2a 46 2a2a2a2a2a2a ff"),
    ("7f 62 6162 62 6364 ff", "7f 62 2a2a 62 2a2a ff"), ("7f 62 6162 63 636465 ff", "7f 62 6162 63 636465 ff"),
    ("7f 66 733363726574 46 2d76616c7565 ff", "7f 66 733363726574 46 2d76616c7565 ff"),
  ])
  func aSecretInSeveralChunksIsMaskedInEach(_ body: String, _ masked: String) {
    let original = response(body, Self.cbor)
    let shown = SecretMask(["s3cret-value", "abcd"]).masked(original)
    #expect(shown.body == Data(hexadecimal: masked))
    #expect(shown.maskedSecrets.restored(in: shown.body) == original.body)
  }

  @Test func messagesWithoutATypeAreMasked() {
    let mask = SecretMask(["12345678"])
    #expect(mask.masked(Data(hexadecimal: "a1 61 6e 1a 00bc614e")) == Data(hexadecimal: "a1 61 6e 64 2a2a2a2a"))
    #expect(mask.masked(Data(hexadecimal: "81 a16e ce 00bc614e")) == Data(hexadecimal: "81 a16e a4 2a2a2a2a"))
  }

  @Test(arguments: [
    (cbor, "a3 61 6e 1a 00bc614e 61 74 7f 66 733363726574 66 2d76616c7565 ff 61 75 f6"),
    (cbor, "83 c2 44 00bc614e 6c 7333637265742d76616c7565 f6"),
    (messagePack, "82 a16e ce 00bc614e a174 ac 7333637265742d76616c7565"),
  ])
  func aBodyArrivingByteByByteNeverShowsPartOfASecret(_ type: String, _ digits: String) {
    let (mask, body) = (SecretMask(["12345678", "s3cret-value"]), Data(hexadecimal: digits))
    let whole = mask.masked(response(digits, type)).body
    #expect(whole.count { $0 == UInt8(ascii: "*") } == 16)
    var growing = SecretMask.GrowingBody()
    for count in 0..<body.count {
      let (shown, secrets) = mask.masked(body.prefix(count), contentType: type, isWhole: false, &growing)
      #expect(whole.starts(with: shown), "after \(count) bytes")
      #expect(secrets.restored(in: shown) == body.prefix(shown.count), "after \(count) bytes")
    }
    #expect(mask.masked(body, contentType: type, isWhole: true, &growing).bytes == whole)
  }
}

extension Data {
  fileprivate init(hexadecimal digits: String) {
    let digits = digits.compactMap(\.hexDigitValue)
    self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
