import Foundation
import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

@Suite struct OverlayTests {
  @Test func thePaletteFindsACommandByItsNameAndRunsIt() {
    var app = Harness.shop()
    app.press(":")
    app.type("new fol")
    app.expectOnScreen("New folder")
    app.press("<C-u> dupl <Enter>")
    #expect(app.effects == [.duplicate("shop/list.json")])
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func whatCannotBeDoneNowStaysInThePaletteWithItsReason() {
    var app = Harness.shop()
    app.press(": save")
    app.expectOnScreen("No unsaved edits")
    app.press("<Enter>")
    #expect(app.effects.isEmpty)
    #expect(app.bench.overlays.count == 1)
    app.press("<C-u>")
    app.type("fold all")
    app.expectOnScreen("No response yet: F5 sends the request")
  }

  @Test func escapeGoesOneStepOut() {
    var app = Harness.shop()
    app.press("2 z ? <Esc>")
    #expect(app.bench.overlays.isEmpty && app.bench.isZoomed)
    app.press("<Esc>")
    #expect(!app.bench.isZoomed)
  }

  @Test func theSelectionOfALongListIsOnTheScreenThoughTheScreenIsShort() {
    var app = Harness.shop(columns: 80, rows: 12)
    app.press(":")
    for _ in 0..<12 { app.press("<Down>") }
    guard let picker = app.bench.overlays.last?.screen as? Picker else { return #expect(Bool(false), "No palette") }
    app.expectOnScreen(picker.selected!.title)
    let frame = app.bench.render()
    #expect(
      frame.cells.contains { $0.style.surface == .selected && $0.text == String(picker.selected!.title.prefix(1)) })
  }

  @Test func theHelpScreenShowsEveryCommandThatHasAKey() {
    var app = Harness.shop(columns: 120, rows: 40)
    app.press("?")
    var seen = ""
    for _ in 0..<14 {
      seen += app.screen
      app.press("<PgDn>")
    }
    for command in Command.all where !command.keys.isEmpty {
      #expect(seen.contains(KeyMap.standard.text(command.help).prefix(40)), "\(command.name)")
    }
    app.press("q")
    #expect(app.bench.overlays.isEmpty && app.effects.isEmpty)
  }

  @Test func theHelpScreenBeginsWithThePaneInUse() {
    var app = Harness.shop(columns: 100, rows: 12)
    app.press("3 ?")
    app.expectOnScreen("│ The response")
  }

  @Test func theFooterNamesTheKeysOfThePlace() {
    var app = Harness.shop(columns: 120)
    app.expectOnScreen(" ⏎ send  e edit  / find  n new  : commands  ? help  v env  Tab pane")
    app.press("2")
    app.expectOnScreen(" ⏎ edit  a add  E $EDITOR  ] tab  F5 send")
    app.press("e")
    app.expectOnScreen(" ⏎ Esc done  Tab next  Alt+⏎ F5 send  Ctrl+S save")
    app.press("x")
    app.expectOnScreen("Ctrl+S save  Ctrl+Z undo typing")
    app.press("<Esc> 3")
    app.expectOnScreen("╯\n F5 send  Ctrl+S save  : commands")
    app.press("?")
    app.expectOnScreen(" / find  Esc close")
  }

  @Test func aNoticeStaysUntilTheNextKey() {
    var app = Harness.shop()
    app.receive(.notice(Notice(.failure, "The clipboard is not there")))
    app.expectOnScreen(" The clipboard is not there")
    app.receive(.woke(now: .init(timeIntervalSince1970: 1)))
    app.expectOnScreen(" The clipboard is not there")
    app.press("j")
    app.expectNotOnScreen("The clipboard is not there")
  }

  @Test func newsDoesNotCoverAFailureThatWasNotReadYet() {
    var app = Harness.shop()
    app.receive(.notice(Notice(.failure, "The clipboard is not there")))
    app.receive(.notice(Notice(.information, "more.json changed on disk")))
    app.expectOnScreen(" The clipboard is not there")
    app.press("!")
    app.expectOnScreen("more.json changed on disk")
    app.press("<Esc>")
    app.receive(.notice(Notice(.information, "more.json changed on disk")))
    app.expectOnScreen(" more.json changed on disk")
  }

  @Test func aSentenceIsCutBetweenWordsAndLosesNoWideCharacter() {
    #expect("one two three".wrapped(to: 8) == ["one two", "three"])
    #expect("日本語日本".wrapped(to: 5) == ["日本", "語日", "本"])
    #expect("界x".wrapped(to: 1).joined() == "界x")
    #expect("abcdefg hi".wrapped(to: 3) == ["abc", "def", "g", "hi"])
    #expect("a bcdefgh i".wrapped(to: 3) == ["a", "bcd", "efg", "h i"])
    #expect("a\n\n b".wrapped(to: 3) == ["a", "", "b"])
    #expect(String(repeating: "é", count: 200_000).wrapped(to: 50).count == 4_000)
  }

  @Test func anEnvironmentIsChosenForItsOwnCollectionOnly() {
    var app = Harness.shop()
    var tree = CollectionTree.shop
    tree.nodes.append(
      CollectionNode(address: "bank/pay.json", depth: 0, kind: .request(method: "POST", id: nil), title: "pay"))
    app.receive(.workspace(.loaded(tree)))
    app.press("v <Down> <Enter> G")
    app.open("bank/pay.json", .create)
    let other = RequestContext(
      collection: "/collections/bank", environments: [Environment(name: "local"), Environment(name: "live")])
    app.receive(.workspace(.scope("bank/pay.json", other)))
    app.expectOnScreen("env local")
    app.press("<Up> <Up> <Up>")
    app.expectOnScreen("env live")
  }

  @Test func f5InAnOverlayClosesItAndSends() {
    var app = Harness.shop()
    app.press(": <F5>")
    #expect(app.bench.overlays.isEmpty)
    #expect(app.sentID != nil)
  }

  @Test func typingInADialogIsUndoneAndTheKeySaysWhereNothingIsLeft() {
    var app = Harness.shop()
    app.press("v ab <C-z>")
    #expect((app.bench.overlays.last?.screen as? Picker)?.editor.text == "")
    #expect(app.bench.notice == nil)
    app.press("<C-z>")
    app.expectOnScreen("Nothing to undo here")
    app.press("<C-y> <C-y>")
    app.expectOnScreen("Nothing to redo here")
    app.press("<Esc> d <C-z>")
    app.expectOnScreen("Nothing to undo here")
    #expect(app.effects == [] && app.bench.overlays.count == 1)
  }

  @Test func theEnvironmentIsChosenAndRemembered() {
    var app = Harness.shop()
    app.press("v <Down> <Enter>")
    #expect(
      app.effects == [.remember(environments: ["/collections/shop": "live"], selection: "shop/list.json", filters: [])])
    app.expectOnScreen("env live")
    app.press("v")
    app.expectOnScreen("No environment")
    app.press("<Down> <Enter>")
    app.expectOnScreen("env none")
  }

