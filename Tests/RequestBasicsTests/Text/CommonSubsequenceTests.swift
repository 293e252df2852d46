import Testing

@testable import RequestBasics

struct CommonSubsequenceTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "", 0), ("abc", "abc", 3), ("abcabba", "cbabac", 4), ("kitten", "sitting", 4), ("ab", "ba", 1),
  ])
  func shortListsHaveTheLongest(_ old: String, _ new: String, _ count: Int) {
    let (old, new) = (Array(old), Array(new))
    let pairs = CommonSubsequence.pairs(old, new)
    expectCommon(pairs, old, new)
    #expect(pairs.count { $0 != nil } == count)
  }

  @Test func longListsKeepWhatIsUniqueInBoth() {
    let old = Array(0..<20_000)
    let new = old.map { $0 % 3 == 0 ? $0 : $0 + 20_000 }
    let pairs = CommonSubsequence.pairs(old, new)
    expectCommon(pairs, old, new)
    #expect(pairs.enumerated().allSatisfy { $1 == ($0 % 3 == 0 ? $0 : nil) })
  }

  @Test func longListsOfFewKindsHaveACommonPart() {
    let old = (0..<5_000).map { $0 * 7 % 5 }
    let new = (0..<5_000).map { $0 * 3 % 4 }
    let pairs = CommonSubsequence.pairs(old, new)
    expectCommon(pairs, old, new)
    #expect(pairs.count { $0 != nil } > 1_000)
  }

  @Test(arguments: [0, 1, 2, 40, 400])
  func longListsOfFewKindsThatDifferLittleLoseLittle(_ edits: Int) {
    let old = (0..<3_000).map { $0 * $0 % 7 % 3 }
    var new = old
    for edit in 0..<edits { new.insert(edit % 2, at: 100 + edit * 7) }
    new.removeSubrange(2_990..<2_990 + edits / 40)
    for (old, new) in [(old, new), (new, old)] {
      let pairs = CommonSubsequence.pairs(old, new)
      expectCommon(pairs, old, new)
      #expect(pairs.count { $0 != nil } >= 3_000 - edits / 40)
    }
  }

  /// The pairs are of equal elements and ascend.
  private func expectCommon<Element: Equatable>(_ pairs: [Int?], _ old: [Element], _ new: [Element]) {
    #expect(pairs.count == new.count)
    #expect(zip(pairs, new).allSatisfy { pair, element in pair.map { old[$0] == element } ?? true })
    let places = pairs.compactMap(\.self)
    #expect(zip(places, places.dropFirst()).allSatisfy(<))
  }
}
