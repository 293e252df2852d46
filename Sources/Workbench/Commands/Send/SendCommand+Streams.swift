extension SendCommand {
  /// Names the options for a stream that had no effect, because the response is another one.
  func noteUnusedOptions(for request: SavedRequest, _ exchange: Exchange) {
    guard !quiet, !request.kind.takesMessages, let response = exchange.outcome.response else { return }
    let (type, options) = (response.headers.first("Content-Type"), streamOptions)
    guard !options.isEmpty, StreamItemReader(contentType: type) == nil else { return }
    let fact = type.map { "is \($0), not" } ?? "has no Content-Type, so it is not"
    let names = options.joined(separator: ", ")
    StandardError.write("Not used: \(names) — the response \(fact) a stream of events or lines")
  }
}
