import Foundation
import Testing

@testable import RequestBasics

struct HexadecimalTests {
  private static let cases: [(String, [UInt8]?)] = [
    ("", []), ("00fF", [0, 255]), ("0", nil), ("+f", nil), ("-0", nil), ("0g", nil), ("é0", nil),
  ]

  @Test(arguments: cases) func pairsOfDigitsAloneAreBytes(_ text: String, _ bytes: [UInt8]?) {
    #expect(Data(hex: text) == bytes.map { Data($0) })
  }
}
