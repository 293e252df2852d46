internal import Foundation

/// One connection: requests and their responses, one after the other.
struct Connection<Channel: ByteChannel> {
  let channel: Channel
  let answer: MockServer.Handler
  let hosts: HostNames?
  let patience: MockServer.Patience
  let log: @Sendable (MockLogEntry) -> Void
  /// Makes closing the connection reset it.
  let reset: @Sendable () -> Void

  private(set) var unread: [UInt8] = []

  mutating func serve() async {
    while !Task.isCancelled {
      do {
        guard let head = try await head() else { return }
        let body = try await body(of: head)
        let request = MockRequest(method: head.method, target: head.target, headers: head.headers, body: body)
        guard await respond(to: request, head) else { return }
      } catch {
        await refuse(error)
        return
      }
    }
  }

  // MARK: Reading

  /// - Returns: `nil` if the client closed the connection before sending a request.
  private mutating func head() async throws(RequestHead.Refusal) -> RequestHead? {
    var searched = 0
    // Bytes of the next request may have arrived already. Line ends count too, as they could continue forever.
    var deadline = unread.isEmpty ? nil : Date() + patience.head
    while true {
      // Some clients send a line end after the body of a form.
      unread.removeFirst(unread.prefix { $0 == 0x0D || $0 == 0x0A }.count)
      if let end = RequestHead.end(in: unread, from: searched) {
        guard end <= RequestHead.sizeLimit else { throw Self.tooLong }
        let head = try RequestHead(unread[..<end])
        unread.removeFirst(end)
        return head
      }
      guard unread.count <= RequestHead.sizeLimit else { throw Self.tooLong }
      // Read bytes that have arrived without waiting.
      if let deadline, deadline.timeIntervalSinceNow <= 0 {
        // If there were only line ends, there is no request to refuse.
        guard !unread.isEmpty else { return nil }
        throw Self.tooLate
      }
      searched = unread.count
      let bytes = await channel.read(within: max(0, deadline?.timeIntervalSinceNow ?? patience.idle))
      if bytes.isEmpty {
        guard let deadline, !unread.isEmpty else { return nil }
        throw deadline.timeIntervalSinceNow > 0.01
          ? .init(400, "The head of the request is incomplete") : Self.tooLate
      }
      unread += bytes
      if deadline == nil { deadline = Date() + patience.head }
    }
  }

  private static var tooLate: RequestHead.Refusal { .init(408, "The head of the request took too long") }

  private static var tooLong: RequestHead.Refusal {
    .init(431, "The head of the request is longer than \(RequestHead.sizeLimit >> 10) KiB")
  }

  private mutating func body(of head: RequestHead) async throws(RequestHead.Refusal) -> [UInt8] {
    try await answerExpectation(head)
    let deadline = Date() + patience.body
    switch head.framing {
    case .length(let length):
      while unread.count < length { unread += try await more(until: deadline) }
      defer { unread.removeFirst(length) }
      return Array(unread[..<length])
    case .chunked:
      var chunked = ChunkedBody()
      unread = Array(try chunked.decode(unread[...]))
      while !chunked.isComplete { unread = Array(try chunked.decode(try await more(until: deadline)[...])) }
      return chunked.body
    }
  }

  private func more(until deadline: Date) async throws(RequestHead.Refusal) -> [UInt8] {
    let bytes = await channel.read(within: deadline.timeIntervalSinceNow)
    guard bytes.isEmpty else { return bytes }
    throw deadline.timeIntervalSinceNow > 0.01
      ? .init(400, "The body of the request is incomplete") : .init(408, "The body of the request took too long")
  }

