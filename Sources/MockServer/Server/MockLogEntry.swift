/// A request and its response, for the log.
package struct MockLogEntry: Sendable {
  package let method: String
  /// Path and query as sent.
  package let target: String
  /// `nil` without a response.
  package let status: Int?
  package let duration: Duration
  /// The request and the example of the response.
  package let source: String
  package let remark: String?

  package init(_ request: MockRequest, _ reply: MockReply, duration: Duration) {
    (method, target) = (request.method, SecretParameter.masking(request.target))
    self.duration = duration
    status = reply.status
    source = reply.failure.map { "\(reply.source) · \($0.rawValue)" } ?? reply.source
    remark = reply.remark
  }

  init(failedHandshake reason: String, duration: Duration) {
    (method, target, status, source) = ("TLS", "handshake", nil, "failed")
    self.duration = duration
    remark = reason
  }

  /// The time of day, method, path, status, milliseconds and the example.
  package func line(at time: String) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    let rest = remark.map { " — \($0)" } ?? ""
    let parts = [time, Self.shown(method), Self.shown(target), status.map(String.init), "\(milliseconds) ms"]
    return parts.compactMap(\.self).joined(separator: " ") + " \(Self.shown(source))\(Self.shown(rest))"
  }

  /// The beginning of the text, with characters replaced that could move the cursor or forge a line.
  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(300).map { scalar in
          let isShown = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !isInvisible(scalar)
          return isShown ? scalar : "\u{FFFD}"
        }))
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    [.format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }
}
