/// A change to the repository that the user asks for.
package enum GitAction: Equatable, Sendable {
  case stage([GitEntry])
  case unstage([GitEntry])
  /// Restores files from the last commit. Their contents are kept for `undoDiscard`.
  case discard([GitEntry])
  /// Restores the files discarded last.
  case undoDiscard
  /// Writes the resolution of a conflict and stages it; without one, removes the file.
  ///
  /// - Parameter found: The file as it was read. One that has changed since is not overwritten.
  case resolve(GitEntry, found: [UInt8], result: [UInt8]?)
  case commit(message: String)
  /// Writes the message in the user's editor.
  case commitInEditor
  case fetch
  case pull(PullMode)
  /// - Parameter upstream: The remote that gets the branch for the first time.
  case push(upstream: String?)
  case switchTo(GitReference)
  case createBranch(String)
  /// Continues an operation that conflicts stopped.
  case proceed(GitOperation)
  case abort(GitOperation)

  package enum PullMode: Equatable, Sendable {
    /// As the user has configured it.
    case configured
    case merging, rebasing
  }

  /// The verb for messages: "Cannot push: …".
  package var title: String {
    switch self {
    case .stage: "stage"
    case .unstage: "unstage"
    case .discard: "discard"
    case .undoDiscard: "restore what was discarded"
    case .resolve(let entry, _, _): "resolve \(entry.path)"
    case .commit, .commitInEditor: "commit"
    case .fetch: "fetch"
    case .pull: "pull"
    case .push: "push"
    case .switchTo(let reference): "switch to \(reference.name)"
    case .createBranch(let name): "create the branch \(name)"
    case .proceed(let operation): "continue the \(operation.rawValue)"
    case .abort(let operation): "abort the \(operation.rawValue)"
    }
  }

  /// Whether it may take long: it shows its progress and can be cancelled.
  package var isLong: Bool {
    switch self {
    case .stage, .unstage, .discard, .undoDiscard, .resolve: false
    default: true
    }
  }
}

/// A branch to switch to.
package struct GitReference: Equatable, Sendable {
  /// Its name without its remote.
  package var name: String
  /// `nil` for a local branch.
  package var remote: String?
  package var isCurrent: Bool
  /// The subject of its last commit.
  package var subject: String

  package init(name: String, remote: String? = nil, isCurrent: Bool = false, subject: String = "") {
    (self.name, self.remote, self.isCurrent, self.subject) = (name, remote, isCurrent, subject)
  }
}

/// A commit in a list.
package struct GitCommit: Equatable, Sendable {
  package var id: String
  package var author: String
  /// How long ago, in words.
  package var age: String
  package var subject: String

  package init(id: String, author: String, age: String, subject: String) {
    (self.id, self.author, self.age, self.subject) = (id, author, age, subject)
  }

  package var shortID: String { String(id.prefix(7)) }
}

/// A comparison of versions of a changed file.
package enum GitBase: Equatable, Sendable {
  /// The file with the last commit.
  case head
  /// The file with the staged version.
  case index
  /// The staged version with the last commit.
  case staged
  /// The file with a commit.
  case commit(GitCommit)

  package var title: String {
    switch self {
    case .head: "since the last commit"
    case .index: "not staged"
    case .staged: "staged"
    case .commit(let commit): "since \(commit.shortID) \(commit.subject)"
    }
  }
}
