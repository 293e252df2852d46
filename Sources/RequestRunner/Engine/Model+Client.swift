internal import RequestClient
internal import RequestModel

// Converts the client's message types to values of the model.

extension Header {
  init(_ header: HTTPHeader) { self.init(header.name, header.value) }
}

extension HTTPHeaders {
  init(_ headers: [Header]) { self.init(headers.map { HTTPHeader($0.name, $0.value) }) }
}

extension Timeline {
  init(_ timeline: TransferTimeline) { self.init(hops: timeline.hops.map { Hop($0) }) }
}

extension Timeline.Hop {
  init(_ hop: TransferTimeline.Hop) {
    self.init(
      attempt: hop.attempt, method: hop.method, url: hop.url, start: hop.start, phases: Timeline.Phases(hop.phases),
      connection: hop.connection.map { Timeline.Connection($0) }, status: hop.status,
      requestHeaders: hop.requestHeaders.map { Header($0) }, responseHeaders: hop.responseHeaders.map { Header($0) },
      trailers: hop.trailers.map { Header($0) },
      sent: Timeline.ByteCounts(head: hop.sent.head, body: hop.sent.body),
      received: Timeline.ByteCounts(head: hop.received.head, body: hop.received.body), failure: hop.failure,
      wire: WireLog(hop.wire))
  }
}

extension Timeline.Phases {
  init(_ phases: TransferTimeline.Phases) {
    self.init(
      queue: phases.queue, dns: phases.dns, connect: phases.connect, tls: phases.tls, send: phases.send,
      wait: phases.wait, receive: phases.receive)
  }
}

extension Timeline.Connection {
  init(_ connection: TransferTimeline.Connection) {
    self.init(
      peer: connection.peer, local: connection.local, isReused: connection.isReused,
      httpVersion: connection.httpVersion, tls: connection.tls.map { Timeline.TLS($0) })
  }
}

extension Timeline.TLS {
  init(_ tls: TransferTimeline.TLS) {
    self.init(
      version: tls.version, cipher: tls.cipher, isVerified: tls.isVerified,
      certificates: tls.certificates.map {
        Timeline.Certificate(
          subject: $0.subject, issuer: $0.issuer, validFrom: $0.validFrom, validUntil: $0.validUntil,
          serialNumber: $0.serialNumber, alternativeNames: $0.alternativeNames)
      })
  }
}

extension WireLog {
  init(_ log: TransferTimeline.WireLog) {
    self.init()
    reserve(lines: log.count, bytes: 0)
    log.forEachLine { kind, time, byteCount, text in
      append(WireLine.Kind(kind), at: time, byteCount: byteCount, text: text)
    }
  }
}

extension WireLine.Kind {
  init(_ kind: TransferTimeline.WireLine.Kind) {
    self =
      switch kind {
      case .note: .note
      case .sentHead: .sentHead
      case .receivedHead: .receivedHead
      case .sentBody: .sentBody
      case .receivedBody: .receivedBody
      }
  }
}
