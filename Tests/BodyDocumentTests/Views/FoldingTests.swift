import BodyDocument
import Foundation
import RequestModel
import TestSupport
import Testing

@Suite struct FoldingTests {
  private let sample = #"{"a":[1,2,[3]],"b":{"c":{"d":4}},"e":5}"#

  @Test func aByteInAFoldedContainerIsShownByTheLineOfTheContainer() {
    let text = Array(#"{"a":1,"b":{"c":[2,3],"d":4},"e":5}"#.utf8)
    var document = BodyDocument(Data(text), contentType: "application/json")
    func lines() -> [Int] { "12345".utf8.map { document.line(showing: text.firstIndex(of: $0) ?? 0) } }
    #expect(lines() == [1, 4, 5, 7, 9])
    document.toggleFold(at: 2)
    #expect(lines() == [1, 2, 2, 2, 3])
  }

  @Test func aFoldedContainerSaysHowMuchIsInIt() {
    var document = BodyDocument(sample)
    #expect(document.toggleFold(at: 1) == 1)
    #expect(
      document.screen == """
        {
          "a": [ … ] 3 items
          "b": {
            "c": {
              "d": 4
            }
          },
          "e": 5
        }
        """)
    #expect(document.line(at: 1).isFoldable && document.line(at: 1).isFolded)
    #expect(document.path(at: 3) == "$.b.c")
    document.toggleFold(at: 1)
    #expect(document == BodyDocument.refolded(document))
    #expect(document.lineCount == 15)
  }

  @Test func foldsInsideOfAFoldAreRemembered() {
    var document = BodyDocument(sample)
    document.toggleFold(at: 9)
    #expect(document.line(at: 9).text == #""c": { … } 1 member"#)
    document.toggleFold(at: 8)
    #expect(document.line(at: 8).text == #""b": { … } 1 member"#)
    #expect(document.lineCount == 11)
    document.toggleFold(at: 8)
    #expect(document.line(at: 9).text == #""c": { … } 1 member"#)
    #expect(document.lineCount == 13)
  }

  @Test func theEndOfAContainerFoldsItToo() {
    var document = BodyDocument(sample)
    #expect(document.toggleFold(at: 7) == 1)
    #expect(document.line(at: 1).isFolded)
  }

  @Test func foldingAllLeavesTheOutermostOpen() {
    var document = BodyDocument(sample)
    document.foldAll()
    #expect(
      document.screen == """
        {
          "a": [ … ] 3 items
          "b": { … } 1 member
          "e": 5
        }
        """)
    document.toggleFold(at: 2)
    #expect(document.line(at: 3).text == #""c": { … } 1 member"#)
    document.unfoldAll()
    #expect(document == BodyDocument.refolded(document))
    #expect(document.lineCount == 15)
  }

  @Test func foldingToALevelOpensWhatIsAboveIt() {
    var document = BodyDocument(sample)
    document.fold(to: 2)
    #expect(document.screen.contains("\"c\": { … } 1 member"))
    #expect(document.screen.contains("    [ … ] 1 item"))
    document.fold(to: 0)
    #expect(document.screen == "{ … } 3 members")
  }

  @Test func aCopyFoldsForItself() {
    let original = BodyDocument(sample)
    var copy = original
    #expect(copy == original)
    copy.toggleFold(at: 1)
    #expect(copy != original)
    copy.toggleFold(at: 1)
    copy.show(.raw)
    #expect(copy != original)
    #expect(BodyDocument(sample) != original)
  }

  @Test func bracketsAndParentsAreFound() {
    let document = BodyDocument(sample)
    #expect(document.matchingBracket(of: 1) == 7)
    #expect(document.matchingBracket(of: 7) == 1)
    #expect(document.matchingBracket(of: 2) == nil)
    #expect(document.parent(of: 9) == 8)
    #expect(document.parent(of: 7) == 0)
    #expect(document.parent(of: 0) == nil)
  }

  @Test(arguments: Seeds.some(of: 20))
  func foldingAllFoldsEachContainerOfTheSecondLevel(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = (1...5).map { _ in RandomJSON.text(&random, depth: 4) }.joined(separator: "\n")
    var (document, byHand) = (BodyDocument(text), BodyDocument(text))
    document.foldAll()
    var line = 0
    while line < byHand.lineCount {
      if byHand.line(at: line).indent == 2 { byHand.toggleFold(at: line) }
      line += 1
    }
    #expect(document.screen == byHand.screen)
  }

  /// Random folding against the plain way: walk all rows and leave out what is inside of a fold.
  @Test(arguments: Seeds.some(of: 20))
  func anyOrderOfFoldsShowsTheSameLines(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var document = BodyDocument(RandomJSON.text(&random, depth: 5))
    let rows = document.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var folded: Set<Int> = []
    for step in 0..<60 {
      if step % 20 == 19 { document.foldAll() }
      let line = Int.random(in: 0..<document.lineCount, using: &random)
      document.toggleFold(at: line)
      folded = []
      let shown = (0..<document.lineCount).map { document.line(at: $0) }
      var row = 0
      for line in shown {
        if line.isFolded {
          folded.insert(row)
          let indent = rows[row].prefix { $0 == " " }.count
          repeat { row += 1 } while rows[row].prefix { $0 == " " }.count > indent
        } else {
          #expect(rows[row] == String(repeating: " ", count: line.indent) + line.text)
        }
        row += 1
      }
      #expect(row == rows.count)
    }
  }
}

extension BodyDocument {
  /// The same document with all folds open.
  static func refolded(_ document: BodyDocument) -> BodyDocument {
    var copy = document
    copy.unfoldAll()
    return copy
  }
}
