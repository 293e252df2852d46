import Foundation
import BodyDocument
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Any keys, pastes, clicks, sizes and late answers: the program never traps, and what it shows fits what it holds.
@Suite struct RandomKeysTests {
  @Test(arguments: [UInt64.random(in: .min ... .max), .random(in: .min ... .max)])
  func twentyThousandInputsKeepTheProgramSound(seed: UInt64) {
    var random = IdentifierSource(seed: seed)
    var app = Harness.shop()
    for step in 0..<10_000 {
      let event = Self.event(&random, app.bench)
      app.receive(event)
      if app.effects.contains(.quit) { app = .shop() }
      for answer in Self.answers(to: app.effects, &random) { app.receive(answer) }
      if let problem = Self.problem(app.bench, draws: step % 10 == 0) {
        Issue.record("\(problem) after \(event), step \(step)")
        return
      }
    }
  }

  private static let keys: [Key] =
    [
      .enter, .altEnter, .tab, .backTab, .escape, .escape, .backspace, .delete, .insert, .up, .down, .down, .left,
      .right, .home,
      .end, .pageUp, .pageDown, .controlLeft, .controlRight, .controlHome, .controlEnd, .function(5), .function(2),
      .function(4),
    ] + "abcdefghijklmnopqrstuvwxyzACEGHNORUY123:?/[] {}\"é界".map(Key.character) + "acfksuwyzlp".map(Key.control)

  private static func event(_ random: inout IdentifierSource, _ bench: Workbench) -> Event {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    switch number(0...99) {
    case 0...1: return .resized(Size(columns: number(0...130), rows: number(0...45)))
    case 2: return .input(.paste(["x", "q\n:", "{{base}}\t\u{1B}[A", "👩‍👩‍👧e\u{301}", ""].randomElement(using: &random)!))
    case 3...9:
      let action: Mouse.Action = [.press, .press, .wheelUp, .wheelDown].randomElement(using: &random)!
      return .input(.mouse(Mouse(action, at: Point(column: number(-1...130), row: number(-1...45)))))
    case 10: return .woke(now: Date(timeIntervalSince1970: Double(number(0...2_000_000))))
    case 11: return .library(.loaded(.shop))
    default: return .input(.key(keys.randomElement(using: &random)!))
    }
  }

  /// What the world says to the effects, most of the time.
  private static func answers(to effects: [Effect], _ random: inout IdentifierSource) -> [Event] {
    effects.flatMap { effect -> [Event] in
      switch effect {
      case .open("shop/odd.json"): return [.library(.opened("shop/odd.json", .failure(Problem("odd"))))]
      case .open(let address):
        return [.library(.opened(address, .success(address.path.contains("create") ? .create : .list)))]
      case .save(let address, let request, _):
        return [Bool.random(using: &random) ? .library(.saved(address, request)) : .library(.changedOnDisk(address))]
      case .send(let order) where Bool.random(using: &random):
        return [
          .exchange(order.id, .body(BodyDocument(Data(#"{"a":[1,{"b":2}]}"#.utf8), contentType: "application/json"))),
          .exchange(order.id, .ended(.answered(order.id), sentBody: nil)),
        ]
      case .send(let order): return [.exchange(order.id, .started(Date(timeIntervalSince1970: 5)))]
      case .cancel(let id): return [.exchange(id, .ended(.failed(id, .timedOut, "Too late"), sentBody: nil))]
      case .delete(let address):
        var tree = CollectionTree.shop
        tree.nodes.removeAll { $0.address.isInside(address) }
        return [.library(.deleted(address, trash: TrashID("t"), tree: tree))]
      case .listHistory(let query):
        let entry = ExchangeSummary(
          id: ExchangeID("00000000-0000-4000-8000-000000000001")!, startedAt: Date(timeIntervalSince1970: 0),
          method: "GET", url: "u",
          name: "n", result: .status(200), duration: .zero, bodySize: 0)
        return [.history(.listed(query: query, query.isEmpty ? [entry] : [], total: 1))]
      case .openExchange(let id): return [.history(.opened(.answered(id), body: nil, sentBody: nil))]
      case .edit(let ticket, let text, _): return [.edited(ticket, text: text + "!")]
      default: return []
      }
    }
  }

  /// What is wrong with the program's state or its screen; `nil` where nothing is.
  private static func problem(_ bench: Workbench, draws: Bool) -> String? {
    func isOff(_ window: ListWindow, _ count: Int) -> Bool {
      window.selected != 0 && !(0..<count).contains(window.selected)
    }
    if isOff(bench.sidebar.window, bench.sidebar.rows(bench.library).count) {
      return "The tree's selection is not in it"
    }
    if isOff(bench.historyPane.window, bench.historyPane.entries.count) {
      return "The history's selection is not in it"
    }
    if isOff(bench.requestPane.window, bench.requestPane.rows(bench.library).count) {
      return "The form's selection is not in it"
    }
    if isOff(bench.responsePane.window, bench.responsePane.rowCount(bench.library)) {
      return "The answer's selection is not in it"
    }
    if let row = bench.requestPane.selectedRow(bench.library), !row.isSelectable {
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
