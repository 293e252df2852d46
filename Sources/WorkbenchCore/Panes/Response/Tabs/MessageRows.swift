import Foundation

/// The messages of an exchange as rows: time, gap, direction, size, text. A row is made when it is drawn.
package struct MessageRows: Equatable, Sendable {
  private let exchange: ExchangeID
  private let events: Conversation
  /// Whether there is room for the time since the message before.
  var showsGaps = false

  /// How much of a message a row has, in bytes.
  private static let textLimit = 1 << 16

  package init(_ live: LiveExchange) {
    exchange = live.id
    events = live.messages
  }

  /// The messages of an exchange are only added to, or masked anew.
  package static func == (a: MessageRows, b: MessageRows) -> Bool {
    a.exchange == b.exchange && a.events.count == b.events.count && a.events.maskCount == b.events.maskCount
      && a.showsGaps == b.showsGaps
  }

  package var count: Int { events.count }

  func message(at index: Int) -> LogEvent.Message? {
    guard events.indices.contains(index), case .message(let message) = events[index].content else { return nil }
    return message
  }

  /// A message as a line of JSON.
  func line(at index: Int) -> Data { events[index].messageLine ?? Data() }

  /// From the start of the exchange.
  func time(at index: Int) -> Duration { events[index].time }

  /// The searched text of a message: its type, unless that is `text`, or the name of its event, and its content.
  func text(at index: Int) -> String {
    guard let message = message(at: index) else { return "" }
    let type = message.part.map(\.event) ?? (message.type == "text" ? "" : message.type)
    return (type.isEmpty ? "" : type + " ") + Self.text(of: message)
  }

  package func row(_ index: Int) -> [Span] {
    guard let message = message(at: index) else { return [] }
    let isSent = message.direction == .sent
    let time = LogEvent.seconds(events[index].time).alignedRight(to: 9) + " "
    let gap = showsGaps ? (gap(before: index).map { "+" + LogEvent.seconds($0) } ?? "").alignedRight(to: 9) + " " : ""
    var row = [
      Span(time + gap, .hint), Span(isSent ? "→ " : "← ", isSent ? .key : .success),
      Span(Formatting.bytes(message.body.content.count).alignedRight(to: 8) + "  ", .hint),
    ]
    let text = Self.text(of: message)
    if let part = message.part { return row + part.spans(text) }
    if message.type != "text" { row.append(Span(message.type + " ", .label)) }
    if let match = JSONRPCMatch(of: index, in: events) { row.append(Self.span(of: match)) }
    row.append(Span(text))
    return row
  }

  /// How many messages are searched for one that is no ping: a list shows many rows at once.
  private static let searched = 100

  /// The time since the message before; `nil` for the first one. Pings and pongs do not count.
  private func gap(before index: Int) -> Duration? {
    let earlier = (max(0, index - Self.searched)..<index).last { message(at: $0)?.isPing == false }
    return earlier.map { events[index].time - events[$0].time }
  }

  /// The call that a message responds to, and the time since.
  private static func span(of match: JSONRPCMatch) -> Span {
    let problem = match.problem.map { ", error \($0)" } ?? ""
    return Span(
      "\(match.method.truncated(to: 40)) after \(Formatting.duration(match.time))\(problem)  ",
      match.problem == nil ? .label : .error)
  }

  /// Whether the row of a message has its bytes in hex.
  func isHex(_ index: Int) -> Bool { message(at: index).map { Self.shownText(of: $0) == nil } ?? false }

  private static func shownText(of message: LogEvent.Message) -> String? {
    guard message.type == "binary" else {
      return String(validating: message.body.content.textPrefix(textLimit), as: UTF8.self)
    }
    // Longer ones would be read as a whole whenever they are drawn.
    guard message.body.content.count <= textLimit else { return nil }
    return message.maskedMeaning.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The content in one line: text, the JSON that a binary message means, or its first bytes in hex.
  private static func text(of message: LogEvent.Message) -> String {
    guard let text = shownText(of: message) else {
      return message.body.content.prefix(256).map { $0.padded(to: 2, radix: 16) }.joined(separator: " ")
    }
    return String(text.map { $0.isNewline ? " " : $0 })
  }
}
