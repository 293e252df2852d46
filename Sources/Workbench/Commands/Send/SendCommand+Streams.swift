extension SendCommand {
  /// Names the options for a stream that had no effect, because the response is another one.
  func noteUnusedOptions(for request: SavedRequest, _ exchange: Exchange) {
    guard !quiet, !request.kind.takesMessages, let response = exchange.outcome.response else { return }
    let (type, isProgram) = (response.headers.first("Content-Type"), request.kind == .program)
    // A stream that is connected again may have ended with a response of another type.
    let options = streamOptions + (isProgram && messages.reconnect ? ["--reconnect"] : [])
    guard !options.isEmpty, StreamItemReader(contentType: type) == nil else { return }
    let fact =
      isProgram
      ? "is that of a program, not" : type.map { "is \($0), not" } ?? "has no Content-Type, so it is not"
    let names = options.joined(separator: ", ")
    StandardError.write("Not used: \(names) — the response \(fact) a stream of events or lines")
  }
}
