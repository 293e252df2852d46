import TerminalUI
import Testing

@testable import WorkbenchCore

/// Rows that have every typed word come before those with misspelled words or spread letters.
@Suite struct FuzzyRankTests {
  private static let titles = [
    "Compare bodies with…", "Copy value", "Copy value, key or path", "Copy body", "Send request", "Send again",
    "Save request", "Filter body", "Folder options",
  ]

  private func found(_ text: String) -> [String] {
    let keywords = ["Send again": "repeat resend request", "Folder options": "setting body"]
    var picker = Picker(
      title: "",
      items: Self.titles.map {
        Picker.Item(title: $0, detail: "", action: .clearNotice, keywords: keywords[$0] ?? "any")
      })
    picker.editor = TextEditor(text)
    return picker.matches.map(\.title)
  }

  @Test(arguments: [
    // The whole title, a title with both words, keywords, then spread letters.
    ("copy value", ["Copy value", "Copy value, key or path"]),
    ("body copy", ["Copy body"]),
    ("request send", ["Send request", "Send again"]),
    ("body setting", ["Folder options"]),
    ("requset send", ["Send request", "Send again"]),
    ("cpy body", ["Copy body"]),
    ("sav request", ["Save request"]),
  ])
  func allTypedWordsComeFirst(text: String, first: [String]) {
    #expect(Array(found(text).prefix(first.count)) == first)
  }

  /// One word of these begins the title; the other one is misspelled. Both words of the exact row are only contained.
  @Test func aMisspelledNeighbourIsNeverAboveAnExactRow() throws {
    let search = FuzzyMatch("send body")
    let exact = try #require(search.rank(in: "Options", "", keywords: "send body", misspelled: true))
    let neighbour = try #require(search.rank(in: "Send bodies", "", misspelled: true))
    #expect(FuzzyMatch.isExact(exact) && !FuzzyMatch.isExact(neighbour) && exact < neighbour)
  }
}
