internal import Foundation

extension SecretMask {
  package func masked(_ event: LogEvent) -> LogEvent {
    let content = masked(event.content)
    // One without secrets is shared with the masked log, as a conversation has a million.
    if case .message = content, content == event.content { return event }
    return LogEvent(content, at: event.time)
  }

  private func masked(_ content: LogEvent.Content) -> LogEvent.Content {
    switch content {
    case .request(let sent): .request(masked(sent))
    case .hop(let hop): .hop(masked(Timeline(hops: [hop])).hops[0])
    case .head(let head): .head(maskedHead(Response(head, body: LogEvent.Body(Data()))).head)
    case .body(let body): .body(masked(body, isTruncated: body.omission != nil))
    case .message(let message): .message(masked(message))
    case .check(let check):
      .check(
        LogEvent.Check(
          masked(report: check.name), isPassed: check.isPassed, detail: masked(report: check.detail),
          isScriptError: check.isScriptError))
    case .console(let line): .console(masked(line))
    case .other(let kind, let document): .other(kind: kind, document: document.mappingStrings(masked))
    }
  }

  private func masked(_ line: LogEvent.ConsoleLine) -> LogEvent.ConsoleLine {
    with(line) { $0.text = masked(report: line.text) }
  }

  private func masked(_ message: LogEvent.Message) -> LogEvent.Message {
    // The connection may have ended within an event or a line.
    let isTruncated = message.body.omission != nil || message.part != nil
    let body = masked(message.body, isTruncated: isTruncated)
    var result = LogEvent.Message(message.direction, type: masked(message.type), body)
    result.part = message.part.map { StreamPart($0.kind, event: masked($0.event), id: masked($0.id)) }
    return result
  }

  private func masked(_ body: LogEvent.Body, isTruncated: Bool) -> LogEvent.Body {
    var growing = GrowingBody()
    let (content, secrets) = masked(body.content, isWhole: true, isTruncated: isTruncated, &growing)
    return LogEvent.Body(content, omission: body.omission, maskedSecrets: secrets)
  }

  func masked(_ string: JSONString) -> JSONString {
    let text = string.value
    let masked = masked(text)
    return masked == text ? string : JSONString(masked)
  }
}
