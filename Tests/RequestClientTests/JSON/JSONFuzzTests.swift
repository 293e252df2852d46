import Foundation
import RequestClient
import RequestBasics
import TestSupport
import Testing

struct JSONFuzzTests {
  private static let chunks = [
    "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\"", "\"\\ud800\"", "1", "-0.0", "1e9", "1E-400", "true", "null",
    " ", "\n", "\"\"", "é", "00", "\u{0}", "\"", "\\",
  ]

  @Test(arguments: Seeds.some(of: 10))
  func anyTextIsAnErrorOrAValueThatRoundTrips(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let chunks = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.chunks.randomElement(using: &random)! }
      var bytes = Array(chunks.joined().utf8)
      if Bool.random(using: &random) { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x80 }
      // Most of these are errors; the others must round-trip.
      guard let json = try? JSON(data: Data(bytes)) else { continue }
      #expect(try JSON(data: json.rawData()) == json)
      #expect(try JSON(data: json.rawData(prettyPrinted: true)) == json)
      _ = (json["a"][0]["é"].error?.description, json.intValue, json.doubleValue, json.boolValue, json.hashValue)
    }
  }

  @Test(arguments: Seeds.some(of: 10))
  func aNumberIsEqualToItselfWrittenInAnotherWay(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let (digits, shift) = (Int.random(in: -999_999...999_999, using: &random), Int.random(in: 0...6, using: &random))
      let zeros = String(repeating: "0", count: shift)
      let plain = try JSON(parseJSON: "\(digits)\(digits == 0 ? "" : zeros)")
      for text in ["\(digits)e\(shift)", "\(digits).0E+\(shift)", "\(digits).\(zeros)0e\(shift)"] {
        let other = try JSON(parseJSON: text)
        #expect(other == plain && other.hashValue == plain.hashValue && other.int == plain.int, "\(text)")
      }
    }
  }
}
