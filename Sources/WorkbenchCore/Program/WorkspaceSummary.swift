/// A workspace's summary of another one.
package struct WorkspaceSummary: Equatable, Sendable {
  package let number: WorkspaceNumber
  package let title: String
  /// The number of files with unsaved edits.
  package let unsaved: Int
  /// Whether new requests are among them.
  let hasUnsavedNew: Bool
  /// Whether others are among them, which can be saved.
  let canSaveEdits: Bool
  package let running: Int
  /// The requests and conversations that quitting would end.
  let underWay: ExchangesUnderWay
  /// The work of panes that quitting would end, in words.
  let paneWork: [String]
  /// Whether a question waits for the user.
  package let asks: Bool

  init(_ workspace: Program.OpenWorkspace, _ titles: WorkspaceTitles) {
    number = workspace.number
    title = titles[workspace.root]
    unsaved = workspace.bench.unsavedCount
    hasUnsavedNew = workspace.bench.workspace.hasUnsavedNew
    canSaveEdits = workspace.bench.canSaveEdits
    running = workspace.bench.workspace.runningCount + workspace.bench.panes.work.count
    underWay = workspace.bench.exchangesUnderWay
    paneWork = workspace.bench.panes.work
    asks = workspace.bench.asks
  }
}

/// How many requests and conversations are under way.
struct ExchangesUnderWay: Equatable, Sendable {
  var requests: Int
  var conversations: Int

  /// `1 running request` and `1 open conversation`, with what would end them: `quitting`.
  func texts(ending: String? = nil) -> [String] {
    func text(_ count: Int, _ name: String, _ verb: String) -> String? {
      count == 0 ? nil : Formatting.count(count, name) + (ending.map { ", which \($0) \(verb)" } ?? "")
    }
    return [text(requests, "running request", "cancels"), text(conversations, "open conversation", "ends")]
      .compactMap(\.self)
  }
}

/// The other open workspaces, as the shown one lists them.
package struct OtherWorkspaces: Equatable, Sendable {
  /// The title of the shown workspace.
  package var ownTitle: String
  package var others: [WorkspaceSummary]
}

/// Short names of folders: the last component of the path, with as many before it as tell them apart.
package struct WorkspaceTitles: Equatable, Sendable {
  private var titles: [ExactText: String] = [:]

  package init(of roots: [String]) {
    var pending = Set(roots.map(ExactText.init))
    var length = 1
    while !pending.isEmpty {
      let candidates = Dictionary(grouping: pending) { Self.title(of: $0.text, length: length) }
      for (title, roots) in candidates where roots.count == 1 || length > Self.longest {
        for root in roots { titles[root] = roots.count == 1 ? title : root.text }
        pending.subtract(roots)
      }
      length += 1
    }
  }

  private static let longest = 32

  /// The last components of a path. The usual folder for collections within a project is skipped, as its name says
  /// nothing.
  private static func title(of root: String, length: Int) -> String {
    let parts = root.split(separator: "/")
    let count = parts.last == "collections" ? length + 1 : length
    return parts.isEmpty ? "/" : parts.suffix(count).joined(separator: "/")
  }

  package subscript(root: String) -> String { titles[ExactText(root)] ?? root }
}
