internal import Foundation

/// The times of a stream as the `delays` of an example.
enum RecordedDelays {
  /// The maximum number of parts with a delay of their own, and the bytes of the body that are searched for them.
  private static let limit = (count: 1000, size: 16 << 20)

  /// The delays before the first parts of a stream in milliseconds, and then the mean of all others.
  ///
  /// - Returns: Empty if all parts arrived at once; `nil` if the response is not a stream or its times are unknown, as in
  ///   JSON sequences: a record is known to be complete only when the next one begins.
  static func list(of exchange: Exchange, _ response: Response) -> [Int]? {
    var logged = exchange.log.events.compactMap(LoggedPart.init)[...]
    guard let format = StreamFormat(contentType: response.headers.first("Content-Type")), format != .records,
      let first = logged.first
    else { return nil }
    var time = exchange.timeOfHead(before: first.time)
    var gaps: [Duration] = []
    for part in StreamSplitter.parts(of: response.body.prefix(limit.size), format, most: limit.count) {
      let kinds = format == .lines ? [.line] : StreamPart.Kind.logged(of: part)
      let next = logged.prefix(kinds.count)
      guard zip(next, kinds).allSatisfy({ $0.kind == $1 }) else { return nil }
      // The part is incomplete, or beyond the limit of a log.
      guard next.count == kinds.count else { break }
      logged = logged.dropFirst(kinds.count)
      let end = next.last?.time ?? time
      gaps.append(end - time)
      time = end
    }
    if let last = logged.last { gaps.append((last.time - time) / logged.count) }
    return list(gaps)
  }

  private static func list(_ gaps: [Duration]) -> [Int] {
    var list = gaps.map(milliseconds)
    // The last delay is used for all parts that follow.
    while list.count > 1, list[list.count - 1] == list[list.count - 2] { list.removeLast() }
    return list == [0] ? [] : list
  }

  private static func milliseconds(_ gap: Duration) -> Int {
    let number: Double = (gap / .milliseconds(1)).rounded()
    return Int(min(max(number, EventDelays.limits.lowerBound), EventDelays.limits.upperBound))
  }
}

/// A part of a stream in the log of an exchange.
private struct LoggedPart {
  let kind: StreamPart.Kind
  let time: Duration

  init?(_ event: LogEvent) {
    guard case .message(let message) = event.content, let part = message.part else { return nil }
    (kind, time) = (part.kind, event.time)
  }
}

extension StreamPart.Kind {
  /// The messages logged for a part of an event stream: its comments, and the event if it has data.
  fileprivate static func logged(of part: Data) -> [StreamPart.Kind] {
    let lines = part.split { $0 == 0x0A || $0 == 0x0D }
    let comments = lines.filter { $0.first == UInt8(ascii: ":") }.map { _ in StreamPart.Kind.comment }
    let hasData = lines.contains { $0.elementsEqual("data".utf8) || $0.starts(with: "data:".utf8) }
    return hasData ? comments + [.event] : comments
  }
}

extension Exchange {
  /// The arrival of the last head before a time. A stream that reconnected has several.
  fileprivate func timeOfHead(before time: Duration) -> Duration {
    let heads = timeline.hops.map { $0.start + $0.phases.total - ($0.phases.receive ?? .zero) }
    return heads.filter { $0 <= time }.max() ?? time
  }
}
