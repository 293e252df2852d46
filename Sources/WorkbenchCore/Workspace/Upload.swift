/// Upload progress of a request body.
package struct Upload: Equatable, Sendable {
  package var sent: Int
  package var total: Int?

  var isDone: Bool { total.map { sent >= $0 } ?? false }

  /// `Sending 12.0 MB of 100.0 MB`; `nil` once the whole body is sent.
  package var text: String? { text(TransferRate()) }

  /// The same with what is known of the rate.
  package func text(_ rate: TransferRate) -> String? {
    isDone ? nil : "Sending " + rate.facts(bytes: sent, of: total).joined(separator: " · ")
  }
}