  @Test func aVariableWithoutAValueIsMarked() {
    var app = Harness.shop()
    func role(_ app: Harness) -> Style.Role? { app.bench.render().cells.first { $0.text == "{" }?.style.role }
    #expect(role(app) == .variable)
    app.press("v no <Enter>")
    #expect(role(app) == .error)
  }

  @Test func theFirstEnvironmentIsCreatedWhereThereIsNone() {
    var app = Harness.shop()
    app.receive(
      .workspace(
        .scope(
          "shop/list.json",
          RequestContext(collection: "/collections/shop", problems: [Problem("live.json:1:1 — no value")]))))
    app.expectOnScreen("live.json:1:1 — no value")
    app.press("v")
    app.expectOnScreen("No environments yet")
    app.expectOnScreen(" ⏎ create  Esc cancel")
    app.press("dev <Enter>")
    let create = FileEffect.create(.environment, in: "shop/environments", name: "dev")
    #expect(app.effects == [.files(.samples, create)])
  }

  @Test func theFocusReturnsToTheRequestForWhichAnEnvironmentWasCreated() {
    var app = Harness.shop(columns: 120)
    app.removeEnvironments()
    app.press("2 v dev <Enter>")
    let address: Address = "shop/environments/dev.json"
    app.receive(.workspace(.placed(address, from: nil, tree: .shop)))
    app.receive(.workspace(.created([address])))
    app.receive(.workspace(.opened(address, .success(SavedFile(empty: .environment)))))
    #expect(app.bench.workspace.subject == .environment(address) && app.bench.scope == .request)
    app.press("<Esc> <Esc> <Esc>")
    #expect(app.bench.workspace.subject == .request("shop/list.json") && app.bench.scope == .request)
    // A list that was opened by its own key leads back to the collections.
    app.press("<F9> <Esc>")
    #expect(app.bench.scope == .collections)
  }

  @Test func anotherEnvironmentIsCreatedFromTheListOfThem() {
    var app = Harness.shop()
    app.press("v new <Enter>")
    app.expectOnScreen("New environment")
    app.type("dev")
    app.press("<Enter>")
    #expect(app.effects == [.create(.environment, in: "shop/environments", name: "dev")])
  }

  @Test func aListOfNothingSaysSo() {
    var canvas = Canvas(Frame(size: Size(columns: 80, rows: 24)))
    Picker(title: "Compare", items: []).draw(into: &canvas)
    #expect(canvas.frame.text.contains("Nothing to choose") && !canvas.frame.text.contains("No matches"))
  }

