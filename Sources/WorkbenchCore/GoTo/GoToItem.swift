/// The targets of the list of everything.
package enum GoToTarget: Equatable, Sendable {
  /// A request or a folder of the tree.
  case node(Address)
  case environment(String?)
  case command(String)
  case exchange(ExchangeSummary)
}

/// What to do with a chosen target.
package enum GoToAction: Equatable, Sendable {
  case open
  /// Keeps the request as a tab.
  case keep
  case send
}

/// An environment or a command in the list of everything.
package struct GoToItem: Equatable, Sendable {
  var target: GoToTarget
  var title: String
  /// More words to search besides the title.
  var words: String
  /// The text on the right.
  var detail: String
  var whyUnavailable: String?
  /// The dialog that Enter opens while the item is unavailable, to make it available.
  var offer: PaneOutput?

  /// Its key in the user's table of uses.
  var useName: String? { target.useName(in: nil) }
}

extension GoToTarget {
  /// - Parameter node: The row of a file. A request is known by its id, which stays when its file moves.
  func useName(in node: CollectionNode?) -> String? {
    switch self {
    case .node(let address): node?.useName ?? "file:" + address.path
    case .environment(let name): "environment:" + (name ?? "")
    case .command(let name): "command:" + name
    case .exchange: nil
    }
  }
}

extension CollectionNode {
  var useName: String { kind.id.map { "request:" + $0.text } ?? "file:" + address.path }
}

/// The kinds of items, each with the sign that narrows the list to it.
enum GoToKind: Character, CaseIterable, Sendable {
  case commands = ">"
  case environments = "@"
  case history = "#"
  case folders = "/"

  var title: String {
    switch self {
    case .commands: "commands"
    case .environments: "environments"
    case .history: "history"
    case .folders: "folders"
    }
  }

  func includes(_ item: GoToItem) -> Bool {
    switch (self, item.target) {
    case (.commands, .command), (.environments, .environment): true
    default: false
    }
  }
}

/// The typed query: words after an optional sign for a kind.
struct GoToQuery: Equatable, Sendable {
  let kind: GoToKind?
  let text: String

  init(_ typed: String) {
    let typed = typed.drop(while: \.isWhitespace)
    kind = typed.first.flatMap(GoToKind.init)
    text = String(kind == nil ? typed : typed.dropFirst())
  }

  /// Each word once.
  var words: [[UInt8]] {
    var known: Set<[UInt8]> = []
    return text.split(whereSeparator: \.isWhitespace).map { NameIndex.folded(String($0)) }
      .filter { known.insert($0).inserted }
  }

  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether all of its matches are also matches of the other query. A word alone does not find methods.
  func isNarrower(than other: GoToQuery) -> Bool {
    kind == other.kind && text.hasPrefix(other.text) && (words.count > 1) == (other.words.count > 1)
  }
}
