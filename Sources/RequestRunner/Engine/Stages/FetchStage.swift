internal import RequestModel

extension Stage {
  /// Fetches what templates take from outside of the collection's files: commands, `.env` files, prompts, responses.
  static let fetch = Stage("fetch") { context in
    try await ValueFetch(context).run()
  }
}