  @Test(arguments: ["<F5>", "<A-Enter>", "<C-r>"]) func theKeyThatSendsDoesNotAnswerAQuestion(key: String) {
    var app = Harness.shop()
    let settings = #"{ "keys": { "request.send": ["F5", "Alt+Enter", "Ctrl+R"] } }"#
    app.bench.apply(Settings(Array(settings.utf8)))
    app.press("<F5>")
    let id = app.sentID!
    app.receive(.exchange(id, .refused(.init([.scripts]))))
    app.press(key)
    #expect(app.effects == [])
    app.expectOnScreen("Allow scripts of the collection?")
    app.expectOnScreen("Answer the question first: y allow once")
  }

  @Test func aKeyThatAnswersNothingSaysWhichKeysDo() {
    var app = Harness.shop()
    app.press("d")
    for key in ["<Enter>", "y", "<F2>"] {
      app.press(key)
      #expect(app.effects == [])
      app.expectOnScreen(" Answer the question first: d delete, Esc keep")
    }
    app.press("d")
    #expect(app.effects == [.delete("shop/list.json")])
  }

  @Test func whatEnterAndEscapeBothDoIsOneHint() {
    var app = Harness.shop()
    _ = app.bench.route(.refusal("Nothing to choose", "The list is empty"))
    app.expectOnScreen(" ⏎ Esc close")
    app.expectNotOnScreen("⏎ close")
    app.click("⏎ Esc close")
    #expect(app.bench.overlays.isEmpty)
  }

  @Test func aRefusalOffersWhatChangesIt() {
    var app = Harness.shop()
    app.receive(.git(.status(.shop)))
    app.press("<C-g>")
    var status = GitStatus.shop
    status.entries = status.entries.filter { $0.index == nil }
    app.receive(.git(.status(status)))
    app.press("c")
    app.expectOnScreen("⏎    stage or unstage")
    app.press("<Enter>")
    #expect(app.bench.overlays.isEmpty)
    #expect(app.effects.contains { $0.work(GitEffect.self) != nil })
  }

  @Test func whatARefusalOffersIsInLowerCaseInItsBoxAndInTheFooter() {
    var app = Harness.running(5)
    app.press("e")
    app.expectOnScreen("⏎    stop run")
    app.expectOnScreen(" ⏎ stop run  Esc close")
  }

  @Test func theQuestionCanBeAnsweredOnTheSmallestScreen() {
    var app = Harness.shop(columns: 20, rows: 6)
    app.press("e x <Esc> q")
    app.expectOnScreen("s    save")
  }

  @Test func theClipboardGetsTheValueTheRowThePathOrTheBody() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.press("3 j j y")
    #expect(app.effects == [.copy("Ada", what: "the value")])
    app.press("Y")
    #expect(app.effects == [.copy("\"name\": \"Ada\",", what: "the row")])
    app.press("Y")
    #expect(app.effects == [.copy("$.name", what: "the path")])
    app.press("Y j k Y")
    #expect(app.effects.last == .copy("\"name\": \"Ada\",", what: "the row"))
    app.press("g Y")
    #expect(app.effects == [.copy(#"{"id":7,"name":"Ada","tags":["a","b"]}"#, what: "the body")])
  }

  @Test func aTextThatIsLongerThanTheScreenSaysHowFarOneHasRead() {
    func border(_ lines: Int, _ keys: Key...) -> String {
      let size = Size(columns: 40, rows: 12)
      var screen = TextScreen(title: "Text", lines: (1...lines).map { Span("line \($0)") })
      for key in keys { _ = screen.update(.key(key), on: size) }
      var canvas = Canvas(Frame(size: size))
      screen.draw(into: &canvas)
      return canvas.frame.text.split(separator: "\n").last { $0.contains("╰") }.map { String($0.suffix(10)) } ?? ""
    }
    #expect(border(8) == "─────────╯")
    #expect(border(30).hasSuffix("/30 ╯") && !border(30).contains(" 30/30"))
    #expect(border(30, .character("G")).hasSuffix(" 30/30 ╯"))
  }

  @Test func aLongTextIsWrappedOnceForAWidth() {
    let text = (0..<20_000).map { Span("line \($0) of a text that is longer than a narrow screen") }
    var screen = TextScreen(title: "Long", lines: text)
    func press(_ key: Character, columns: Int = 100) {
      _ = screen.update(.key(.character(key)), on: Size(columns: columns, rows: 30))
    }
    let first = Work.seconds(of: { press("j") })
    let others = Work.seconds(of: { for _ in 0..<10 { press("j") } })
    #expect(others < first)
    #expect(screen.first == 11)
    press("G")
    let last = screen.first
    press("G", columns: 40)
    #expect(screen.first > last + text.count / 2)
  }

  @Test func theBodyIsWrittenWhereThePromptSays() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0, body: "{}") }
    app.press("3 w")
    app.expectOnScreen("orders.json")
    app.press("<C-u> /tmp/a.json <Enter>")
    #expect(app.effects == [.body(.save(.init("{}".utf8), path: "/tmp/a.json", overwriting: false))])
  }
}
