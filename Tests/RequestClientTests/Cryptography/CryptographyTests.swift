import Foundation
@testable import RequestClient
import RequestBasics
import Testing

struct CryptographyTests {
  // RFC 1321, A.5 and FIPS 180-4.
  @Test(arguments: [
    (HashAlgorithm.md5, "d41d8cd98f00b204e9800998ecf8427e", "900150983cd24fb0d6963f7d28e17f72"),
    (.sha1, "da39a3ee5e6b4b0d3255bfef95601890afd80709", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      .sha384,
      "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      .sha256, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    (
      .sha512To256, "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a",
      "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
    ),
  ])
  func digestsMatchTheStandards(_ algorithm: HashAlgorithm, _ empty: String, _ abc: String) {
    #expect(algorithm.isAvailable)
    #expect(algorithm.hash(Data()).hex == empty)
    #expect(algorithm.hash(Data("abc".utf8)).hex == abc)
    let chunks = StreamingHash(algorithm)
    for chunk in ["a", "", "bc"] { chunks?.update(Data(chunk.utf8)) }
    #expect(chunks?.finish().hex == abc)
  }

  // RFC 4231, test cases 2 and 6, and the empty key.
  @Test(arguments: [
    (
      Data("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Data(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (Data(), "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
  ])
  func codesMatchTheStandard(_ key: Data, _ message: String, _ code: String) {
    #expect(MessageAuthentication.hmacSHA256(key: key, message: Data(message.utf8)).hex == code)
  }

  @Test func randomBytesDiffer() {
    #expect(Data.random(count: 24).count == 24)
    #expect(Data.random(count: 24) != Data.random(count: 24))
  }
}
