import BodyDocument
import Foundation
import RequestModel
import Synchronization
import TerminalUI
import Testing

@testable import WorkbenchCore

/// The program without a terminal, files or a network: takes keys, and returns the screen and the effects.
struct Harness {
  var bench: Workbench
  /// The number of wake-ups requested to keep an open text field, which are left out of `effects`.
  private(set) var draftWakes = 0
  /// The last search to complete a field. Searches are left out of `effects`.
  private(set) var suggestions: (task: TaskID, search: CompletionSearch)?
  /// The effects of the last key or event.
  private(set) var effects: [Effect] = []
  /// Effects that keep the navigation, which are left out of `effects`, as every send and edit has them.
  private(set) var navigation: [NavigationEffect] = []

  init(columns: Int = 100, rows: Int = 24) {
    bench = Workbench(
      size: Size(columns: columns, rows: rows), root: "/collections", exportFormats: Self.exportFormats, seed: 1)
  }

  static let exportFormats = [
    ExportChoice(name: "postman", title: "Postman collection", fileExtension: "json", isCode: false),
    ExportChoice(name: "curl", title: "curl command", fileExtension: "sh", isCode: true),
  ]

  /// A workbench with one collection of a few requests, the first of them open.
  static func shop(columns: Int = 100, rows: Int = 24) -> Harness {
    let size = Size(columns: columns, rows: rows)
    if let made = shops.withLock({ $0[size] }) { return made }
    var app = Harness(columns: columns, rows: rows)
    app.receive(.workspace(.loaded(.shop)))
    app.open("shop/list.json", SavedRequest.list)
    shops.withLock { [app] in $0[size] = app }
    return app
  }

  /// Those made so far: hundreds of tests begin with the same one.
  private static let shops = Mutex<[Size: Harness]>([:])

  mutating func open(_ path: String, _ request: SavedRequest) {
    receive(.workspace(.opened(Address(path), .success(.request(request)))))
    let environments = [
      Environment(name: "local", variables: [Variable("base", .value("http://localhost"))]),
      Environment(name: "live", variables: [Variable("base", .value("https://shop.example"))]),
    ]
    receive(
      .workspace(.scope(Address(path), RequestContext(collection: "/collections/shop", environments: environments))))
  }

  /// A workbench with the form of a folder: `shop` is the collection, `shop/orders` a folder in it.
  static func folder(_ folder: Address, columns: Int = 100, rows: Int = 24) -> Harness {
    var app = shop(columns: columns, rows: rows)
    app.receive(.workspace(.loaded(.shop)))
    app.press(folder == "shop" ? "<Up> <Up>" : "<Up>")
    let file = app.bench.workspace.settingsFile(of: folder)
    app.receive(.workspace(.opened(file, .success(folder == "shop" ? .shop : .orders))))
    app.receive(.workspace(.scope(file, .shop)))
    return app
  }

  mutating func receive(_ event: Event) {
    navigation = []
    effects = withoutNavigation(bench.update(event))
  }

  /// Leaves the shop without environments, of which none was in use.
  mutating func removeEnvironments() {
    bench.workspace.chosenEnvironments = ["/collections/shop": ""]
    receive(.workspace(.scope("shop/list.json", RequestContext(collection: "/collections/shop"))))
    bench.workspace.chosenEnvironments = [:]
  }

  private mutating func withoutNavigation(_ effects: [Effect]) -> [Effect] {
    effects.filter { effect in
      guard case .files(_, .navigation(let kept)) = effect else { return true }
      navigation.append(kept)
      return false
    }
  }

  /// Presses keys written as people name them: `"<Down> <Enter> hello <F5>"`; words are typed letter by letter.
  mutating func press(_ keys: String) {
    (effects, navigation) = ([], [])
    for word in keys.split(separator: " ") {
      for key in Self.keys(String(word), bench) { input(key) }
    }
  }

  mutating func type(_ text: String) {
    (effects, navigation) = ([], [])
    for character in text { input(.character(character)) }
  }

  /// Work on the rows of an answer is done at once, as if it took no time.
  private mutating func input(_ key: Key) {
    var asked = bench.update(.input(.key(key)))
    while !asked.isEmpty {
      draftWakes += asked.count { $0.isDraftWake }
      for case let work? in asked.map({ $0.work(CompletionEffect.self) }) { suggestions = (work.task, work.search) }
      effects += withoutNavigation(asked.filter { !$0.isDraftWake && !$0.isCompletion })
      asked = asked.flatMap(Self.work).flatMap { bench.update($0) }
    }
  }

