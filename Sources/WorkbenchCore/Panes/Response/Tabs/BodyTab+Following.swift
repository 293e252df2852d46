/// Whether the end of a growing body is followed.
enum Following: Equatable, Sendable {
  /// If the body is a stream.
  case automatic
  case on, off
}

// Following the end of a growing body. Selecting another row stops it; selecting the last row resumes it.
extension BodyTab {
  private func wantsEnd(_ live: LiveExchange) -> Bool {
    switch following {
    case .on: true
    case .off: false
    case .automatic: live.bodyIsStream
    }
  }

  /// Whether the last row is selected and on the screen.
  private func isAtEnd(in context: PaneContext) -> Bool {
    guard view.window.selected >= rows.count - 1 else { return false }
    guard view.isWrapped, view.window.first < rows.count - 1 else { return true }
    let size = rowsSize(in: context)
    var room = size.rows + view.skippedLines
    for row in view.window.first..<rows.count {
      room -= rows.lineCount(of: row, columns: size.columns)
      if room < 0 { return false }
    }
    return true
  }

  /// Whether the end of the next rows will be selected.
  func isFollowing(_ live: LiveExchange?, in context: PaneContext) -> Bool {
    guard let live, live.isRunning, shown.comparison == nil, message == nil else { return false }
    return wantsEnd(live) && isAtEnd(in: context)
  }

  mutating func goToEnd(in context: PaneContext) { select(row: .max / 2, in: context) }

  /// Follows the end, or stops following it.
  mutating func toggleFollowing(in context: PaneContext) -> [PaneOutput] {
    let live = context.workspace.exchange
    if message != nil, live?.isRunning == true { return [.tell(ResponsePane.MessageRequest.follow)] }
    if isFollowing(live, in: context) {
      following = .off
      return [.information("Not following the end")]
    }
    following = .on
    goToEnd(in: context)
    return live?.isRunning == true ? [] : [.information("The response is complete: this is its end")]
  }

  /// The text about following in the lower border.
  func followingFact(in context: PaneContext) -> String? {
    guard let live = context.workspace.exchange, live.isUnderWay, live.body != nil, shown.comparison == nil,
      message == nil
    else { return nil }
    if isFollowing(live, in: context) { return "following" }
    guard following == .on || live.bodyIsStream else { return nil }
    let new = min(unseen, rows.count - 1 - view.window.selected)
    let state = new > 0 ? "\(Formatting.number(new)) new" : "not following"
    return "\(state): \(context.workspace.keys.name(of: "response.follow")) follows"
  }

  package mutating func noteSeen() {
    if view.window.selected >= rows.count - 1 { unseen = 0 }
  }
}

extension LiveExchange {
  private static let streams: Set<String> = [
    "text/event-stream", "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/jsonlines", "application/json-seq", "application/stream+json",
  ]

  /// Whether the body arrives as events or lines without a known end, as those of logs do.
  var bodyIsStream: Bool {
    guard let headers = response?.headers else { return false }
    let type = headers.first("content-type") ?? ""
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    if Self.streams.contains(name) || body?.format == .jsonLines { return true }
    guard headers.first("content-length") == nil else { return false }
    return body?.format == .text && (name.isEmpty || name == "text/plain")
  }
}
