import Foundation
import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// Every command is found in the palette, and runs or says why not, whichever pane has the focus.
@Suite struct PaletteTests {
  /// The palette, opened in a pane of a workspace with something to show in all of them.
  private static func palette(in pane: Command.Scope) -> Harness {
    var app = Harness.ran(columns: 120, rows: 30)
    app.press("<Esc> <Down> <Down>")
    app.open("shop/list.json", .list)
    app.sendAndAnswer { .answered($0) }
    app.receive(.history(.listed(query: "", [.sample("https://x.test/one")], total: 1)))
    app.receive(.git(.status(.shop)))
    let keys: [Command.Scope: String] = [
      .collections: "1", .request: "2", .response: "3", .history: "H", .environments: "<F9>", .changes: "<C-g>",
      .difference: "<C-g> <Tab>", .run: "gR",
    ]
    app.press(keys[pane] ?? "")
    #expect(app.bench.scope == pane)
    app.press(":")
    return app
  }

  private func picker(_ app: Harness) throws -> Picker {
    try #require(app.bench.overlays.last?.screen as? Picker)
  }

  /// The names of the commands that a typed text finds.
  private func found(_ text: String, in picker: Picker) -> [String] {
    var picker = picker
    picker.editor = TextEditor(text)
    return picker.matches.compactMap { if case .choose(let name) = $0.action { name } else { nil } }
  }

  @Test func everyCommandIsFoundByItsTitleItsKeywordsAndAMisspelling() throws {
    let picker = try picker(Self.palette(in: .collections))
    for command in Command.listed {
      #expect(found(command.title, in: picker).contains(command.name), "\(command.name)")
      #expect(!command.keywords.isEmpty, "\(command.name)")
      #expect(command.keywords == command.keywords.lowercased(), "\(command.name)")
      // Correctly spelled words are found whatever else the list has.
      var alone = picker
      alone.items = picker.items.filter { $0.action == .choose(command.name) }
      for keyword in command.keywords.split(separator: " ") {
        #expect(found(String(keyword), in: alone) == [command.name], "\(command.name): \(keyword)")
      }
      let typo = Self.misspelled(command)
      #expect(found(typo, in: picker).contains(command.name), "\(command.name): \(typo)")
    }
  }

  /// The longest word of its title and keywords with two letters swapped.
  private static func misspelled(_ command: Command) -> String {
    let words = "\(command.title) \(command.keywords)".lowercased().split { !$0.isLetter }
    var letters = Array(words.max { $0.count < $1.count } ?? "")
    let place = (1..<max(2, letters.count - 1)).first { letters[$0] != letters[$0 + 1] } ?? 1
    letters.swapAt(place, place + 1)
    return String(letters)
  }

  @Test(arguments: [
    ("exit", ["app.quit"]), ("upload", ["request.chooseFile"]),
    ("test", ["request.checksTab", "response.check", "response.checksTab", "response.editCheck"]),
  ]) func theFirstKeywordComesBeforeWordsInsideOfTitles(word: String, names: [String]) throws {
    for pane in [Command.Scope.collections, .request, .response] {
      let first = try found(word, in: picker(Self.palette(in: pane))).prefix(names.count)
      #expect(first.sorted() == names)
    }
  }

  @Test(arguments: [
    ("method", "request.url"), ("resend", "request.sendLast"), ("exit", "app.quit"), ("upload", "request.chooseFile"),
    ("dark", "settings.theme"), ("clone", "collections.duplicate"), ("websocket", "collections.new"),
    ("grep", "search.open"), ("preferences", "settings.open"), ("shortcuts", "help.open"), ("swagger", "import.open"),
    ("histroy", "history.toggle"), ("enviroment", "environment.switch"), ("duplciate", "collections.duplicate"),
  ])
  func wordsOfOtherProgramsAndMisspellingsFindCommandsInPaletteGoToAndHelp(word: String, name: String) throws {
    var app = Self.palette(in: .collections)
    #expect(found(word, in: try picker(app)).contains(name))
    app.press("<Esc> <C-p>")
    app.type(">" + word)
    #expect(app.rows.contains(.command(name)))
    let help = CommandTable.rows(first: .collections, matching: word).compactMap(\.command).map(\.name)
    #expect(help.contains(name))
  }

