import RequestBasics
import RequestModel
import Testing

struct DocumentMergeTests {
  private typealias Case = (base: JSONValue, ours: JSONValue, theirs: JSONValue, merged: JSONValue, conflicts: [String])

  @Test func membersAndRowsAreMergedByName() {
    let cases: [Case] = [
      (["a": 1, "b": 1], ["a": 2, "b": 1], ["a": 1, "b": 3], ["a": 2, "b": 3], []),
      (["a": 1], ["a": 2], ["a": 3], ["a": 2], ["a"]),
      (["a": 1], [:], ["a": 1, "b": 2], ["b": 2], []),
      (["a": 1], [:], ["a": 2], [:], ["a"]),
      (
        ["h": [["name": "x", "value": 1]]], ["h": [["name": "x", "value": 2]]],
        ["h": [["name": "n"], ["name": "x", "value": 1], ["name": "y"]]],
        ["h": [["name": "n"], ["name": "x", "value": 2], ["name": "y"]]], []
      ),
      (
        ["o": ["a", "b"]], ["o": ["b", "a", "mine"]], ["o": ["a", "new", "b"]], ["o": ["b", "a", "new", "mine"]], []
      ),
      (["v": [1, 2]], ["v": [1]], ["v": [1, 2, 3]], ["v": [1]], ["v"]),
      (["o": ["x": 1]], ["o": ["x": 2, "y": 1]], ["o": ["x": 3]], ["o": ["x": 2, "y": 1]], ["o.x"]),
    ]
    for example in cases {
      let merge = DocumentMerge(base: example.base, ours: example.ours, theirs: example.theirs)
      #expect(merge.value == example.merged)
      #expect(merge.conflicts.map(\.description) == example.conflicts)
    }
  }

  /// Each side changes its own half of the members, in any way.
  @Test func editsOfDifferentMembersNeverConflict() {
    var random = SplitMix64(seed: 13)
    for _ in 0..<10_000 {
      let base = Self.document(&random)
      var (ours, theirs) = (base, base)
      for key in base.keys + ["n1", "n2"] where Bool.random(using: &random) {
        let value: JSONValue? = Bool.random(using: &random) ? .number(Int.random(in: 0...9, using: &random)) : nil
        if key.hashValue % 2 == 0 { ours[key] = value } else { theirs[key] = value }
      }
      let one = DocumentMerge(base: .object(base), ours: .object(ours), theirs: .object(theirs))
      let other = DocumentMerge(base: .object(base), ours: .object(theirs), theirs: .object(ours))
      #expect(one.conflicts == [] && other.conflicts == [])
      #expect(Self.sorted(one.value) == Self.sorted(other.value))
    }
  }

  private static func document(_ random: inout SplitMix64) -> JSONObject {
    var object = JSONObject()
    for index in 0..<Int.random(in: 0...8, using: &random) {
      object["m\(index)"] = .number(Int.random(in: 0...9, using: &random))
    }
    return object
  }

  private static func sorted(_ value: JSONValue) -> [String] {
    (value.object?.members ?? []).map { "\($0.key.value) \($0.value)" }.sorted()
  }
}
