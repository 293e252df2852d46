extension SendPipeline {
  /// Fetches the values that templates need from outside of the collection's files: commands, `.env` files, prompts,
  /// responses.
  mutating func fetch() async throws {
    try Task.checkCancellation()
    var fetch = ValueFetch(resolved)
    defer {
      resolved.fetched = fetch.fetched
      resolved.declareSecret(fetch.credentials)
    }
    try await fetch.run()
  }
}
