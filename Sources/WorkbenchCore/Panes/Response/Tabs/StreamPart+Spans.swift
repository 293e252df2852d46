extension StreamPart {
  /// The kind with the type and ID of an event: `event tick #7`.
  var title: String {
    guard kind == .event else { return kind.rawValue }
    return "event" + (event == "message" ? "" : " " + event) + (id.isEmpty ? "" : " #" + id)
  }

  /// The type, the ID and the content of an event in one line. A comment is faint.
  func spans(_ text: String) -> [Span] {
    switch kind {
    case .comment: return [Span(": " + text, .hint)]
    case .line: return [Span(text)]
    case .event:
      var spans: [Span] = []
      if event != "message" { spans.append(Span(event + " ", .label)) }
      if !id.isEmpty { spans.append(Span("#" + id + " ", .hint)) }
      return spans + [Span(text)]
    }
  }
}

extension LiveExchange {
  /// Whether its response is a stream of events, which is read as a list. Lines of JSON are a body with filters, too.
  var hasEvents: Bool {
    guard case .message(let message)? = messages.first?.content else { return false }
    return message.part.map { $0.kind != .line } ?? false
  }
}
