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

  /// 400 pasted lines took a second for each key.
  @Test func aWordCountsOnce() {
    let pasted = String(repeating: "body\n", count: 400)
    #expect(FuzzyMatch(pasted).rank(in: "Copy body", "") == FuzzyMatch("body").rank(in: "Copy body", ""))
    #expect(GoToQuery(pasted).words == GoToQuery("body").words)
  }

  /// Postman's and VS Code's names for what a command does.
  @Test(arguments: [
    ("run folder", "runs.open"), ("run collection", "runs.open"), ("run requests", "runs.open"),
    ("run tests", "runs.open"), ("collection runner", "runs.open"), ("find in files", "search.open"),
    ("replace in files", "search.open"), ("new request", "collections.new"),
    ("duplicate request", "collections.duplicate"), ("rename request", "collections.rename"),
    ("rename folder", "collections.rename"), ("delete request", "collections.delete"),
    ("move request", "collections.move"), ("copy as curl", "request.copyCurl"),
    ("environment variables", "request.variablesTab"), ("export collection", "export.open"),
    ("bulk edit", "request.bulkEdit"), ("response headers", "response.headersTab"), ("send again", "request.sendLast"),
    ("cancel request", "app.cancel"), ("stop request", "app.cancel"), ("clear cookies", "cookies.open"),
    ("delete cookies", "cookies.open"), ("two pane", "pane.arrange"), ("split editor", "response.pin"),
    ("dark mode", "settings.theme"), ("change theme", "settings.theme"), ("show sidebar", "pane.sidebar"),
    ("quick open", "goto.open"), ("show console", "messages.open"), ("view history", "history.toggle"),
    ("delete history", "history.delete"), ("format document", "request.format"), ("view raw", "response.raw"),
    ("get new access token", "request.fetchToken"), ("ssl verification", "request.optionsTab"),
    ("follow redirects", "request.optionsTab"), ("download response", "response.saveBody"),
    ("close all tabs", "tab.closeOthers"), ("resend request", "request.send"), ("resend", "request.send"),
    ("import collection", "import.open"), ("import file", "import.open"), ("open folder", "workspaces.open"),
    ("search response", "response.search"), ("load test", "runs.open"),
  ])
  func phrasesOfOtherProgramsFindTheirCommandFirst(text: String, name: String) throws {
    let items = Command.listed.map {
      // Its pane is named beside a command of another pane.
      Picker.Item(
        title: $0.title, detail: $0.scope == .everywhere ? "" : "in \($0.scope.title)", action: .choose($0.name),
        word: $0.word, keywords: $0.keywords)
    }
    var picker = Picker(title: "", items: items)
    picker.editor = TextEditor(text)
    let first = try #require(picker.matches.first)
    #expect(first.action == .choose(name))
  }

  /// One word of these begins the title; the other one is misspelled. Both words of the exact row are only contained.
  @Test func aMisspelledNeighbourIsNeverAboveAnExactRow() throws {
    let search = FuzzyMatch("send body")
    let exact = try #require(search.rank(in: "Options", "", keywords: "send body", misspelled: true))
    let neighbour = try #require(search.rank(in: "Send bodies", "", misspelled: true))
    #expect(FuzzyMatch.isExact(exact) && !FuzzyMatch.isExact(neighbour) && exact < neighbour)
  }
}
