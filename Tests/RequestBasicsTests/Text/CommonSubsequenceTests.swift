import TestSupport
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

  @Test(arguments: Seeds.some(of: 2_000)) func shortListsOfAnyKindHaveTheLongest(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let kinds = Int.random(in: 1...20, using: &random)
    let lists = (0..<2).map { _ in
      (0..<Int.random(in: 0...60, using: &random)).map { _ in Int.random(in: 0..<kinds, using: &random) }
    }
    let common = CommonSubsequence(NumberedElements(lists[0], lists[1]))
    expectCommon(common.pairs, lists[0], lists[1])
    #expect(common.pairs.count { $0 != nil } == longest(lists[0], lists[1]) && !common.isCoarse, "seed \(seed)")
  }

  @Test(arguments: Seeds.some(of: 200)) func theScriptOfLongListsMakesTheNewOne(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let kinds = [2, 10, 1_000, 1_000_000][Int.random(in: 0..<4, using: &random)]
    let old = (0..<Int.random(in: 0...3_000, using: &random)).map { _ in Int.random(in: 0..<kinds, using: &random) }
    var new = Bool.random(using: &random) ? old : old.shuffled(using: &random)
    for _ in 0..<Int.random(in: 0...500, using: &random) {
      let index = Int.random(in: 0...new.count, using: &random)
      if index < new.count, Bool.random(using: &random) {
        new.remove(at: index)
      } else {
        new.insert(Int.random(in: 0..<kinds, using: &random), at: index)
      }
    }
    let pairs = CommonSubsequence.pairs(old, new)
    expectCommon(pairs, old, new)
    #expect(applied(pairs, old, new) == new, "seed \(seed)")
  }

  @Test func aFewElementsAreFoundAmongMany() {
    let many = (0..<8_000).map { $0 % 2 }
    for (old, new) in [([1, 1], many), (many, [1, 1]), ([0, 2, 0], many)] {
      let pairs = CommonSubsequence.pairs(old, new)
      expectCommon(pairs, old, new)
      #expect(pairs.count { $0 != nil } == 2)
    }
  }

  @Test func onlyAnApproximationIsCoarse() {
    let few = (0..<20_000).map { $0 * 7 % 5 }
    let others = (0..<20_000).map { $0 * $0 % 7 % 5 }
    #expect(CommonSubsequence(NumberedElements(few, others)).isCoarse)
    #expect(!CommonSubsequence(NumberedElements(few, few + [9])).isCoarse)
    #expect(!CommonSubsequence(NumberedElements(few, few.map { $0 + 10 })).isCoarse)
  }

  @Test func aStoppedComparisonPairsNothingWrong() {
    let old = Array(0..<20_000)
    let new = old.map { $0 % 3 == 0 ? $0 : -$0 }
    for most in 0..<4 {
      var questions = 0
      let common = CommonSubsequence(NumberedElements(old, new)) {
        questions += 1
        return questions > most
      }
      expectCommon(common.pairs, old, new)
      #expect(common.isCoarse)
    }
  }

  @Test func movedElementsArePairedInOrder() {
    let elements = NumberedElements(Array("abcab"), Array("bbxaac"))
    var pairs: [Int?] = [1, nil, nil, nil, nil, nil]
    elements.pairMoved(&pairs)
    #expect(pairs == [1, 4, nil, 0, 3, 2])
    #expect(elements.kindCount == 4)
  }

  /// Applies the pairs as an edit script to the old list: elements without a pair are removed, and inserted from the new
  /// one. `nil` if the script goes back.
  private func applied(_ pairs: [Int?], _ old: [Int], _ new: [Int]) -> [Int]? {
    var (result, next): ([Int], Int) = ([], 0)
    for (pair, element) in zip(pairs, new) {
      guard let pair else {
        result.append(element)
        continue
      }
      if pair < next { return nil }
      result.append(old[pair])
      next = pair + 1
    }
    return result
  }

  /// The length of the longest common subsequence, by the table of all prefixes.
  private func longest(_ old: [Int], _ new: [Int]) -> Int {
    var last = [Int](repeating: 0, count: new.count + 1)
    for element in old {
      var next = last
      for (column, other) in new.enumerated() {
        next[column + 1] = element == other ? last[column] + 1 : max(last[column + 1], next[column])
      }
      last = next
    }
    return last[new.count]
  }

  /// The pairs are of equal elements and ascend.
  private func expectCommon<Element: Equatable>(_ pairs: [Int?], _ old: [Element], _ new: [Element]) {
    #expect(pairs.count == new.count)
    #expect(zip(pairs, new).allSatisfy { pair, element in pair.map { old[$0] == element } ?? true })
    let places = pairs.compactMap(\.self)
    #expect(zip(places, places.dropFirst()).allSatisfy(<))
  }
}