  private func answerExpectation(_ head: RequestHead) async throws(RequestHead.Refusal) {
    guard let expectation = head.headers.first("Expect"), !head.isHTTP10 else { return }
    guard expectation.lowercased() == "100-continue" else {
      throw .init(417, "The expectation is not 100-continue")
    }
    if unread.isEmpty, head.framing != .length(0) {
      _ = await channel.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
  }

  // MARK: Writing

  /// - Returns: Whether the connection stays open.
  private func respond(to request: MockRequest, _ head: RequestHead) async -> Bool {
    let start = ContinuousClock.now
    let reply = await reply(to: request, head)
    if reply.delay > 0 { try? await Task.sleep(for: .seconds(reply.delay)) }  // Ends early when the server stops.
    if reply.conversation != nil, reply.failure == nil || reply.failure == .truncate {
      log(MockLogEntry(request, reply, duration: ContinuousClock.now - start))
      await converse(reply, request, head)
      return false
    }
    // A stream may take hours, so it is logged when it begins.
    let isLoggedFirst = reply.eventDelays != nil && reply.failure == nil
    if isLoggedFirst { log(MockLogEntry(request, reply, duration: ContinuousClock.now - start)) }
    defer { if !isLoggedFirst { log(MockLogEntry(request, reply, duration: ContinuousClock.now - start)) } }
    let keeps = head.keepsConnection && request.method != "CONNECT"
    switch reply.failure {
    case .reset:
      reset()
      return false
    case .timeout:
      while !(await channel.read(within: 600)).isEmpty {}
      return false
    case .truncate, nil:
      return await write(reply, to: request, head, keeps: keeps)
    }
  }

  private func reply(to request: MockRequest, _ head: RequestHead) async -> MockReply {
    if request.method == "CONNECT" { return .problem(501, "This server is not a proxy", source: "no tunnel") }
    if let refusal = hosts?.refusal(head) { return refusal }
    let reply = await answer(request)
    if reply.conversation != nil, SocketHandshake(request, head) == nil { return SocketHandshake.missing(reply) }
    return await resumed(reply)
  }

  /// Resumes a stream after the last event that the client has received. If no event is left, a 204 stops the client from
  /// reconnecting (WHATWG HTML, section 9.2).
  private func resumed(_ reply: MockReply) async -> MockReply {
    // A file that cannot be read is reported when the body is sent.
    guard let id = reply.lastEventID, let reader = try? PieceReader(reply.body),
      let place = await EventSearch.place(after: id, in: reader)
    else { return reply }
    var reply = reply
    reply.source += " · after the event \(id)"
    guard place.offset < reader.count else { return reply.withoutContent }
    reply.start = place
    return reply
  }

  /// Accepts a WebSocket. A connection that the example cuts off ends without a close frame.
  private func converse(_ reply: MockReply, _ request: MockRequest, _ head: RequestHead) async {
    guard let conversation = reply.conversation, let handshake = SocketHandshake(request, head),
      await channel.write(handshake.response(reply, conversation)), reply.failure == nil
    else { return }
    var session = SocketSession(channel: channel, conversation: conversation)
    await session.serve(after: unread)
  }

  /// - Returns: Whether the connection stays open.
  private func write(_ reply: MockReply, to request: MockRequest, _ head: RequestHead, keeps: Bool) async -> Bool {
    let body: ReplyBody
    do {
      body = try ReplyBody(reply)
    } catch {
      let problem = MockReply.problem(
        500, "The file with the body cannot be read: \(error.reason)", source: reply.source)
      return await write(problem, to: request, head, keeps: keeps)
    }
    let staysOpen = keeps && (body.count != nil || !head.isHTTP10)
    let start = ReplyHead.bytes(reply, length: body.count, closes: !staysOpen, isHTTP10: head.isHTTP10)
    guard reply.allowsBody, request.method != "HEAD" else { return await channel.write(start) && staysOpen }
    let limit = body.size ?? .max
    if reply.failure == .truncate {
      _ = await body.write(to: channel, after: start, limit: limit / 2, isHTTP10: head.isHTTP10)
      return false
    }
    let isWhole = await body.write(to: channel, after: start, limit: limit, isHTTP10: head.isHTTP10)
    if isWhole, !staysOpen { await channel.finish() }
    return isWhole && staysOpen
  }

  /// Responds to an invalid request, and continues reading for a moment: closing immediately could destroy the response
  /// in transit.
  func refuse(_ refusal: RequestHead.Refusal) async {
    let start = ContinuousClock.now
    let reply = MockReply.problem(refusal.status, refusal.sentence, source: "refused")
    guard case .bytes(let body) = reply.body else { return }
    let isWritten = await channel.write(ReplyHead.bytes(reply, length: body.count, closes: true) + body)
    log(MockLogEntry(MockRequest(method: "-", target: "-"), reply, duration: ContinuousClock.now - start))
    guard isWritten else { return }
    await channel.finish()
    let deadline = Date() + 2
    var count = 0
    while count < 4 << 20, deadline.timeIntervalSinceNow > 0 {
      let bytes = await channel.read(within: deadline.timeIntervalSinceNow)
      guard !bytes.isEmpty else { return }
      count += bytes.count
    }
  }
}
