import RequestModel

/// Upload progress of a request body.
package struct Upload: Equatable, Sendable {
  package var sent: Int
  package var total: Int?

  package init(sent: Int, total: Int?) {
    self.sent = sent
    self.total = total
  }

  /// `Sending 12.0 MB of 100.0 MB`; `nil` once the whole body is sent.
  package var text: String? {
    guard let total else { return "Sending \(Formatting.bytes(sent))" }
    return sent < total ? "Sending \(Formatting.bytes(sent)) of \(Formatting.bytes(total))" : nil
  }
}
