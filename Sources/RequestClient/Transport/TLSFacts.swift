/// What handshakes told, by connection, so that a reused connection can still say how it is secured.
final class TLSFacts {
  private var byConnection: [String: TransferTimeline.TLS] = [:]
  private var order: [String] = []
  private static let limit = 256

  subscript(connection: String) -> TransferTimeline.TLS? {
    get { byConnection[connection] }
    set {
      if byConnection.updateValue(
        newValue ?? TransferTimeline.TLS(version: "", cipher: "", isVerified: false), forKey: connection) == nil
      {
        order.append(connection)
      }
      if order.count > Self.limit { byConnection[order.removeFirst()] = nil }
    }
  }
}
