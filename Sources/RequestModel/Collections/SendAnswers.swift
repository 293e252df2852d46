/// The user's decision when a collection wants to use something outside of it.
package enum Consent: Equatable, Sendable {
  case once
  /// Files permanently, everything else once.
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

/// A question to answer before a request is sent.
package enum SendQuestion: Equatable, Sendable {
  case value(PromptQuestion)
  case permission(PermissionRequest)
}

/// The user's answers to the questions about a request, with which it is sent again.
///
/// It decides which question is next. The screen and the commands only ask it.
package struct SendAnswers: Equatable, Sendable {
  /// The sources outside of the collection that were allowed.
  package var allowed: Set<OutsideSource>
  /// The typed answers to prompts, by variable name. Of a value that is kept elsewhere, only that it was typed.
  package var typed: [String: String]

  package init(allowed: Set<OutsideSource> = [], typed: [String: String] = [:]) {
    (self.allowed, self.typed) = (allowed, typed)
  }

  /// The next question to ask, values first; `nil` once all have an answer.
  package func next(of prompts: [PromptQuestion] = [], refused: PermissionRequest? = nil) -> SendQuestion? {
    if let prompt = prompts.first(where: { typed[$0.key] == nil }) { return .value(prompt) }
    return refused.flatMap { allowed.isSuperset(of: $0.sources) ? nil : .permission($0) }
  }

  package mutating func apply(_ text: String, to question: PromptQuestion) {
    typed[question.key] = question.place == nil ? text : ""
  }

  package mutating func apply(_ consent: Consent, to sources: [OutsideSource]) {
    if consent.sendsAgain { allowed.formUnion(sources) }
  }
}
