/// The maximum size of each body in history.
package struct BodyLimit: Equatable, Sendable {
  package let byteCount: Int

  /// The environment variable that sets it.
  package static let variable = "WORKBENCH_HISTORY_BODY"
  package static let standard = BodyLimit(byteCount: 256 << 20)

  package init(byteCount: Int) { self.byteCount = byteCount }

  /// - Parameter environment: The process's environment variables.
  /// - Throws: `HistoryError.limitNotUnderstood`
  package init(environment: [String: String]) throws(HistoryError) {
    guard let text = environment[Self.variable], !text.isEmpty else {
      self = .standard
      return
    }
    guard let byteCount = ByteSize.parse(text) else { throw .limitNotUnderstood(text) }
    self.init(byteCount: byteCount)
  }

  /// Why the rest of a body is omitted.
  package var reason: String { "history keeps the first \(text) of a body (\(Self.variable))" }

  /// Why the rest of the messages of a conversation is omitted.
  var messagesReason: String { "history keeps the first \(text) of the messages (\(Self.variable))" }

  /// The size in the largest unit without a fraction.
  package var text: String {
    let (count, power) = ByteSize.exact(byteCount)
    return "\(count) \(["bytes", "kB", "MB", "GB"][power])"
  }
}
