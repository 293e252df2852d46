extension RequestError {
  /// What went wrong on the way, of the things that may be different a moment later.
  ///
  /// Neither a server that is not trusted nor a cancelled request is one of them: another attempt changes nothing.
  public enum NetworkFault: Hashable, Sendable, CaseIterable {
    /// The limit of one of the phases was reached.
    case timedOut
    /// The host was found, and nobody listens there.
    case refused
    /// There is no way to the host.
    case unreachable
    /// The name has no address.
    case unresolvableHost
    /// The connection ended before the answer was whole.
    case connectionLost
    /// The proxy could not be found or reached.
    case proxyFailed
  }

  /// The fault of the network that this error tells of, `nil` where it tells of something else.
  public var networkFault: NetworkFault? {
    switch self {
    case .timedOut: .timedOut
    case .refused: .refused
    case .unreachable: .unreachable
    case .unresolvableHost: .unresolvableHost
    case .connectionLost: .connectionLost
    case .proxyFailed: .proxyFailed
    default: nil
    }
  }
}
