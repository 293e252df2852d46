/// Completions that are looked up outside of the program's state.
package enum CompletionSearch: Hashable, Sendable {
  /// The URLs of history and of the collections.
  case urls
  /// The files in a folder; its path is relative to the folder of the request.
  case files(in: String, of: Address)
}

/// Looks up completions for a field; the result is `.suggested`.
package struct CompletionEffect: FeatureEffect {
  package let task: TaskID
  package let search: CompletionSearch
}

extension Effect {
  package static func complete(_ task: TaskID, _ search: CompletionSearch) -> Effect {
    .feature(FeatureWork(CompletionEffect(task: task, search: search)))
  }
}
