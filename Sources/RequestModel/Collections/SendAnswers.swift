/// The user's decision when a collection wants to use something outside of it.
package enum Consent: Equatable, Sendable {
  case once
  /// Files for good, everything else once.
  case files
  case always, no

  /// Whether the request is sent again.
  package var sendsAgain: Bool { self != .no }

  /// The sources whose permission is kept for the collection.
  package func kept(of sources: [OutsideSource]) -> [OutsideSource] {
    switch self {
    case .once, .no: []
    case .files: sources.filter(\.isFile)
    case .always: sources
    }
  }
}

/// The user's answers to the questions about a request, with which it is sent again: from the screen, and by commands.
package struct SendAnswers: Equatable, Sendable {
  /// The sources outside of the collection that were allowed.
  package var allowed: Set<OutsideSource>
  /// The typed answers to prompts, by variable name.
  package var typed: [String: String]

  package init(allowed: Set<OutsideSource> = [], typed: [String: String] = [:]) {
    (self.allowed, self.typed) = (allowed, typed)
  }

  /// The next question to ask; `nil` once all have an answer.
  package func next(of questions: [PromptQuestion]) -> PromptQuestion? { questions.first { typed[$0.name] == nil } }

  /// Whether all sources of the request are allowed.
  package func allows(_ request: PermissionRequest) -> Bool { allowed.isSuperset(of: request.sources) }

  package mutating func apply(_ consent: Consent, to sources: [OutsideSource]) {
    if consent.sendsAgain { allowed.formUnion(sources) }
  }
}
