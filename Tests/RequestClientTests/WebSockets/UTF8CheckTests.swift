@testable import RequestClient
import Testing

struct UTF8CheckTests {
  private func isText(_ bytes: [UInt8]) -> Bool {
    var whole = UTF8Check()
    let isWhole = bytes.withUnsafeBytes { whole.check($0) } && whole.isComplete
    var single = UTF8Check()
    let isSingle = bytes.allSatisfy { byte in withUnsafeBytes(of: byte) { single.check($0) } } && single.isComplete
    #expect(isWhole == isSingle, "\(bytes)")
    return isWhole
  }

  @Test func twoBytesAreTextWhereTheStandardLibrarySaysSo() {
    for first in UInt8.min ... .max {
      for second in stride(from: UInt8.min, to: .max, by: 5) {
        let bytes = [first, second]
        #expect(isText(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
      }
    }
  }

  @Test(arguments: [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5] as [UInt8])
  func longerCharactersAreTextWhereTheStandardLibrarySaysSo(_ first: UInt8) {
    let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
    for second in edges {
      for third in edges {
        for rest in [[], [0x7F], [0x80], [0xBF], [0xC0]] as [[UInt8]] {
          let bytes = [first, second, third] + rest
          #expect(isText(bytes) == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
      }
    }
  }

  @Test func aWrongByteIsFoundBehindLongASCII() {
    for place in 0..<40 {
      var bytes = [UInt8](repeating: 0x61, count: 40)
      bytes[place] = 0x80
      #expect(!isText(bytes))
      bytes.replaceSubrange(place..<place + 1, with: Array("€".utf8))
      #expect(isText(bytes))
    }
  }
}
