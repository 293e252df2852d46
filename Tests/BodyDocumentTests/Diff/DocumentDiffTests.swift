import BodyDocument
import Foundation
import RequestModel
import Testing

@Suite struct DocumentDiffTests {
  private func diff(_ old: String, _ new: String, as type: String = "application/json") -> DocumentDiff {
    DocumentDiff(BodyDocument(old, as: type), BodyDocument(new, as: type))
  }

  // MARK: JSON

  @Test func aChangedMemberIsRemovedAndAddedWhereItStands() {
    let diff = diff(#"{"a":1,"b":{"c":"x","d":2}}"#, #"{"a":1,"b":{"c":"y","d":2}}"#)
    #expect(
      diff.screen == """
          {
            "a": 1,
            "b": {
        -     "c": "x",
        +     "c": "y",
              "d": 2
            }
          }
        """)
    #expect(diff.changeCount == 1 && diff.removedLineCount == 1 && diff.addedLineCount == 1)
    #expect(diff.path(at: 3) == "$.b.c" && diff.path(at: 5) == "$.b.d")
  }

  @Test(arguments: [
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), ("[1, 2]", "[1,\n2]"), ("1.0", "1"), (#"["\u00e9\/"]"#, #"["é/"]"#),
    (#"{"\u0061":[1e2]}"#, #"{"a":[100]}"#), ("{}", "{ }"), ("1\n2", "1\n\n2"),
  ])
  func orderBlanksEscapesAndDigitsAreNoChange(old: String, new: String) {
    let diff = diff(old, new)
    #expect(diff.isEmpty && diff.changeCount == 0)
    #expect(diff.notice == nil)
  }

  @Test(arguments: [
    ("[1,2]", "[2,1]"), ("{}", "[]"), (#"{"a":null}"#, "{}"), (#""1""#, "1"), ("true", "false"), ("[[]]", "[[[]]]"),
    ("9007199254740993", "9007199254740992"), (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"["\ud800"]"#, #"["\udfff"]"#),
    ("1\n2", "[1,2]"),
  ])
  func whatMeansSomethingElseIsAChange(old: String, new: String) {
    #expect(diff(old, new).changeCount > 0)
  }

  @Test func membersFollowTheNewOrderAndRemovedOnesTheMemberBeforeThem() {
    let diff = diff(#"{"a":1,"x":2,"b":3,"y":4}"#, #"{"b":3,"a":1,"z":5}"#)
    #expect(
      diff.screen == """
          {
            "b": 3,
            "a": 1,
        -   "x": 2,
        -   "y": 4
        +   "z": 5
          }
        """)
  }

  @Test func anInsertedItemMovesNoOther() {
    let diff = diff("[1,2,3,4]", "[1,9,2,3,4]")
    #expect(diff.screen == "  [\n    1,\n+   9,\n    2,\n    3,\n    4\n  ]")
  }

  @Test func aChangedItemIsAChangeInsideOfIt() {
    let old = #"[{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"}]"#
    let new = #"[{"id":0,"v":"n"},{"id":1,"v":"a"},{"id":2,"v":"B"},{"id":3,"v":"C"}]"#
    #expect(
      diff(old, new).screen == """
          [
        +   {
        +     "id": 0,
        +     "v": "n"
        +   },
            {
              "id": 1,
              "v": "a"
            },
            {
              "id": 2,
        -     "v": "b"
        +     "v": "B"
            },
            {
              "id": 3,
        -     "v": "c"
        +     "v": "C"
            }
          ]
        """)
  }

  @Test func itemsWithOtherNamesAreOtherItems() {
    let diff = diff(
      #"[{"id":1,"v":"a","w":0},{"id":2,"v":"b","w":0}]"#, #"[{"id":3,"v":"a","w":0},{"id":4,"v":"b","w":0}]"#)
    #expect(diff.removedLineCount == 10 && diff.addedLineCount == 10)
  }

  @Test func theOnlyItemsOfAPlaceAreComparedWhateverTheyHold() {
    #expect(diff(#"[[{"a":1}]]"#, #"[[{"a":2}]]"#).removedLineCount == 1)
  }

  @Test func theValuesOfASequenceAreItems() {
    let diff = diff("{\"a\":1}\n{\"a\":2}\n", "{\"a\":2}\n{\"a\":3}\n", as: "application/x-ndjson")
    #expect(diff.screen == "- {\n-   \"a\": 1\n- }\n  {\n    \"a\": 2\n  }\n+ {\n+   \"a\": 3\n+ }")
  }

  // MARK: Text and bytes

  @Test func textIsComparedLineByLine() {
    let diff = diff("one\ntwo\r\nthree\n", "one\n2\nthree\nfour", as: "text/plain")
    #expect(diff.screen == "  one\n- two\n+ 2\n  three\n+ four")
    #expect(self.diff("a\r\nb\r", "a\nb", as: "text/plain").isEmpty)
    #expect(self.diff("a\n\n", "a\n", as: "text/plain").removedLineCount == 1)
  }

  @Test func jsonBesideBrokenJSONIsText() {
    #expect(diff("[1,\n2]", "[1,\n2").screen == "  [1,\n- 2]\n+ 2")
  }

  @Test func bytesAreEqualOrNot() {
    let old = BodyDocument(Data([0, 1, 2, 3]), contentType: nil)
    let new = BodyDocument(Data([0, 1, 9]), contentType: nil)
    #expect(DocumentDiff(old, new).notice == "The bytes differ from byte 3 on: 4 bytes before, 3 bytes now")
    #expect(DocumentDiff(old, new).changeCount == 1)
    #expect(DocumentDiff(old, old).isEmpty && DocumentDiff(old, old).notice == nil)
    let text = DocumentDiff(BodyDocument("", as: nil), BodyDocument("a\nb", as: "text/plain"))
    #expect(text.screen == "- Empty body\n+ a\n+ b")
  }

  @Test func aComparisonSaysWhichBytesWereReadAsLatin1() {
    let type = "text/plain"
    let (valid, invalid) = (BodyDocument("a\né", as: type), BodyDocument(Data([0x61, 0x0A, 0xFF]), contentType: type))
    let new = DocumentDiff(valid, invalid)
    #expect(new.screen == "  a\n- é\n+ ÿ")
    #expect(new.notice == "The new body is invalid in the charset: compared as Latin-1")
    #expect(
      DocumentDiff(invalid, valid).notice == "The old body is invalid in the charset: compared as Latin-1")
    let other = BodyDocument(Data([0x61, 0x0A, 0xFE]), contentType: type)
    #expect(DocumentDiff(invalid, other).notice == "Both bodies are invalid in the charset: compared as Latin-1")
    #expect(DocumentDiff(invalid, other).screen == "  a\n- ÿ\n+ þ")
    let json = BodyDocument(Data([0x5B, 0x22, 0xFF, 0x22, 0x5D]), contentType: "application/json")
    #expect(DocumentDiff(BodyDocument("[1]"), json).notice == new.notice)
  }

  /// `é` in Latin-1, which no header names, and in UTF-8.
  @Test(arguments: ["text/plain", "application/json"])
  func textsThatAreTheSameOnlyAsLatin1AreComparedAsBytes(type: String) {
    let old = BodyDocument(Data([0x22, 0xE9, 0x22]), contentType: type)
    let new = BodyDocument("\"é\"", as: type)
    let diff = DocumentDiff(old, new)
    #expect(diff.changeCount == 1 && diff.removedLineCount == 1 && diff.addedLineCount == 1)
    #expect(diff.screen.contains("22 e9 22") && diff.screen.contains("22 c3 a9 22"))
    #expect(diff.notice == "The bytes differ from byte 2 on: 3 bytes before, 4 bytes now")
    // The charset says that these are the same.
    let named = BodyDocument(Data([0x22, 0xE9, 0x22]), contentType: "\(type); charset=iso-8859-1")
    #expect(DocumentDiff(named, new).isEmpty && DocumentDiff(named, new).notice == nil)
  }

  // MARK: Folds

  private var long: DocumentDiff {
    let lines = (0..<100).map { "line \($0)" }
    var other = lines
    other[40] = "forty"
    other.remove(at: 90)
    return diff(lines.joined(separator: "\n"), other.joined(separator: "\n"), as: "text/plain")
  }

  @Test func whatDidNotChangeIsFolded() {
    let folded = long
    var diff = folded
    #expect(
      diff.screen == """
          ⋯ 37 unchanged lines
          line 37
          line 38
          line 39
        - line 40
        + forty
          line 41
          line 42
          line 43
          ⋯ 43 unchanged lines
          line 87
          line 88
          line 89
        - line 90
          line 91
          line 92
          line 93
          ⋯ 6 unchanged lines
        """)
    #expect(diff.line(at: 0).line.isFolded && diff.line(at: 0).line.isFoldable)
    #expect(diff.toggle(at: 1) == nil)
    #expect(diff.toggle(at: 9) == 9)
    #expect(diff.lineCount == 18 - 1 + 43)
    #expect(diff.line(at: 9).line.text == "line 44" && diff.line(at: 9).line.isFoldable)
    #expect(diff.line(at: 51).line.text == "line 86" && diff.line(at: 52).line.isFoldable == false)
    #expect(diff.toggle(at: 30) == 9)
    #expect(diff == folded)
    diff.unfoldAll()
    #expect(diff.lineCount == 101)
    #expect(diff != folded)
    diff.foldAll()
    #expect(diff == folded)
  }

  @Test func changesAreFoundForwardAndBackward() {
    var diff = long
    #expect(diff.nextChange(from: -1) == 4)
    #expect(diff.nextChange(from: 4) == 13)
    #expect(diff.nextChange(from: 9) == 13)
    #expect(diff.nextChange(from: 13) == nil)
    #expect(diff.previousChange(from: 18) == 13)
    #expect(diff.previousChange(from: 13) == 4)
    #expect(diff.previousChange(from: 4) == nil)
    diff.toggle(at: 0)
    #expect(diff.nextChange(from: 0) == 40)
    #expect(diff.line(at: 40).line.text == "line 40")
  }

  @Test func equalBodiesAreOneFold() {
    let text = String(repeating: "x\n", count: 50)
    #expect(diff(text, text, as: "text/plain").screen == "  ⋯ 50 unchanged lines")
    #expect(diff(text, text, as: "text/plain").nextChange(from: -1) == nil)
  }

  // MARK: Work

  @Test func aStoppedComparisonShowsAllAsChanged() {
    let old = BodyDocument("[1,2]")
    let new = BodyDocument("[1,3]")
    let diff = DocumentDiff(old, new) { true }
    #expect(diff.notice == "Comparison stopped — all lines are shown as changed")
    #expect(diff.removedLineCount == 4 && diff.addedLineCount == 4)
    let text = DocumentDiff(BodyDocument("a", as: "text/plain"), BodyDocument("a", as: "text/plain")) { true }
    #expect(text.notice == diff.notice)
  }

  @Test func fiftyThousandLevelsDoNotRecurse() {
    let depth = 50_000
    func nested(_ value: Int) -> String {
      String(repeating: "[", count: depth) + "\(value)" + String(repeating: "]", count: depth)
    }
    let diff = diff(nested(1), nested(2))
    #expect(diff.changeCount == 1 && diff.removedLineCount == 1 && diff.addedLineCount == 1)
    #expect(diff.nextChange(from: -1) == 4)
  }

  /// Sequences that share little, where the plain algorithm would need the square of their length.
  @Test func longBodiesThatShareLittleAreCompared() {
    var random = SplitMix64(seed: 7)
    let old = (0..<2000).map { _ in "\(Int.random(in: 0..<50, using: &random))" }
    let new = (0..<2000).map { _ in "\(Int.random(in: 0..<50, using: &random))" }
    var text = diff(old.joined(separator: "\n"), new.joined(separator: "\n"), as: "text/plain")
    #expect(text.side(.removed) == old && text.side(.added) == new)
    #expect(text.removedLineCount < 2000)
    text = diff(
      (0..<2000).map { "a\($0)" }.joined(separator: "\n"), (0..<2000).map { "b\($0)" }.joined(separator: "\n"),
      as: "text/plain")
    #expect(text.removedLineCount == 2000 && text.changeCount == 1)
  }
}

extension DocumentDiff {
  /// The visible lines behind their marks.
  var screen: String {
    (0..<lineCount).map { index in
      let line = line(at: index)
      let mark =
        switch line.mark {
        case .same: "  "
        case .removed: "- "
        case .added: "+ "
        }
      return mark + String(repeating: " ", count: line.line.indent) + line.line.text
    }.joined(separator: "\n")
  }

  /// All lines of one side: those that are the same, and those of a mark.
  mutating func side(_ mark: DiffMark) -> [String] {
    unfoldAll()
    return (0..<lineCount).compactMap { index in
      let line = line(at: index)
      return line.mark == .same || line.mark == mark
        ? String(repeating: " ", count: line.line.indent) + line.line.text : nil
    }
  }
}
