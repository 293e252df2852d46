/// When things of a hop were done, from the start of libcurl's work; `nil` where it did not come so far.
struct Moments {
  var dns: Duration?
  var connect: Duration?
  var tls: Duration?
  var firstByte: Duration?
  var total: Duration?
  var sent: Duration?
  var isReused = false
  var isSecure = false

  init(dns: Duration?, connect: Duration?, tls: Duration?, firstByte: Duration?, total: Duration?) {
    self.dns = dns
    self.connect = connect
    self.tls = tls
    self.firstByte = firstByte
    self.total = total
  }

  /// For a message on a kept connection that was closed: what libcurl timed since then is the next one's. A head takes no
  /// time to send.
  mutating func forgetConnecting() {
    (dns, connect, tls, firstByte) = (nil, nil, nil, nil)
    sent = sent.map { min($0, total ?? .zero) } ?? .zero
  }

  /// The phases end to end. Where the hop broke off, the phase it was in lasts until the end.
  func phases(queue: Duration) -> TransferTimeline.Phases {
    var phases = TransferTimeline.Phases(queue: queue)
    let end = total ?? .zero
    var last = Duration.zero
    func take(_ moment: Duration?) -> Duration {
      let until = min(max(moment ?? end, last), max(end, last))
      defer { last = until }
      return until - last
    }
    if !isReused {
      phases.dns = take(dns)
      if dns == nil { return phases }
      phases.connect = take(connect)
      if connect == nil { return phases }
      if isSecure {
        phases.tls = take(tls)
        if tls == nil { return phases }
      }
    }
    phases.send = take(sent.map { min($0, firstByte ?? end) })
    if sent == nil { return phases }
    phases.wait = take(firstByte)
    if firstByte != nil { phases.receive = take(nil) }
    return phases
  }
}