  @Test(arguments: Command.Scope.panes)
  func everyCommandRunsOrSaysWhyNotFromEveryPane(pane: Command.Scope) throws {
    let app = Self.palette(in: pane)
    let items = try picker(app).items
    #expect(items.count == Command.listed.count)
    // Another third of them in each run.
    for (index, item) in items.enumerated() where Seeds.isSoak || (index + Int(Seeds.first % 3)) % 3 == 0 {
      guard case .choose(let name) = item.action, let command = Command.named(name) else {
        Issue.record("\(item.title) runs nothing")
        continue
      }
      var picker = try picker(app)
      picker.items = [item]
      var chosen = app
      chosen.bench.inputs.update(Picker.self) {
        $0 = picker
        return .stays()
      }
      // These lead on to the pane that the list was opened from.
      if ["difference.back", "changes.show", "collections.unfold"].contains(name) { continue }
      let isReasonGiven = item.whyUnavailable.map { !$0.isEmpty } ?? false
      chosen.press("<Enter>")
      if isReasonGiven {
        let isOffered = chosen.bench.overlays.last?.screen is Confirm
        #expect(isOffered || chosen.bench.notice?.text == item.whyUnavailable, "\(name)")
      } else if command.scope != .everywhere, command.scope != pane {
        // The focus has moved, or the command has done something else.
        var closed = app
        closed.press("<Esc>")
        #expect(chosen.bench != closed.bench || !chosen.effects.isEmpty, "\(name)")
      } else if name != "palette.open" {
        #expect(chosen.bench.overlays != app.bench.overlays, "\(name)")
      }
    }
  }

  /// A word such as `import` may be followed by an argument, or by another word of a command.
  @Test(arguments: [
    ("import shop.json", ["Import: shop.json"]), ("import collection", ["Import", "Import: collection"]),
    ("open ../shop", ["Switch workspace: ../shop"]), ("search ada", ["Search and replace: ada"]),
    ("search list", ["Search and replace: list", "Command palette"]),
  ])
  func aTypedArgumentIsARowAfterTheCommandsThatTheTextNames(text: String, titles: [String]) throws {
    var picker = try picker(Self.palette(in: .collections))
    picker.editor = TextEditor(text)
    #expect(picker.matches.map(\.title) == titles)
  }

  @Test func theRowOfACommandRunsItWithoutTheArgumentAndTheNextOneWithIt() {
    var app = Harness.shop()
    app.press(":")
    app.type("import collection")
    app.press("<Enter>")
    #expect(app.bench.overlays.last?.screen is Prompt)
    app.press("<Esc> :")
    app.type("import collection")
    app.press("<Down> <Enter>")
    #expect(app.bench.overlays.last?.screen is ImportScreen)
  }

  @Test func aCommandOfAnotherPaneFocusesThatPaneAndRuns() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("1 :")
    app.type("copy body")
    app.expectOnScreen("in the response · g Y")
    app.press("<Enter>")
    #expect(app.bench.scope == .response)
    #expect(app.effects == [.copy(#"{"id":7,"name":"Ada","tags":["a","b"]}"#, what: "the body")])
  }

  /// A command that cannot run yet offers the command that changes this.
  @Test(arguments: [":", "<C-p> >"]) func aListOffersWhatMakesACommandAvailable(list: String) {
    var app = Harness.shop()
    app.press(list)
    app.type("check against example")
    app.press("<Enter>")
    app.expectOnScreen("No examples yet. No response yet")
    app.press("<Enter>")
    #expect(app.sentID != nil && app.bench.overlays.isEmpty)
  }

  @Test func aCommandOfAnotherTabShowsItsTabFirst() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 gh :")
    app.type("fold all")
    app.press("<Enter>")
    #expect(app.bench.responsePane.tabID == BodyTab.id)
  }

  @Test func aCommandThatChangesARowOfAHiddenPaneShowsThePaneFirst() {
    var app = Harness.shop()
    app.receive(.history(.listed(query: "", [.sample("https://x.test/one")], total: 1)))
    app.press(":")
    app.type("delete exchange")
    app.press("<Enter>")
    #expect(app.bench.scope == .history)
    #expect(app.bench.notice == Notice(.information, "Select a row first, then press d: Delete exchange"))
    #expect(!app.effects.contains { if case .delete? = $0.work(HistoryEffect.self) { true } else { false } })
  }

  @Test func whatOnlyClosesAHiddenPaneSaysWhichKeyOpensIt() {
    var app = Harness.shop()
    app.press(":")
    app.type("close history")
    app.press("<Enter>")
    #expect(app.bench.notice == Notice(.information, "Not open: H opens history"))
  }

  /// A title may mean the same thing in several panes, but not two things in one list.
  @Test func noTitleMeansTwoThingsInOnePane() {
    for pane in Command.Scope.panes {
      let titles = Command.listed.filter { $0.scope == pane || $0.scope == .everywhere }.map(\.title)
      #expect(titles.filter { title in titles.count { $0 == title } > 1 } == [], "\(pane.rawValue)")
    }
    for command in Command.all {
      if let alias = command.alias { #expect(Command.named(alias)?.title == command.title, "\(command.name)") }
    }
  }
}
