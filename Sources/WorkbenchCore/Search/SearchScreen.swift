/// Search and replace in the files of the collections, with a preview of every match.
package struct SearchScreen: OverlayScreen {
  enum Part: Equatable, Sendable { case pattern, replacement, list }

  enum Row: Equatable, Sendable {
    case file(Int)
    case match(file: Int, number: Int)
    case note(String)
  }

  enum State: Equatable, Sendable {
    case idle
    /// The number of files that were read so far.
    case searching(Int)
    case done
    case failed(String)
  }

  let workspace: WorkspaceID
  private let edits: [Address: SavedFile]
  private let scopes: [SearchScope]
  package private(set) var pattern: TextEditor
  package private(set) var replacement = TextEditor("")
  private(set) var part = Part.pattern
  /// Whether matches are replaced: only once the replacement field was visited, as an empty replacement is valid.
  package private(set) var isReplacing = false
  private(set) var isRegularExpression = false
  private(set) var matchesCase: Bool?
  private(set) var matchesWords = false
  private var scopeIndex = 0
  private(set) var place: SearchPlace?
  private(set) var state = State.idle
  package private(set) var result = SearchResult()
  private(set) var rows: [Row] = []
  /// The matches that are not replaced, by the index of their file.
  private var leftOut: [Int: Set<Int>] = [:]
  private(set) var window = ListWindow()
  /// The job of the results, or of the running search.
  private var job: FileSearchJob?
  private var number: Int

  init(in workspace: Workspace, pattern: TextPattern, number: Int) {
    self.workspace = workspace.id
    self.pattern = TextEditor(pattern.text)
    (isRegularExpression, matchesCase, matchesWords) =
      (pattern.isRegularExpression, pattern.matchesCase, pattern.matchesWords)
    // Typing replaces it.
    self.pattern.selectAll()
    self.number = number
    scopes = workspace.searchScopes
    edits = workspace.items.addresses { $0.draft != nil }.filter(workspace.hasEdits).reduce(into: [:]) {
      $0[$1] = workspace.items[$1].draft?.current
    }
  }

  var scope: SearchScope { scopes[scopeIndex] }

  package var isTyping: Bool { part != .list }
  package var holdsText: Bool { !replacement.text.isEmpty }

  private var textPattern: TextPattern {
    TextPattern(
      pattern.text, replacement: isReplacing ? replacement.text : nil, isRegularExpression: isRegularExpression,
      matchesCase: matchesCase, matchesWords: matchesWords)
  }

  // MARK: Keys

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape):
      guard part == .list else { return .closed(endOutputs) }
      part = .pattern
    case .key(.tab): focus(by: 1)
    case .key(.backTab): focus(by: -1)
    case .key(.control("s")): return replace()
    case .key(let key) where option(for: key) != nil:
      option(for: key)?(&self)
      return .stays(search())
    case .key(let key): return handle(key, on: screen)
    case .paste(let text): return .stays(edit { $0.insert(text.filter { !$0.isNewline }) })
    case .scrolled(let step): window.scroll(by: step, of: rows.count, height: height(on: screen))
    }
    return .stays()
  }

  private mutating func focus(by step: Int) {
    let parts: [Part] = [.pattern, .replacement] + (rows.isEmpty ? [] : [.list])
    part = parts.cycled(from: part, by: step)
    isReplacing = isReplacing || part == .replacement
  }

  private mutating func handle(_ key: Key, on screen: Size) -> OverlayOutcome {
    if part == .list { return handleInList(key, on: screen) }
    switch key {
    case .enter, .down: if !rows.isEmpty { part = .list }
    case .pageDown, .pageUp:
      window.move(
        by: key == .pageUp ? -height(on: screen) : height(on: screen), of: rows.count, height: height(on: screen))
    default: return .stays(edit { _ = $0.handle(key) })
    }
    return .stays()
  }

  private mutating func handleInList(_ key: Key, on screen: Size) -> OverlayOutcome {
    switch key {
    case .enter: return open()
    case .character(" "): toggle(on: screen)
    case .character("a"): toggleAll()
    case .up where window.selected == 0: part = .pattern
    default:
      guard let step = ListKeys.stepByLetter(key, page: height(on: screen)) else { return .stays() }
      window.move(by: step, of: rows.count, height: height(on: screen))
    }
    return .stays()
  }

  /// Opens a field or selects a row. A second click opens its file, one on its mark includes or leaves it out.
  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let inside = Self.box(screen).inset(columns: 2, rows: 1)
    guard inside.contains(point) else { return nil }
    let (list, isOpen, former) = (inside.splitTop(headRows).rest, part == .list, window.selected)
    if point.row == inside.row { part = .pattern }
    if point.row == inside.row + 1 { (part, isReplacing) = (.replacement, true) }
    guard window.select(at: point, in: list, of: rows.count, height: list.rows) else { return nil }
    part = .list
    let isMark = Self.markColumns.contains(point.column - list.column)
    if isReplacing, isMark, case .match = rows[window.selected] { return .character(" ") }
    return isOpen && window.selected == former ? .enter : nil
  }

  /// Edits the open field, and searches if its text has changed.
  private mutating func edit(_ change: (inout TextEditor) -> Void) -> [PaneOutput] {
    let before = textPattern
    switch part {
    case .pattern: change(&pattern)
    case .replacement: change(&replacement)
    case .list: break
    }
    return textPattern == before ? [] : search()
  }

  /// The option that a key toggles. In the list, plain letters toggle options, too.
  private func option(for key: Key) -> ((inout SearchScreen) -> Void)? {
    switch (key, part) {
    case (.control("r"), _), (.character("r"), .list): { $0.isRegularExpression.toggle() }
    case (.alt("c"), _), (.character("c"), .list):
      { $0.matchesCase = $0.matchesCase == nil ? true : $0.matchesCase == true ? false : nil }
    case (.alt("w"), _), (.character("w"), .list): { $0.matchesWords.toggle() }
    case (.alt("s"), _), (.character("s"), .list): { $0.scopeIndex = ($0.scopeIndex + 1) % $0.scopes.count }
    case (.alt("p"), _), (.character("p"), .list):
      {
        let all: [SearchPlace?] = [nil] + SearchPlace.allCases
        $0.place = all.cycled(from: $0.place, by: 1)
      }
    default: nil
    }
  }

  package var enterHint: String? {
    if part == .list { return selectedFile == nil ? nil : "open" }
    return rows.isEmpty ? nil : "matches"
  }

  package var escapeHint: String? { part == .list ? "back" : "close" }

  package var hints: [(key: String, label: String)] {
    let scope = scopes.count > 1
    switch part {
    case .pattern, .replacement:
      return [("Tab", part == .pattern ? "replace" : rows.isEmpty ? "search" : "matches")]
        + (canReplace ? [("Ctrl+S", "replace")] : [])
        + [("Ctrl+R", "regex"), ("Alt+c", "case"), ("Alt+w", "words")] + (scope ? [("Alt+s", "scope")] : [])
        + [("Alt+p", "places")]
    case .list:
      let choosing = selectedFile == nil ? [] : [("Space", "on/off")]
      return (isReplacing ? choosing + [("a", "all"), ("Ctrl+S", "replace")] : [])
        + [("r", "regex"), ("c", "case"), ("w", "words")] + (scope ? [("s", "scope")] : []) + [("p", "places")]
    }
  }

  // MARK: Searching

  private mutating func search() -> [PaneOutput] {
    number += 1
    let pattern = textPattern
    do throws(RegularExpressionProblem) {
      guard try pattern.matcher() != nil else {
        clear(.idle)
        return [.effect(.search(.stop))]
      }
    } catch {
      clear(.failed(error.sentence))
      return [.effect(.search(.stop))]
    }
    let places = place.map { [$0] } ?? Set(SearchPlace.allCases)
    let job = FileSearchJob(
      number: number, pattern: pattern, scope: scope.address, places: places, edits: edits)
    self.job = job
    state = .searching(0)
    return [.effect(.search(.start(job)))]
  }

  private mutating func clear(_ state: State) {
    (self.state, result, rows, leftOut, job) = (state, SearchResult(), [], [:], nil)
    window = ListWindow()
    if part == .list { part = .pattern }
  }

  /// Searches for the text that the screen opens with.
  mutating func begin() -> [PaneOutput] { pattern.text.isEmpty ? [] : search() }

  /// The result of the search of that number.
  struct Report: OverlayMessage {
    let number: Int
    let event: FileSearchEvent

    func apply(to screen: inout SearchScreen) -> OverlayOutcome {
      screen.handleSearchEvent(event, of: number)
      return .stays()
    }
  }

  mutating func handleSearchEvent(_ event: FileSearchEvent, of number: Int) {
    guard number == self.number else { return }
    switch event {
    case .progress(let files): state = .searching(files)
    case .failed(let problem): clear(.failed(problem.sentence))
    case .found(let result):
      state = .done
      // Keep the choices if only the replacement has changed.
      let isSame =
        self.result.files.map(\.address) == result.files.map(\.address)
        && self.result.matchCount == result.matchCount
      self.result = result
      makeRows()
      if !isSame { (leftOut, window) = ([:], ListWindow()) }
      if rows.isEmpty, part == .list { part = .pattern }
    }
  }

  private mutating func makeRows() {
    rows = result.files.indices.flatMap { file in
      [.file(file)] + result.files[file].matches.indices.map { .match(file: file, number: $0) }
    }
    if result.isCut { rows.append(.note("There are more matches: refine the search")) }
    rows += result.unread.map { .note("Not searched: \($0.problem)") }
  }

  // MARK: Choosing

  /// Whether a match is replaced; `nil` if it cannot be replaced.
  func isChosen(_ file: Int, _ number: Int) -> Bool? {
    result.files[file].whyReadOnly == nil ? leftOut[file]?.contains(number) != true : nil
  }

  private func chosen(_ file: Int) -> Set<Int> {
    Set(result.files[file].matches.indices.filter { isChosen(file, $0) == true })
  }

  private mutating func toggle(on screen: Size) {
    guard isReplacing, rows.indices.contains(window.selected) else { return }
    switch rows[window.selected] {
    case .match(let file, let number):
      if leftOut[file, default: []].remove(number) == nil { leftOut[file, default: []].insert(number) }
    case .file(let file): setFile(file, isChosen: !isWhole(file))
    case .note: break
    }
    window.move(by: 1, of: rows.count, height: height(on: screen))
  }

  /// Chooses all matches, or none if all are chosen.
  private mutating func toggleAll() {
    let isAll = result.files.indices.allSatisfy(isWhole)
    for file in result.files.indices { setFile(file, isChosen: !isAll) }
  }

  /// Whether all matches of a file that can be replaced are chosen.
  private func isWhole(_ file: Int) -> Bool {
    result.files[file].whyReadOnly != nil || chosen(file).count == result.files[file].matches.count
  }

  private mutating func setFile(_ file: Int, isChosen: Bool) {
    leftOut[file] = isChosen ? nil : Set(result.files[file].matches.indices)
  }

  var chosenCount: Int { result.files.indices.reduce(0) { $0 + chosen($1).count } }

  private var canReplace: Bool { isReplacing && state == .done && !result.files.isEmpty }

  // MARK: Acting

  /// The index of the file of the selected row.
  private var selectedFile: Int? {
    switch rows.indices.contains(window.selected) ? rows[window.selected] : .note("") {
    case .file(let file), .match(let file, _): file
    case .note: nil
    }
  }

  private func open() -> OverlayOutcome {
    guard let file = selectedFile else { return .stays() }
    return .closed(endOutputs + [.tell(SearchRequest.show(result.files[file].address))])
  }

  /// The outputs at the end: remember the pattern for the next search, and stop searching.
  package var endOutputs: [PaneOutput] { [.tell(SearchRequest.remember(textPattern)), .effect(.search(.stop))] }

  private func replace() -> OverlayOutcome {
    guard isReplacing else { return .stays([.information("Type the replacement first: Tab goes to the field")]) }
    guard state == .done, let job else { return .stays([.information("Wait until everything is searched")]) }
    var replacement = ChosenReplacement(job: job, chosen: [], inEdits: [:])
    for (index, file) in result.files.enumerated() {
      let numbers = chosen(index)
      guard !numbers.isEmpty else { continue }
      if let version = file.version {
        replacement.chosen.append(ChosenMatches(file.address, version: version, numbers))
      } else {
        replacement.inEdits[file.address] = numbers
      }
    }
    guard !replacement.chosen.isEmpty || !replacement.inEdits.isEmpty else {
      return .stays([.information("No match is chosen: Space chooses one")])
    }
    return .closed([.tell(SearchRequest.remember(textPattern)), .tell(SearchRequest.replace(replacement))])
  }

  // MARK: Layout

  /// Remarks on files that were left out of the search. Only the end of the list gives the reasons.
  var remarks: [String] {
    guard state == .done else { return [] }
    let names = result.unread.map(\.address.path).joined(separator: ", ")
    let count = Formatting.count(result.unread.count, "file")
    return (names.isEmpty ? [] : ["\(count) not searched: \(names)"])
      + (result.hasBases ? [SearchResult.remarkOnBases] : [])
  }

  /// The rows above the list: both fields, the choices and the remarks.
  var headRows: Int { 3 + remarks.count }

  func height(on screen: Size) -> Int { max(1, screen.rows - 4 - headRows) }
}
