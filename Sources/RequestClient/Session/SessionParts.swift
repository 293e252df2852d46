/// What the requests of a session share.
final class SessionParts: Sendable {
  let configuration: SessionConfiguration
  /// Those of the configuration.
  let options: Shared<TransferOptions>
  let transport: any Transport
  let active = ActiveRequests()
  let monitors: [MonitorLine]
  /// Digest challenges that were answered, whose nonces are used again.
  let digests = DigestSessions()

  init(_ configuration: SessionConfiguration, _ transport: any Transport) {
    self.configuration = configuration
    self.transport = transport
    options = Shared(configuration.options)
    monitors = configuration.eventMonitors.map(MonitorLine.init)
  }
}
