import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The keys that answer a question: all are in the footer at 80 columns, and in the dialog on a narrow screen.
@Suite struct QuestionKeysTests {
  /// Questions of stored screens, and those that have none. A new question needs one of the two.
  @Test(arguments: Screen.all + Screen.questions) func aQuestionNamesEveryKeyThatAnswersIt(screen: Screen) {
    let size = Size(columns: 80, rows: 24)
    var app = screen.make(size)
    guard let question = app.bench.overlays.last?.screen, question.isQuestion else {
      #expect(!Screen.questions.contains { $0.name == screen.name }, "\(screen.name) asks nothing:\n\(app.screen)")
      return
    }
    // A notice covers the footer, and the next key removes it.
    app.bench.notice = nil
    let shown = app.bench.shownHints(columns: size.columns).map { $0.key }
    let omitted = question.footer(on: size).map { $0.0 }.filter { !shown.contains($0) }
    #expect(omitted == [], "The footer of \(screen.name) omits keys:\n\(app.screen)")
    guard let confirm = question as? Confirm else { return }
    var narrow = Canvas(Frame(size: Size(columns: 40, rows: 12)))
    confirm.draw(into: &narrow)
    let text = narrow.frame.text
    let unlisted = confirm.choices.map { $0.key.description }.filter { !text.contains("│ \($0.padded(to: 5))") }
    #expect(unlisted == [], "\(screen.name) omits keys at 40 columns:\n\(text)")
  }

  @Test func aQuestionHasShortLabelsInItsFooterIfTheLabelsDoNotAllFit() {
    func footer(_ columns: Int) -> String {
      var app = Harness.shop(columns: columns)
      app.press("e <Path> /x <Esc> q")
      return String(app.screen.split(separator: "\n").last ?? "")
    }
    let labels = " s save all and quit  q quit; keep edits as drafts  d quit; discard the edits  Esc stay  "
    #expect(footer(120).hasPrefix(labels))
    #expect(footer(80).hasPrefix(" s save  q keep  d discard  Esc stay  "))
    #expect(footer(40).hasPrefix(" s save  q keep  d discard  Esc stay"))
  }

  @Test func theReminderOfAQuestionNamesAllItsKeys() {
    var app = Harness.shop(columns: 80)
    app.press("e <Path> /x <Esc> q x")
    app.expectOnScreen("\n Answer the question first: s save, q keep, d discard, Esc stay")
  }

  @Test func theQuestionAboutDiscardingNamesTheKeyOfTheSettingsThatRestores() {
    var app = Harness.shop(columns: 120)
    app.bench.apply(Settings(Array(#"{ "keys": { "changes.undo": ["Alt+u"] } }"#.utf8)))
    app.showChanges(of: .shop, keys: "d")
    app.expectOnScreen("Alt+u restores")
  }
}

extension Screen {
  /// Questions without a stored screen.
  fileprivate static let questions = questionsAboutFiles + otherQuestions + questionsOfGit

  private static let questionsAboutFiles: [Screen] = [
    Screen("removed file") { app in
      app.press("e <Path> /x <Esc>")
      let question = app.bench.workspace.offerToWriteAgain("shop/list.json")
      _ = app.bench.route(question)
    },
    Screen("name that exists", keys: "n pets <Esc> <C-s> LIST <Enter> <Enter>"),
    Screen("earlier import") { app in
      let id = TrashID("t1")
      let earlier = EarlierImport(
        id: id, date: Date(timeIntervalSince1970: 0), target: "", collections: ["Kiosk"], earlierFileCount: 2)
      app.receive(.workspace(.trash([id], imports: [earlier])))
      app.press("u")
    },
    Screen("deleting a file", keys: "d"),
    Screen("deleting a marked exchange") { app in
      var entry = ExchangeSummary.sample("https://shop.example/orders")
      entry.annotation = Annotation(isPinned: true)
      app.press("H")
      app.receive(.history(.listed(query: "", [entry], total: 1)))
      app.press("d")
    },
    Screen("missing folder of a body") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 w <C-u> /new/a.json <Enter>")
      app.receive(.saveRefused(.noFolder("/new/a.json", folder: "/new")))
    },
    Screen("files of an export") { app in
      let job = ExportJob(
        root: "/collections", address: "shop/list.json", environment: "local", format: Harness.exportFormats[1])
      app.receive(.exportRefused(job.to("x"), existing: ["/w/x", "/w/y"], areReadOnly: true))
    },
    Screen("example") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 a <Enter> T <Enter>")
    },
  ]

  private static let otherQuestions: [Screen] = [
    Screen("permissions of a run") { app in
      let request = PermissionRequest([.file("/home/me/.ssh/id"), .file("/home/me/other"), .scripts])
      _ = app.bench.route(.open(Confirm.run(asks: request)))
    },
    Screen("quitting") { app in
      _ = app.bench.route(.open(Confirm.quitting(["the request is cancelled"])))
    },
    Screen("refusal") { app in
      _ = app.bench.route(.refusal("Nothing to choose", "The list is empty", remedy: Command.named("request.send")))
    },
    Screen("base") { app in
      let base = CollectionBase.git(RepositoryBase(url: "https://example.com/a.git", revision: "v1"))
      var tree = CollectionTree.shop
      tree.pendingBases = [.init(collection: Address(""), base: base)]
      app.receive(.workspace(.loaded(tree)))
      app.press("1 t")
    },
    Screen("session cookies") { app in
      let cookie = StoredCookie(
        name: "theme", domain: "shop.example", path: "/a", detail: "session cookie", isSession: true,
        text: "http://shop.example/ theme=dark; Path=/a")
      app.press("<F8>")
      app.receive(.cookies(.listed([cookie], environment: "local")))
      app.press("<C-x>")
    },
  ]

  private static let questionsOfGit: [Screen] = [
    Screen("pulling without an upstream") { $0.showChanges(of: .withoutUpstream, keys: "p") },
    Screen("pushing without an upstream") { $0.showChanges(of: .withoutUpstream, keys: "P") },
    Screen("discarding changes") { $0.showChanges(of: .shop, keys: "d") },
    Screen("aborting a merge") { $0.showChanges(of: .stopped, keys: "Q") },
    Screen("branches that differ") { $0.fail(.pull(.configured), by: "p", GitFailure(.diverged, "Cannot pull")) },
    Screen("git in the terminal") { $0.fail(.push(upstream: nil), by: "P", GitFailure(.asks, "git has to ask")) },
    Screen("conflict without fields") { app in
      let versions = ConflictVersions(
        found: [], base: nil, ours: Array("a".utf8), theirs: Array("b".utf8), oursName: "HEAD",
        theirsName: "feature/orders")
      let entry = GitEntry.sample("api/shop/list.json", conflict: .bothModified)
      _ = app.bench.route(.overlay(Overlay.of(entry, versions)))
    },
    Screen("programs of a repository") { app in
      let programs = [RepositoryProgram("filter.crypt.clean", "crypt --key x")]
      _ = app.bench.route(.open(Confirm.programs(ProgramQuestion(programs, of: "/collections/.git"))))
    },
  ]
}

extension GitStatus {
  fileprivate static var withoutUpstream: GitStatus {
    var status = shop
    status.branch.upstream = nil
    return status
  }
}

extension Harness {
  fileprivate mutating func showChanges(of status: GitStatus, keys: String) {
    receive(.git(.status(status)))
    press("<C-g>")
    press(keys)
  }

  fileprivate mutating func fail(_ action: GitAction, by key: String, _ failure: GitFailure) {
    showChanges(of: .shop, keys: key)
    receive(.git(.failed(action, failure)))
  }
}
