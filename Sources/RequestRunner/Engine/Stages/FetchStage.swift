internal import RequestModel

extension SendPipeline {
  /// Fetches what templates take from outside of the collection's files: commands, `.env` files, prompts, responses.
  mutating func fetch() async throws {
    try Task.checkCancellation()
    var fetch = ValueFetch(resolved)
    defer { resolved.fetched = fetch.fetched }
    try await fetch.run()
  }
}
