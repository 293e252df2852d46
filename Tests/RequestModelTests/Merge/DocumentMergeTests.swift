import RequestModel
import Testing

struct DocumentMergeTests {
  private typealias Case = (base: JSONValue, ours: JSONValue, theirs: JSONValue, merged: JSONValue, conflicts: [String])

  @Test func membersAndRowsAreMergedByWhatTheyAre() {
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
        ["o": ["a", "b"]], ["o": ["b", "a", "mine"]], ["o": ["a", "new", "b"]], ["o": ["b", "a", "mine", "new"]], []
      ),
      (["v": [1, 2]], ["v": [1]], ["v": [1, 2, 3]], ["v": [1, 3]], []),
      (["v": [1, 2]], ["v": [3, 2]], ["v": [1, 4]], ["v": [3, 4]], []),
      (["v": [1, 2]], ["v": [3, 2]], ["v": [4, 2]], ["v": [3, 2]], ["v[0]"]),
      (["o": ["x": 1]], ["o": ["x": 2, "y": 1]], ["o": ["x": 3]], ["o": ["x": 2, "y": 1]], ["o.x"]),
    ]
    for example in cases {
      let merge = DocumentMerge(base: example.base, ours: example.ours, theirs: example.theirs)
      #expect(merge.value == example.merged)
      #expect(merge.conflicts.map(\.place.description) == example.conflicts)
    }
  }

  private static func merge(_ base: JSONValue, _ ours: JSONValue, _ theirs: JSONValue) -> DocumentMerge {
    DocumentMerge(base: base, ours: ours, theirs: theirs, role: .request)
  }

  @Test func conflictsAreNamedAndDecidedOneByOne() {
    let base: JSONValue = [
      "url": "u", "method": "GET", "headers": [["name": "A", "value": "1"], ["name": "B", "value": "1"]],
      "auth": ["bearer": ["token": "t"]],
    ]
    let ours: JSONValue = [
      "url": "u", "method": "PUT", "headers": [["name": "A", "value": "2"]], "auth": ["bearer": ["token": "abc"]],
    ]
    let theirs: JSONValue = [
      "url": "v", "method": "POST", "headers": [["name": "A", "value": "1"], ["name": "B", "value": "3"]],
      "auth": ["bearer": ["token": "xyz"]],
    ]
    let merge = Self.merge(base, ours, theirs)
    #expect(
      merge.conflicts.map(\.summary) == [
        "Method: PUT here, POST there", "Header B: removed here, 3 there", "Auth › Token: •••••• here, •••••• there",
      ])
    let expected: JSONValue = [
      "url": "v", "method": "POST", "headers": [["name": "A", "value": "2"], ["name": "B", "value": "3"]],
      "auth": ["bearer": ["token": "abc"]],
    ]
    #expect(merge.value { $0 == 2 ? .ours : .theirs } == expected)
    #expect(
      merge.value(.base) == [
        "url": "v", "method": "GET", "headers": [["name": "A", "value": "2"], ["name": "B", "value": "1"]],
        "auth": ["bearer": ["token": "t"]],
      ])
  }

  @Test func anotherKindOfBodyIsAConflictOfTheWholeBody() {
    let base: JSONValue = ["url": "u", "body": ["json": ["a": 1]]]
    let text: JSONValue = ["url": "u", "body": ["text": "t", "type": "text/x"]]
    let form: JSONValue = ["url": "u", "body": ["form": [["name": "a", "value": "1"]]]]
    let merge = Self.merge(base, text, form)
    #expect(merge.conflicts.map(\.label) == ["Body"])
    #expect(merge.value(.ours) == text && merge.value(.theirs) == form)
    let edited = Self.merge(base, text, ["url": "v", "body": ["json": ["a": 2]]])
    #expect(edited.conflicts.map(\.label) == ["Body"])
    #expect(edited.value(.theirs) == ["url": "v", "body": ["json": ["a": 2]]])
  }

  @Test func textsAreMergedByMembersOrLines() {
    let texts = [
      "{\n  \"a\": 1,\n  \"list\": [{\"id\": 1, \"n\": 1.0}, 2]\n}",
      "{\n  \"a\": 2,\n  \"list\": [{\"id\": 1, \"n\": 1.0}, 2]\n}",
      "{\n  \"a\": 1,\n  \"list\": [{\"id\": 1, \"n\": 1.50}, 2, 3],\n  \"b\": {}\n}",
    ].map { text -> JSONValue in ["url": "u", "body": ["text": .string(text)]] }
    let merge = Self.merge(texts[0], texts[1], texts[2])
    let merged = "{\n  \"a\": 2,\n  \"list\": [{\"id\": 1, \"n\": 1.50}, 2, 3],\n  \"b\": {}\n}"
    #expect(merge.conflicts.isEmpty && merge.value == ["url": "u", "body": ["text": .string(merged)]])
    let docs = Self.merge(
      ["url": "u", "docs": ["a", "b", "c", "d"]], ["url": "u", "docs": ["A", "b", "c", "d"]],
      ["url": "u", "docs": "a\nb\nc\nD\ne"])
    #expect(docs.conflicts.isEmpty && docs.value == ["url": "u", "docs": ["A", "b", "c", "D", "e"]])
    let both = Self.merge(
      ["url": "u", "docs": ["a", "b", "c"]], ["url": "u", "docs": ["x", "b", "c"]],
      ["url": "u", "docs": ["y", "b", "z"]])
    #expect(both.conflicts.map(\.label) == ["Docs"])
    #expect(both.value == ["url": "u", "docs": ["x", "b", "z"]])
  }

  @Test func aNameThatBothSidesAddedIsAConflictUnlessTheListRepeatsIt() {
    let row = { (name: String, value: String) -> JSONValue in ["name": .string(name), "value": .string(value)] }
    let new = Self.merge(
      ["url": "u"], ["url": "u", "headers": [row("A", "1")]], ["url": "u", "headers": [row("A", "2")]])
    #expect(new.conflicts.map(\.label) == ["Header A"])
    let repeated = Self.merge(
      ["url": "u", "headers": [row("A", "1")]], ["url": "u", "headers": [row("A", "1"), row("A", "3")]],
      ["url": "u", "headers": [row("A", "1"), row("A", "2")]])
    #expect(repeated.conflicts.isEmpty)
    #expect(repeated.value == ["url": "u", "headers": [row("A", "1"), row("A", "2"), row("A", "3")]])
  }

  @Test func movesOfBothSidesCount() {
    let rows = { (names: String) -> JSONValue in
      ["url": "u", "headers": .array(names.map { ["name": .string(String($0)), "value": "v"] })]
    }
    for (base, ours, theirs, merged) in [
      ("abcd", "bcda", "abdc", "bdca"), ("abc", "bca", "cab", "cba"), ("abcd", "dabc", "acd", "dac"),
      ("abc", "bac", "abXc", "bXac"),
    ] {
      #expect(Self.merge(rows(base), rows(ours), rows(theirs)).value == rows(merged))
      #expect(Self.merge(rows(base), rows(theirs), rows(ours)).value == rows(merged))
    }
  }

  @Test func changesThatBreakTheFileTogetherAreAConflict() {
    let base: JSONValue = ["variables": [["name": "key"]]]
    let merge = DocumentMerge(
      base: base, ours: ["variables": [["name": "key", "secret": true]]],
      theirs: ["variables": [["name": "key", "value": "v"]]], role: .environment)
    #expect(merge.conflicts.map(\.label) == ["Variables"])
    #expect(merge.value(.theirs) == ["variables": [["name": "key", "value": "v"]]])
  }

  @Test func withoutABaseEachDifferenceIsAConflict() {
    let merge = DocumentMerge(
      base: nil, ours: ["url": "u", "headers": [["name": "A", "value": "1"]], "x": 1],
      theirs: ["url": "v", "headers": [["name": "A", "value": "1"], ["name": "B", "value": "2"]]], role: .request)
    #expect(merge.conflicts.map(\.label) == ["URL", "Header B", "x"])
    #expect(
      merge.value { $0 == 0 ? .ours : .theirs } == [
        "url": "u", "headers": [["name": "A", "value": "1"], ["name": "B", "value": "2"]],
      ])
  }
}
