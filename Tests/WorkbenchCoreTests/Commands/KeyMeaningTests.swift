import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// A key that several panes use has one meaning in all of them.
@Suite struct KeyMeaningTests {
  @Test func noKeyHasTwoMeanings() {
    let uses = Command.all.flatMap { command in command.keys.map { (keys: $0, command: command) } }
    var mistakes: [String] = []
    for (keys, users) in Dictionary(grouping: uses, by: { $0.keys }) where users.count > 1 {
      let meanings = KeyMeaning.all.filter { $0.keys.contains(keys) }
      if meanings.count(where: { $0.during == nil }) > 1 { mistakes.append("\(keys) has two meanings") }
      for user in users where !meanings.contains(where: { $0.includes(user.command) }) {
        mistakes.append("\(keys) does not mean \(user.command.name): choose another key, or extend KeyMeaning.all")
      }
    }
    #expect(mistakes.sorted() == [])
  }

  @Test func everyMeaningIsUsed() {
    #expect(KeyMeaning.all.flatMap(\.unused) == [])
  }

  @Test func escapeMayCloseAnyPane() {
    let scope = Command.Scope(rawValue: "notes")
    let close = Command(
      "notes.close", "Close notes", "Return to the collections.", in: scope, keys: [.escape], run: { _ in [] })
    #expect(KeyMeaning.all.contains { $0.keys == [KeySequence(.escape)] && $0.includes(close) })
  }

  /// Only what a search has opened may give a key a second meaning.
  @Test func onlyTheKeysOfASearchMeanSomethingElseForAWhile() {
    let whiles = KeyMeaning.all.filter { $0.during != nil }.flatMap { meaning in meaning.commands.map(\.name) }
    #expect(whiles == ["response.findNext", "response.findPrevious"])
  }

  @Test func theKeysOfASearchCreateARequestAndAFolderBeforeThereIsOne() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 n")
    #expect(app.bench.workspace.shownRequest?.isScratch == true && app.bench.requestPane.editing?.target == .url)

    app = Harness.shop()
    app.press("3 N")
    app.expectOnScreen("New folder")
    let reason = Command.named("response.findNext").flatMap { $0.whyUnavailable(in: app.bench) }
    #expect(reason == "No search yet: / starts one")
  }

  @Test func aFailedSearchSaysWhyItHasNoNextMatch() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 / <C-r> ( <Enter> n")
    let failure: String? =
      if case .failed(let sentence)? = app.bench.responsePane.tab.view.search?.state { sentence } else { nil }
    #expect(failure != nil && app.bench.notice == failure.map { Notice(.information, $0) })
  }

  /// Keys that the settings give to a search keep that one meaning.
  @Test func aKeyOfTheSearchAloneCreatesNothing() {
    var app = Harness.shop()
    app.bench.apply(Settings(Array(#"{ "keys": { "collections.new": "F11" } }"#.utf8)))
    app.press("3 n")
    #expect(app.bench.notice == Notice(.information, "No search yet: / starts one"))
  }

  /// tmux, screen, zellij and flow control take some keys of Control, terminals and desktops take function keys.
  @Test func everyCommandOfATakenKeyHasAnotherKey() {
    let taken = Command.all.filter { command in
      !command.keys.isEmpty && command.keys.allSatisfy { Self.isTaken($0.keys[0]) }
    }
    // Every pane with something to undo has the key u, too.
    #expect(taken.map(\.name) == ["app.undo"])
  }

  private static func isTaken(_ key: Key) -> Bool {
    switch key {
    case .function: true
    case .control(let letter): "abghnopqstwz".contains(letter)
    default: false
    }
  }

  // MARK: Former keys

  @Test func aFormerKeyRunsItsCommandAndNamesTheNewKey() {
    var app = Harness.shop()
    app.press("c")
    #expect(app.effects == [.duplicate("shop/list.json")])
    #expect(app.bench.notice == Notice(.information, "Duplicate: D replaces c"))
    app.press("D")
    #expect(app.effects == [.duplicate("shop/list.json")] && app.bench.notice == nil)
  }

  @Test func aKeyWithANewMeaningNamesTheNewKeyOfItsFormerCommand() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 j =")
    let titles = ["response.compare", "response.variable"].compactMap { Command.named($0)?.title }
    #expect(app.bench.notice?.text.hasSuffix("= is \(titles[0]) now; g V is \(titles[1])") == true)
  }

  /// Its readers do not know the last release.
  @Test func theTutorialHasNoFormerKeys() {
    var app = Harness.shop()
    app.bench.workspace.opensDocs = true
    app.press("c")
    #expect(app.effects == [] && app.bench.notice?.text.contains("replaces") != true)
    app.sendAndAnswer { .answered($0) }
    app.press("3 j =")
    #expect(app.bench.notice?.text.contains("g V") != true)
  }

  @Test func aFormerKeyDoesNothingOnceItsCommandIsRebound() {
    var app = Harness.shop()
    app.bench.apply(Settings(Array(#"{ "keys": { "collections.duplicate": "F11" } }"#.utf8)))
    app.press("c")
    #expect(app.effects == [] && app.bench.notice?.text.contains("Duplicate") != true)
  }

  @Test func everyFormerKeyHasASuccessor() {
    let lost = FormerKey.all.filter { former in
      guard let command = Command.named(former.command) else { return true }
      return command.keys.isEmpty || command.keys.contains(former.keys)
    }
    #expect(lost.map(\.command) == [])
  }

  // MARK: Undo

  @Test func controlZUndoesOutsideOfTextFieldsToo() {
    for pane in ["2", "3"] {
      var app = Harness.shop()
      let url = app.bench.workspace.request?.url
      app.press("e <Path> /x <Esc> \(pane)")
      #expect(app.bench.workspace.request?.url != url)
      app.press("<C-z>")
      #expect(app.bench.workspace.request?.url == url && !app.effects.contains(.terminal(.suspend)))
    }
  }

  @Test func aKeyOfItsOwnSuspends() {
    var app = Harness.shop()
    app.press("g z")
    #expect(app.effects == [.terminal(.suspend)])
  }
}
