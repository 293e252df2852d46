/// The git status of the work tree that contains the open folder.
package struct GitStatus: Equatable, Sendable {
  package var branch = GitBranch()
  /// Changed files in the order of their paths, conflicts first.
  package var entries: [GitEntry] = []
  /// Ignored files and folders, relative to the top of the work tree.
  package var ignored: [Address] = []
  /// An unfinished operation that waits for the user; usually `nil`.
  package var operation: GitOperation?
  /// The first line of the message that git has prepared for the operation; empty without one.
  package var preparedMessage = ""
  /// The remotes that have a URL.
  package var remotes: [String] = []
  /// The open folder, relative to the top of the work tree.
  package var folder = Address("")

  package init() {}

  package var conflicts: [GitEntry] { entries.filter(\.isConflicted) }
  package var staged: [GitEntry] { entries.filter { $0.index != nil && !$0.isConflicted } }

  /// The remote that a branch without an upstream is pushed to; `nil` without any.
  package var pushRemote: String? { remotes.contains("origin") ? "origin" : remotes.first }

  /// The address of a path in the open folder; `nil` outside of it.
  package func address(of path: Address) -> Address? {
    guard path.isInside(folder) else { return nil }
    return Address(folder.path.isEmpty ? path.path : String(path.path.utf8.dropFirst(folder.path.utf8.count + 1)) ?? "")
  }

  /// The path of an address of the open folder.
  package func path(of address: Address) -> Address {
    address.path.isEmpty ? folder : folder.appending(address.path)
  }
}

/// The branch that is checked out.
package struct GitBranch: Equatable, Sendable {
  /// `nil` if a commit is checked out instead.
  package var name: String?
  /// `nil` before the first commit.
  package var commit: String?
  package var upstream: String?
  /// How many commits the upstream lacks, and how many it has; `nil` if it is gone.
  package var ahead: Int?
  package var behind: Int?

  package init() {}

  /// The branch and its distance from the upstream: `main ↑2↓1`.
  package var title: String {
    let place = name ?? commit.map { "at \($0.prefix(7))" } ?? "no branch"
    let distance = [("↑", ahead), ("↓", behind)].map { mark, count in
      count.map { $0 > 0 ? "\(mark)\($0)" : "" } ?? ""
    }.joined()
    return distance.isEmpty ? place : "\(place) \(distance)"
  }
}

/// A changed file.
package struct GitEntry: Equatable, Sendable {
  /// Relative to the top of the work tree. A new folder is listed as one.
  package var path: Address
  /// The former path of a renamed or copied file.
  package var original: Address?
  /// The staged change.
  package var index: GitChange?
  /// The change that is not staged.
  package var workTree: GitChange?
  package var conflict: GitConflict?
  package var isUntracked = false
  package var isFolder = false

  package init(_ path: Address) { self.path = path }

  package var isConflicted: Bool { conflict != nil }

  /// The status letter: U conflicted, ? untracked, A added, R renamed, D deleted, M modified.
  package var letter: String {
    if isConflicted { return "U" }
    if isUntracked { return "?" }
    return (index == .modified ? workTree ?? index : index ?? workTree)?.rawValue ?? "M"
  }

  /// Two letters, as `git status --short` shows them: the staged change and the other one.
  package var letters: String {
    if let conflict { return conflict.rawValue }
    return isUntracked ? "??" : (index?.rawValue ?? " ") + (workTree?.rawValue ?? " ")
  }
}

package enum GitChange: String, Equatable, Sendable {
  case added = "A"
  case modified = "M"
  case deleted = "D"
  case renamed = "R"
  case copied = "C"
  case typeChanged = "T"
}

/// The conflicting changes of both sides to a file.
package enum GitConflict: String, Equatable, Sendable {
  case bothDeleted = "DD"
  case addedByUs = "AU"
  case deletedByThem = "UD"
  case addedByThem = "UA"
  case deletedByUs = "DU"
  case bothAdded = "AA"
  case bothModified = "UU"

  /// A short description. In a rebase, git calls the new base us.
  package func title(in operation: GitOperation?) -> String {
    operation == .rebase ? swapped.title : title
  }

  private var swapped: GitConflict {
    switch self {
    case .addedByUs: .addedByThem
    case .addedByThem: .addedByUs
    case .deletedByUs: .deletedByThem
    case .deletedByThem: .deletedByUs
    case .bothDeleted, .bothAdded, .bothModified: self
    }
  }

  private var title: String {
    switch self {
    case .bothDeleted: "deleted by both"
    case .addedByUs: "added by us"
    case .deletedByThem: "deleted by them"
    case .addedByThem: "added by them"
    case .deletedByUs: "deleted by us"
    case .bothAdded: "added by both"
    case .bothModified: "changed by both"
    }
  }
}

/// An operation that conflicts have stopped.
package enum GitOperation: String, Equatable, Sendable, CaseIterable {
  case merge, rebase
  case cherryPick = "cherry-pick"
  case revert

  /// The operation as an ongoing one.
  package var title: String {
    switch self {
    case .merge: "merging"
    case .rebase: "rebasing"
    case .cherryPick: "cherry-picking"
    case .revert: "reverting"
    }
  }
}
