import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import TestSupport
import Testing

@testable import WorkbenchCore

/// Any keys, pastes, clicks, sizes and late answers: the program never traps, and what it shows fits what it holds.
///
/// Tries 10,000 inputs for each seed in a soak, and a tenth otherwise.
@Suite struct RandomKeysTests {
  private static let seeds = Array(Seeds.some(of: 10))
  private static let steps = Seeds.isSoak ? 10_000 : 1_000

  @Test(arguments: seeds) func anyInputsKeepTheProgramSound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var app = Harness.shop()
    for step in 0..<Self.steps where !tell(Self.event(Self.keys, &random), step, &app, &random) { return }
  }

  @Test(arguments: seeds) func anyInputsInAnswersKeepTheProgramSound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys = Command.all.filter { $0.scope == .response }.flatMap(\.keys).flatMap(\.keys) + Self.keys
    var app = Harness.shop()
    for step in 0..<Self.steps {
      if step.isMultiple(of: 100) {
        app = .shop(columns: .random(in: 20...140, using: &random), rows: .random(in: 8...40, using: &random))
        let (type, text) = Self.bodies.randomElement(using: &random)!
        app.sendAndAnswer { .answered($0, body: text, headers: [Header("Content-Type", type)]) }
        app.bench.focusedPane = .response
      }
      guard tell(Self.event(keys, &random), step, &app, &random) else { return }
    }
  }

  @Test(arguments: seeds) func anyInputsInALongTextKeepTheProgramSound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys = Self.editingKeys + Self.editingKeys + Self.keys
    var app = Harness.shop()
    for step in 0..<Self.steps {
      if step.isMultiple(of: 100) {
        app = .shop(columns: .random(in: 20...140, using: &random), rows: .random(in: 8...40, using: &random))
        let (type, text) = Self.bodies.randomElement(using: &random)!
        var request = SavedRequest.list
        request.body = .text(text, type: type)
        app.open("shop/list.json", request)
        app.bench.requestPane.settings.usesVim = Bool.random(using: &random)
        app.press("2 ]] G e")
      }
      guard tell(Self.event(keys, &random), step, &app, &random) else { return }
    }
  }

  private static let editingKeys: [Key] =
    [
      .shiftLeft, .shiftRight, .shiftUp, .shiftDown, .shiftEnd, .controlShiftLeft, .controlShiftHome, .altUp, .altDown,
      .altShiftDown, .controlDelete, .control(" "), .control("^"), .control("n"), .control("_"), .control("f"),
      .control("v"), .control("r"),
    ] + "acdjkmqQwy/".map(Key.alt) + "hjklwbe0^$gGftdcyxXpPJ~uvVro.;%{}\"iaI:/nN2>s".map(Key.character)

  /// Whether all is well after an input and what the world answers to it, now or later.
  private func tell(_ event: Event, _ step: Int, _ app: inout Harness, _ random: inout SplitMix64) -> Bool {
    app.receive(event)
    if app.effects.contains(.quit) { app = .shop() }
    var answers = Self.answers(to: app.effects, &random)
    while !answers.isEmpty {
      // Results may be missing or arrive in another order.
      let answer = answers.remove(at: Int.random(in: 0...3, using: &random) == 0 ? answers.count - 1 : 0)
      if Int.random(in: 0...9, using: &random) == 0 { continue }
      app.receive(answer)
      answers += Self.answers(to: app.effects, &random)
    }
    guard let problem = Self.problem(app.bench, draws: step.isMultiple(of: 10)) else { return true }
    Issue.record("\(problem) after \(event), step \(step)")
    return false
  }

  private static let keys: [Key] =
    [
      .enter, .altEnter, .tab, .backTab, .escape, .escape, .backspace, .delete, .insert, .up, .down, .down, .left,
      .right, .home,
      .end, .pageUp, .pageDown, .controlLeft, .controlRight, .controlHome, .controlEnd, .function(5), .function(2),
      .function(4),
    ] + "abcdefghijklmnopqrstuvwxyzACDEGHJKNOPRSUVWY123:?/[]()%$.*|,;<>+-= {}\"é界".map(Key.character)
    + "acfksuwyzlp".map(Key.control)

  private static func event(_ keys: [Key], _ random: inout SplitMix64) -> Event {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0...99) {
    case 0...1: return .resized(Size(columns: number(0...130), rows: number(0...45)))
    case 2:
      return .input(
        .paste(
          ["x", "q\n:", "curl a\n", "https://a", "{}", "{{base}}\t\u{1B}[A", "👩‍👩‍👧e\u{301}", ""].randomElement(
            using: &random)!))
    case 3...9:
      let action: Mouse.Action = [.press, .press, .drag, .release, .wheelUp, .wheelDown].randomElement(using: &random)!
      return .input(
        .mouse(Mouse(action, at: Point(column: number(-1...130), row: number(-1...45)), clicks: number(1...3))))
    case 10: return .woke(now: Date(timeIntervalSince1970: Double(number(0...2_000_000))))
    case 11: return .workspace(.loaded(.shop))
    case 12: return .draftDue
    case 13:
      var tree = CollectionTree.shop
      tree.nodes.removeAll { _ in number(0...3) == 0 }
      return .workspace(.diskChanged(tree, files: number(0...1) == 0 ? ["shop/list.json"] : []))
    case 14: return .workspace(.drafts([:], withoutFile: ["shop/lost.json": .request(.create)]))
    default: return .input(.key(keys.randomElement(using: &random)!))
    }
  }

  private static func file(at address: Address) -> SavedFile {
    switch address.name {
    case "collection.json": .shop
    case "folder.json": .orders
    default: .request(address.path.contains("create") ? .create : .list)
    }
  }

  /// The usual results of the effects.
  private static func answers(to effects: [Effect], _ random: inout SplitMix64) -> [Event] {
    effects.flatMap { effect -> [Event] in
      switch effect {
      case .files(_, .open("shop/odd.json")): return [.workspace(.opened("shop/odd.json", .failure(Problem("odd"))))]
      case .files(_, .open(let address)):
        return [.workspace(.opened(address, .success(file(at: address)))), .workspace(.scope(address, .shop))]
      case .files(_, .save(let address, let request, _, _)):
        return [
          Bool.random(using: &random) ? .workspace(.saved(address, request)) : .workspace(.changedOnDisk(address))
        ]
      case .send(let job) where Bool.random(using: &random):
        let (type, text) = bodies.randomElement(using: &random)!
        let whole = Data(text.utf8)
        return [whole.prefix(whole.count / 2), whole].map {
          .exchange(job.id, .body(BodyDocument($0, contentType: type)))
        } + [.exchange(job.id, .ended(.answered(job.id, body: text), sentBody: nil))]
      case .send(let job): return [.exchange(job.id, .started(Date(timeIntervalSince1970: 5)))]
      case .cancel(let id): return [.exchange(id, .ended(.failed(id, .timedOut, "Too late"), sentBody: nil))]
      case .files(_, .delete(let address, _)):
        var tree = CollectionTree.shop
        tree.nodes.removeAll { $0.address.isInside(address) }
        return [.workspace(.deleted(address, trash: TrashID("t"), tree: tree))]
      case .files(_, .saveNew(let former, let file, let folder, let name)):
        let address = folder.appending("saved.json")
        var tree = CollectionTree.shop
        tree.nodes.append(CollectionNode(file.named(name).request ?? .list, at: address))
        return [.workspace(.savedNew(address, from: former, file.named(name), tree: tree))]
      case .paste(let text): return [.clipboard(text)]
      case .edit(let edited, let text, _): return [.edited(edited, text: text + "!")]
      default:
        if let work = effect.work(ImportEffect.self) { return answer(work, &random) }
        if let work = effect.work(HistoryEffect.self) { return answer(work) }
        return Harness.work(of: effect)
      }
    }
  }

  private static func answer(_ effect: HistoryEffect) -> [Event] {
    switch effect {
    case .list(let query):
      let entry = ExchangeSummary(
        id: ExchangeID("00000000-0000-4000-8000-000000000001")!, startedAt: Date(timeIntervalSince1970: 0),
        method: "GET", url: "u",
        name: "n", result: .status(200), duration: .zero, bodySize: 0)
      return [.history(.listed(query: query, query.isEmpty ? [entry] : [], total: 1))]
    case .open(let id): return [.history(.opened(.answered(id), body: nil, sentBody: nil))]
    default: return []
    }
  }

  private static func answer(_ effect: ImportEffect, _ random: inout SplitMix64) -> [Event] {
    switch effect {
    case .read(let job), .plan(let job):
      let existing = Bool.random(using: &random) ? ["Shop/collection.json"] : []
      return [.imported(job.number, .ready(.shop(existing: existing)))]
    case .paste(let job, .request(let address)):
      let summary = InterchangeSummary(notice: "Replaced", title: "Paste", notes: [])
      return [.imported(job.number, .replaced(address, ["url": "u"], summary))]
    case .paste(let job, .folder(let folder)):
      return [
        .imported(job.number, .offered(job, .shop())),
        .imported(
          job.number,
          .pasted([.list, .create], in: folder, InterchangeSummary(notice: "Pasted", title: "Paste", notes: []))),
        .imported(job.number, Bool.random(using: &random) ? .unknown : .failed(Problem("No"))),
      ]
    case .write(let job):
      return [
        .imported(job.number, .done(InterchangeSummary(notice: "Imported", title: "", notes: ImportPreview.notes)))
      ]
    case .complete(let text): return [.completed(text, by: text + "a", others: ["a", "ab"])]
    case .cancel: return []
    }
  }

  private static let bodies: [(type: String, text: String)] = [
    ("application/json", #"{"a":[1,{"b":2}],"long":"\#(String(repeating: "界 text ", count: 200))","e":{}}"#),
    (
      "application/json",
      "[" + (0..<60).map { #"{"id":\#($0),"name":"n\u00e9\#($0)","x":[1]}"# }.joined(separator: ",") + "]"
    ),
    ("application/json", #"{"broken": [1, 2"#),
    ("application/x-ndjson", (0..<80).map { "{\"n\":\($0)}\n" }.joined()),
    ("text/csv", "a,b,c\r\n" + (0..<50).map { "\($0),\"x, \"\"y\"\"\",é\r\n" }.joined()),
    ("text/html", "<!doctype html><html><body class=\"x\"><p>one<br>two</p><ul><li>界<li>b</ul></body></html>"),
    ("application/xml", "<a xmlns=\"u\"><b c=\"1\">t</b><!-- c --><d/></a>"),
    ("application/x-www-form-urlencoded", "a=1&b=%C3%A9&c"),
    ("multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--x--\r\n"),
    ("text/plain", (0..<70).map { "line \($0)\t\(String(repeating: "👩‍👩‍👧e\u{301}", count: $0))\n" }.joined()),
    ("application/octet-stream", String(repeating: "\u{0}\u{1}abc", count: 300)),
    ("image/bmp", "BM not a picture"),
    ("text/plain", ""),
  ]

  private static func selected(_ bench: Workbench) -> Subject {
    if bench.leftPane == .history {
      return bench.panes[HistoryPane.self].selectedEntry.map { .past($0.id) } ?? .nothing
    }
    if bench.leftPane == .environments {
      guard let file = bench.panes[EnvironmentsPane.self].selected else { return bench.workspace.subject }
      return file == bench.workspace.globalsFile
        ? .globals(file, from: bench.workspace.scope?.collection ?? "") : .environment(file)
    }
    // The changes and a run without results show no request: the one before comes back after them.
    if bench.leftPane == .changes || bench.leftPane == .run { return bench.workspace.subject }
    if bench.panes[CollectionsPane.self].showsRoot { return .folder(Address("")) }
    return bench.selectedNode.map { $0.isFolder ? .folder($0.address) : .request($0.address) } ?? .nothing
  }

  /// The mistake in the program's state or its screen; `nil` without one.
  private static func problem(_ bench: Workbench, draws: Bool) -> String? {
    func isOff(_ window: ListWindow, _ count: Int) -> Bool {
      window.selected != 0 && !(0..<count).contains(window.selected)
    }
    if isOff(bench.panes[CollectionsPane.self].window, bench.panes[CollectionsPane.self].rows.value.count) {
      return "The tree's selection is not in it"
    }
    if isOff(bench.panes[HistoryPane.self].window, bench.panes[HistoryPane.self].entries.count) {
      return "The history's selection is not in it"
    }
    if isOff(bench.requestPane.window, bench.requestPane.rows.count) {
      return "The form's selection is not in it"
    }
    if isOff(bench.responsePane.tab.view.window, bench.responsePane.tab.rows.count) {
      return "The answer's selection is not in it"
    }
    if bench.workspace.subject != selected(bench) {
      return "The panes show \(bench.workspace.subject), and \(selected(bench)) is selected"
    }
    if let row = bench.requestPane.selectedRow, !row.isSelectable {
      return "The form's row cannot be selected"
    }
    guard draws else { return nil }
    let frame = bench.render()
    if frame.size != bench.size || frame.cells.count != bench.size.columns * bench.size.rows {
      return "The frame has a wrong size"
    }
    if let cursor = frame.cursor, !Rect(frame.size).contains(cursor) { return "The cursor is off the screen" }
    for row in 0..<frame.size.rows {
      let widths = (0..<frame.size.columns).reduce(0) { $0 + Int(frame[$1, row].width) }
      if widths != frame.size.columns { return "Row \(row) has half a character" }
    }
    return nil
  }
}
