/// The message that ends the wait: the received one with a number, or one that passes a check.
package struct MessageEnd: Sendable {
  private let count: Int?
  private let until: MessageCheck?

  package init(count: Int?, until: MessageCheck? = nil) { (self.count, self.until) = (count, until) }

  /// - Parameter number: The number of the message among the received ones, from 1 on.
  func isReached(by message: LogEvent.Message, number: Int) -> Bool {
    count.map { number >= $0 } ?? false || until?.accepts(message) ?? false
  }
}
