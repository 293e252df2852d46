/// The files that git reports as changed, in place of the collections.
package struct ChangesPane: RowPane {
  package static let scope = Command.Scope.changes
  package static let opener: String? = "git.toggle"

  package private(set) var window = ListWindow()
  /// The selected file. It stays selected when the status is read again.
  package private(set) var selected: Address?
  /// The version that the selected file is compared with.
  package private(set) var base = GitBase.head
  /// The reading of the status that is shown.
  private var shownReading: Int?

  package init() {}

  package var neighbours: PaneNeighbours { .only(.difference) }
  package func crumbs(in context: PaneContext) -> [String]? {
    ["Git", context.workspace.git.status?.branch.name ?? "Changes"]
  }

  // MARK: Events

  package mutating func update(_ event: PaneEvent, in context: PaneContext) -> [PaneOutput] {
    switch event {
    case .appeared:
      shownReading = nil
      return [.effect(.git(.status(isAsked: true)))] + refresh(in: context)
    case .changed: return refresh(in: context)
    case .escape: return [.run("git.toggle")]
    case .scrolled(let rows): return move(by: rows, in: context)
    case .clicked(let point): return select(row: window.first + point.row, in: context)
    case .blurred, .key, .paste, .moved, .task: return []
    }
  }

  /// Takes over a status that was read, also an equal one: the files may have changed again.
  private mutating func refresh(in context: PaneContext) -> [PaneOutput] {
    guard context.isShown else { return [] }
    let entries = Self.entries(in: context)
    window.fit(count: entries.count, height: height(in: context))
    guard shownReading != context.workspace.git.readings else { return [] }
    shownReading = context.workspace.git.readings
    let row = entries.firstIndex { $0.path == selected } ?? window.selected
    return select(row: min(row, max(0, entries.count - 1)), in: context)
  }

  static func entries(in context: PaneContext) -> [GitEntry] { context.workspace.git.status?.entries ?? [] }

  func entry(in context: PaneContext) -> GitEntry? { Self.entries(in: context)[ifPresent: window.selected] }

  func height(in context: PaneContext) -> Int { max(1, context.contentRows) }

  // MARK: Selection

  func page(in context: PaneContext) -> Int { max(1, height(in: context) - 1) }

  mutating func move(by step: Int, in context: PaneContext) -> [PaneOutput] {
    let count = Self.entries(in: context).count
    return select(row: min(max(0, window.selected + step), max(0, count - 1)), in: context)
  }

  mutating func select(row: Int, in context: PaneContext) -> [PaneOutput] {
    let entries = Self.entries(in: context)
    guard entries.indices.contains(row) else {
      selected = nil
      return [.tell(GitRequest.compare(nil, .head))]
    }
    window.select(row, of: entries.count, height: height(in: context))
    if selected != entries[row].path { base = .head }
    selected = entries[row].path
    return [.tell(GitRequest.compare(entries[row], base))]
  }

  package enum Message: PaneMessage, Equatable {
    /// Compares the selected file with another version.
    case compare(with: GitBase)

    package func apply(to pane: inout ChangesPane, in context: PaneContext) -> [PaneOutput] {
      switch self {
      case .compare(let base):
        pane.base = base
        return [.tell(GitRequest.compare(pane.entry(in: context), base))]
      }
    }
  }
}

extension Command.Scope {
  package static let changes = Self(rawValue: "changes")
}