  /// The results of work on the rows of a response.
  static func work(of effect: Effect) -> [Event] {
    if case .paste(let text) = effect { return [.clipboard(text)] }
    switch effect.work(BodyEffect.self) {
    case .search(let job):
      var answers: [BodyTaskEvent] = []
      job.run(isStopped: { false }, report: { answers.append($0) })
      return answers.map { .task(job.task, $0) }
    case .filter(let task, .path(let query), let body):
      do throws(FilterProblem) {
        return [.task(task, .filtered(try body.select(query), remark: nil, isComplete: true))]
      } catch {
        return [.task(task, .filterFailed(error.description))]
      }
    case .chooseMessages(let job): return job.run(isStopped: { false }).map { [Event.task(job.task, $0)] } ?? []
    case .join(let job): return job.run(isStopped: { false }).map { [Event.task(job.task, $0)] } ?? []
    case .compareMessages(let task, let old, let new, let title):
      return [.task(task, .compared(DocumentDiff(old, new), title: title))]
    case .reveal(let task, let body, let secrets, let type):
      return [.task(task, .revealed(BodyDocument(secrets.restored(in: body.body), contentType: type)))]
    default: return []
    }
  }

  /// The keys of a word. `<Path>` moves from the end of a URL to the end of its path.
  static func keys(_ word: String, _ bench: Workbench) -> [Key] {
    guard word == "<Path>" else { return keys(word) }
    let text = bench.requestPane.editing?.editor.text ?? ""
    return Array(repeating: .left, count: text.firstIndex(of: "?").map { text[$0...].count } ?? 0)
  }

  static func keys(_ word: String) -> [Key] {
    guard word.hasPrefix("<"), word.hasSuffix(">"), word.count > 2 else { return word.map(Key.character) }
    let name = String(word.dropFirst().dropLast())
    let named: [String: Key] = [
      "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Enter": .enter, "Esc": .escape, "Tab": .tab,
      "S-Tab": .backTab, "Space": .character(" "), "BS": .backspace, "Del": .delete, "Home": .home, "End": .end,
      "PgUp": .pageUp, "PgDn": .pageDown, "S-Left": .shiftLeft, "S-Right": .shiftRight, "S-Up": .shiftUp,
      "S-Down": .shiftDown, "S-End": .shiftEnd, "C-Space": .control(" "), "A-Enter": .altEnter, "C-Home": .controlHome,
      "C-End": .controlEnd,
    ]
    if let key = named[name] { return [key] }
    if name.hasPrefix("A-"), let letter = name.last { return [.alt(letter)] }
    if name.hasPrefix("C-"), let letter = name.last { return [.control(letter)] }
    if name.hasPrefix("F"), let number = Int(name.dropFirst()) { return [.function(number)] }
    Issue.record("The harness knows no key \(word)")
    return []
  }

  /// Sends the shown request and answers with `exchange`, link by link, as the runner does.
  mutating func sendAndAnswer(_ make: (ExchangeID) -> Exchange) {
    press("<F5>")
    guard let id = sentID else {
      Issue.record("Nothing was sent: \(effects)")
      return
    }
    let exchange = make(id)
    let sent = effects
    receive(.exchange(id, .started(exchange.startedAt)))
    if let answer = exchange.response {
      receive(
        .exchange(
          id,
          .head(
            Response(
              status: answer.status, reason: answer.reason, httpVersion: answer.httpVersion, headers: answer.headers))))
      let document = BodyDocument(answer.body, contentType: answer.headers.first("content-type"))
      receive(.exchange(id, .body(document, secrets: answer.maskedSecrets)))
    }
    receive(.exchange(id, .ended(exchange, sentBody: exchange.sent.map { BodyDocument($0.body, contentType: nil) })))
    effects = sent
  }

  var sentID: ExchangeID? {
    effects.lazy.compactMap { if case .send(let job) = $0 { job.id } else { nil } }.first
  }

  /// Waits for work whose result opens a screen, as the command that starts it does.
  mutating func waitForResult(of work: Effect) {
    effects = bench.route(WaitingScreen.start(work, title: "Work", text: "Working…"))
  }

  var screen: String { bench.render().text }

  /// Compares the screen with what a person should see; a failure prints both, with the lines that differ marked.
  func expectScreen(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let actual = screen.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    guard actual.map(String.init) != wanted.map(String.init) else { return }
    let rows = (0..<max(actual.count, wanted.count)).map { row -> String in
      let (a, b) = (row < actual.count ? actual[row] : "", row < wanted.count ? wanted[row] : "")
      return a == b ? "    \(a)" : "  - \(b)\n  + \(a)"
    }
    Issue.record(
      "The screen is not as expected (- wanted, + is):\n\(rows.joined(separator: "\n"))", sourceLocation: sourceLocation
    )
  }

  /// The names and texts that the last key or event copied.
  var copied: [String] {
    effects.compactMap { if case .copy(let text, let what) = $0 { "\(what): \(text)" } else { nil } }
  }

  func expectOnScreen(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    if !screen.contains(text) {
      Issue.record("\"\(text)\" is not on the screen:\n\(screen)", sourceLocation: sourceLocation)
    }
  }

  func expectNotOnScreen(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    if screen.contains(text) {
      Issue.record("\"\(text)\" is on the screen:\n\(screen)", sourceLocation: sourceLocation)
    }
  }
}

extension Effect {
  fileprivate var isCompletion: Bool { work(CompletionEffect.self) != nil }

  fileprivate var isDraftWake: Bool { if case .wakeForDraft = self { true } else { false } }
}
