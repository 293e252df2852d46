/// The open and recent workspaces, to switch to one, open another folder or close one.
///
/// Typed text filters the list; a typed path opens a folder.
package struct WorkspacesScreen: OverlayScreen {
  package struct Row: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
      case open(WorkspaceNumber, isShown: Bool)
      case recent(root: String, isMissing: Bool)
      /// A typed path.
      case typed(String)
      /// A folder that matches the typed path.
      case folder(String)
    }

    package var place: Place
    package var title: String
    /// The folder, shortened.
    package var path: String
    package var requests: Int?
    package var summary: WorkspaceSummary?
  }

  package private(set) var rows: [Row]
  package private(set) var editor = TextEditor("")
  package private(set) var window = ListWindow()
  /// The folders that match a typed path.
  private(set) var folders: [String] = []

  /// Selects the workspace that was shown before this one, unless a text is typed.
  init(_ rows: [Row], typed text: String = "") {
    self.rows = rows
    editor = TextEditor(text)
    let isOneOfSeveral = text.isEmpty && rows.count > 1 && rows[1].isOpen
    window = ListWindow(selected: isOneOfSeveral ? 1 : 0)
  }

  /// Replaces the rows; the selection stays on its workspace.
  mutating func show(_ rows: [Row]) {
    guard rows != self.rows else { return }
    let place = selected?.place
    self.rows = rows
    if let index = matches.firstIndex(where: { $0.place == place }) { window = ListWindow(selected: index) }
  }

  /// Whether a path is typed: a folder below the root, the home folder or the current one.
  var isPath: Bool { ["/", "~", "./", "../", ".."].contains { editor.text.hasPrefix($0) } || editor.text == "." }

  /// The rows that match the typed text, the best first.
  package var matches: [Row] {
    let text = editor.text
    if isPath {
      let typed = Row(place: .typed(text), title: "Open \(text)", path: "")
      return [typed] + folders.map { Row(place: .folder($0), title: $0, path: "") }
    }
    let search = FuzzyMatch(text)
    guard !search.isEmpty else { return rows }
    let ranked = rows.enumerated().compactMap { index, row in
      search.rank(in: row.title, row.path).map { (rank: $0, index: index, row: row) }
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.row)
  }

  package var selected: Row? { matches[ifPresent: window.selected] }

  // MARK: Keys

  package var enterHint: String? {
    switch selected?.place {
    case .open: "switch"
    case .recent, .typed, .folder: "open"
    case nil: nil
    }
  }

  package var hints: [(key: String, label: String)] {
    switch selected?.place {
    case .open: [("Ctrl+X", "close")]
    case .recent: [("Ctrl+X", "remove from list")]
    case .typed, .folder: [("Tab", "complete")]
    case nil: []
    }
  }

  package mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    switch event {
    case .key(.escape): return .closed([])
    case .key(.enter): return choose()
    case .key(.control("x")): return remove()
    case .key(.tab) where isPath: return complete()
    case .key(let key):
      let isNext = key == .tab || key == .control("o")
      if let step = isNext ? 1 : key == .backTab ? -1 : ListKeys.step(key, page: height(on: screen)) {
        move(by: step, isCycle: isNext, on: screen)
      } else if editor.handle(key) {
        return edited()
      }
    case .paste(let text):
      editor.insert(text.filter { !$0.isNewline })
      return edited()
    case .scrolled(let rows): move(by: rows, isCycle: false, on: screen)
    }
    return .stays()
  }

  package mutating func click(_ point: Point, on screen: Size) -> Key? {
    let (list, height) = (places(on: screen).list, height(on: screen))
    return window.select(at: point, in: list, of: matches.count, height: height) ? .enter : nil
  }

  private mutating func move(by step: Int, isCycle: Bool, on screen: Size) {
    let count = matches.count
    if isCycle, window.selected + step >= count {
      window = ListWindow()
    } else {
      window.move(by: step, of: count, height: height(on: screen))
    }
  }

  private mutating func edited() -> OverlayOutcome {
    window = ListWindow()
    folders = []
    return .stays(isPath ? [.effect(.program(.completeFolder(editor.text)))] : [])
  }

  private func choose() -> OverlayOutcome {
    switch selected?.place {
    case .open(let number, _): return .closed([.effect(.program(.show(number)))])
    case .recent(let root, true):
      return .stays([.information("\(root) is missing: Ctrl+X removes it from the list")])
    case .recent(let root, false), .typed(let root), .folder(let root):
      return .closed([.effect(.program(.open(path: root)))])
    case nil: return .stays()
    }
  }

  private func remove() -> OverlayOutcome {
    switch selected?.place {
    case .open(let number, _): return .closed([.effect(.program(.close(number)))])
    case .recent(let root, _): return .stays([.effect(.program(.forgetRecent(root: root)))])
    case .typed, .folder, nil: return .stays()
    }
  }

  // MARK: Paths

  /// Passes a mouse action to the text field.
  package mutating func point(_ pointer: FieldPointer) { editor.point(pointer) }

  /// Completes the path with the selected folder, else as far as it is unique.
  private mutating func complete() -> OverlayOutcome {
    var found = folders.count == 1 ? folders.first : nil
    if case .folder(let chosen)? = selected?.place { found = chosen }
    guard let folder = found else { return .stays([.effect(.program(.completeFolder(editor.text)))]) }
    editor = TextEditor(folder + "/")
    return edited()
  }

  /// Shows the matching folders, unless the text was changed since.
  mutating func complete(_ text: String, by completion: String, _ folders: [String]) {
    guard editor.text == text else { return }
    self.folders = folders
  }

  // MARK: Layout

  /// Whether there is no other workspace yet.
  var isAlone: Bool { rows.count == 1 && editor.text.isEmpty }

  private static let maxRows = 16

  func height(on screen: Size) -> Int {
    min(Self.maxRows, max(matches.count, rows.count, isAlone ? 2 : 1), max(1, screen.rows - 5))
  }
}
