package import RequestModel

/// What the list of everything leads to.
package enum GoToTarget: Equatable, Sendable {
  /// A request or a folder of the tree.
  case node(Address)
  case environment(String?)
  case command(String)
  case exchange(ExchangeSummary)
}

/// What happens there.
package enum GoToManner: Equatable, Sendable {
  case open
  /// Keeps the request as a tab.
  case keep
  case send
}

/// An environment or a command in the list of everything.
package struct GoToItem: Equatable, Sendable {
  var target: GoToTarget
  var title: String
  /// What is searched besides the title.
  var words: String
  /// What is shown on the right.
  var detail: String
  var whyUnavailable: String?

  /// What the user's table of uses calls it.
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

/// The kinds that a sign before the words narrows the list to.
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

/// What was typed: words, and a kind before them.
struct GoToQuery: Equatable, Sendable {
  let kind: GoToKind?
  let text: String

  init(_ typed: String) {
    let typed = typed.drop(while: \.isWhitespace)
    kind = typed.first.flatMap(GoToKind.init)
    text = String(kind == nil ? typed : typed.dropFirst())
  }

  var words: [[UInt8]] { text.split(whereSeparator: \.isWhitespace).map { NameIndex.folded(String($0)) } }

  var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether all that it finds is among what the other one finds.
  func isNarrower(than other: GoToQuery) -> Bool { kind == other.kind && text.hasPrefix(other.text) }
}
