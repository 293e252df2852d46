/// Counts the messages of an exchange that are kept, which are in memory until its end.
struct KeptMessages {
  enum Verdict {
    case kept
    /// Left out, and the first one that is.
    case first
    case leftOut
  }

  /// In bytes.
  private let limit: Int
  private var size = 0
  private(set) var leftOut = 0

  init(limit: Int) { self.limit = limit }

  /// Events other than messages are always kept, and so is the close of the connection.
  mutating func keepIfRoom(_ event: LogEvent) -> Verdict {
    guard case .message(let message) = event.content, message.type != "close" else { return .kept }
    if leftOut == 0, message.memorySize <= limit - size {
      size += message.memorySize
      return .kept
    }
    leftOut += 1
    return leftOut == 1 ? .first : .leftOut
  }
}
