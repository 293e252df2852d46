import Foundation
import RequestBasics
import Testing

/// Texts that are cut to a number of bytes.
struct TextPrefixTests {
  @Test func aTextIsCutBetweenCharacters() {
    let text = Data("aé€😀b".utf8)
    let cut = (0...text.count).map { String(validating: text.textPrefix($0), as: UTF8.self) }
    #expect(cut == ["", "a", "a", "aé", "aé", "aé", "aé€", "aé€", "aé€", "aé€", "aé€😀", "aé€😀b"])
  }

  @Test func whatIsNotLongerStaysAsItIs() {
    let incomplete = Data("aé".utf8).dropLast()
    #expect(incomplete.textPrefix(2) == incomplete && incomplete.textPrefix(9) == incomplete)
  }
}
