import Foundation
import RequestModel
package import TerminalUI

/// The messages of an exchange as rows: time, direction, size, text. A row is made when it is drawn.
package struct MessageRows: Equatable, Sendable {
  private let exchange: ExchangeID
  private let events: Conversation

  /// How much of a message a row has, in bytes.
  private static let textLimit = 1 << 16

  package init(_ live: LiveExchange) {
    exchange = live.id
    events = live.messages
  }

  /// The messages of an exchange are only added to.
  package static func == (a: MessageRows, b: MessageRows) -> Bool {
    a.exchange == b.exchange && a.events.count == b.events.count
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
    let time = events[index].time
    var row = [
      Span(LogEvent.seconds(time).padded(toRight: 9) + " ", .hint),
      Span(isSent ? "→ " : "← ", isSent ? .key : .success),
      Span(Formatting.bytes(message.body.content.count).padded(toRight: 8) + "  ", .hint),
    ]
    let text = Self.text(of: message)
    if let part = message.part { return row + part.spans(text) }
    if message.type != "text" { row.append(Span(message.type + " ", .label)) }
    if let match = JSONRPCMatch(of: index, in: events) { row.append(Self.span(of: match)) }
    row.append(Span(text))
    return row
  }

  /// The call that a message responds to, and the time since.
  private static func span(of match: JSONRPCMatch) -> Span {
    let problem = match.problem.map { ", error \($0)" } ?? ""
    return Span(
      "\(match.method.truncated(to: 40)) after \(Formatting.duration(match.time))\(problem)  ",
      match.problem == nil ? .label : .error)
  }

  /// The content in one line: text, or the first bytes of a binary message in hex.
  private static func text(of message: LogEvent.Message) -> String {
    let content = message.body.content.prefix(textLimit)
    guard message.type != "binary", let text = String(validating: content, as: UTF8.self) else {
      return content.prefix(256).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined(separator: " ")
    }
    return String(text.map { $0.isNewline ? " " : $0 })
  }
}

extension String {
  fileprivate func padded(toRight columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - self.columns)) + self
  }
}
