/// Counts the messages of an exchange that are kept, which are in memory until its end.
struct KeptMessages {
  enum Verdict {
    case kept
    /// Left out, and the first one that is.
    case first
    /// Left out, and the first ping or pong that is.
    case firstControl
    case leftOut
  }

  /// In bytes.
  private let limit: Int
  private var size = 0
  private(set) var leftOut = 0
  private var controls = 0

  /// The number of pings and pongs that are kept. They are small, so a server can send many more of them than of messages.
  static let controlLimit = 10_000

  /// The number of pings and pongs beyond the limit. They do not count as messages that are missing.
  var leftOutControls: Int { max(0, controls - Self.controlLimit) }

  init(limit: Int) { self.limit = limit }

  /// Events other than messages are always kept, and so is the close of the connection.
  mutating func keepIfRoom(_ event: LogEvent) -> Verdict {
    guard case .message(let message) = event.content, message.type != "close" else { return .kept }
    if leftOut == 0, limit > 0, MessageQueries.isControl(message.type) { return keepControlIfRoom() }
    if leftOut == 0, message.memorySize <= limit - size {
      size += message.memorySize
      return .kept
    }
    leftOut += 1
    return leftOut == 1 ? .first : .leftOut
  }

  private mutating func keepControlIfRoom() -> Verdict {
    controls += 1
    if leftOutControls == 0 { return .kept }
    return leftOutControls == 1 ? .firstControl : .leftOut
  }
}
