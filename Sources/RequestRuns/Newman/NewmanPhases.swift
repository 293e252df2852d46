/// The time of the last message of an exchange, in newman's phases.
struct NewmanPhases {
  /// The names in newman's table with their durations, in order; `nil` for a phase that did not happen.
  let columns: [(name: String, duration: Duration?)]
  let dns: Duration?
  /// From the ready connection to the first byte of the response.
  let firstByte: Duration?

  /// - Returns: `nil` if nothing was sent.
  init?(_ exchange: Exchange?) {
    guard let exchange, let index = exchange.timeline.hops.lastIndex(where: { !$0.isAuxiliary }) else {
      return nil
    }
    let hop = exchange.timeline.hops[index]
    let phases = hop.phases
    let before = exchange.timeline.hops[..<index].map { $0.start + $0.phases.total }.max() ?? .zero
    let prepare = max(.zero, hop.start - before)
    let process = max(.zero, exchange.duration - hop.start - phases.total)
    dns = phases.dns
    firstByte = phases.wait.map { $0 + (phases.send ?? .zero) }
    var columns: [(name: String, duration: Duration?)] = [
      ("prepare", prepare), ("wait", phases.queue), ("dns-lookup", phases.dns), ("tcp-handshake", phases.connect),
    ]
    if phases.tls != nil { columns.append(("ssl-handshake", phases.tls)) }
    self.columns =
      columns + [
        ("transfer-start", firstByte), ("download", phases.receive), ("process", process),
        ("total", prepare + phases.total + process),
      ]
  }
}
