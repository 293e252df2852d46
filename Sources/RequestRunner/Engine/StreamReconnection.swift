internal import Foundation

/// Connects again whenever a stream of events has ended, if the request wants it (WHATWG HTML, section 9.2.3).
///
/// All connections are one response: its body is what they sent, one after another, and its time limit is that of all of
/// them and of the waits in between.
struct StreamReconnection {
  let run: RunContext
  /// The request before its credentials were added.
  let request: AssembledRequest
  let kinds: RunKinds
  let send: (PreparedRequest, _ earlier: Data) async throws(Failure) -> Void

  /// Reconnects until the server ends the stream, or the user cancels the run or ends it.
  func follow() async throws(Failure) {
    guard let start = run.record.transferStart, var prepared = run.record.received?.prepared else { return }
    // The exchange began with the first connection.
    defer { run.record.beginTransfer(at: start) }
    var delays = ReconnectionDelays()
    run.stream.expectMore()
    while let received = run.record.received, wantsMore(of: received) {
      if let time = run.stream.reconnectionTime { delays.adopt(time) }
      let delay = delays.next()
      if let limit = prepared.timeLimit, run.elapsed + delay >= start + limit { return end(received, limit, delay) }
      guard await wait(delay, after: received) else { return }
      var answer = try await connect(prepared, received, start)
      if answer?.head?.status == 401, run.login.mayRenew, let joined = run.record.received,
        let renewed = await run.renewed(request, kinds)
      {
        // Later connections need the new token, too.
        prepared = renewed
        answer = try await connect(prepared, joined, start)
      }
      run.login.hold(false)
      guard let last = answer else { return }
      if last.isEventStream {
        delays.reset()
      } else if let head = last.head {
        return note(head)
      }
    }
  }

  private func wantsMore(of received: ReceivedMessage) -> Bool {
    guard received.prepared.options.reconnects, !Task.isCancelled, !run.transfers.isEnded else { return false }
    guard received.isEventStream else {
      if let head = received.head, head.status != 204 {
        run.warn("The response is not connected again: it is not a stream of events with the status 200")
      }
      return false
    }
    guard run.job.options.followsStreams else {
      run.warn("The stream is not connected again: a run waits for its end")
      return false
    }
    return received.response.error.map { $0.isPassing(wasOpen: true) } ?? true
  }

  /// Ends the exchange as its time limit does, which passes before the stream is connected again.
  private func end(_ received: ReceivedMessage, _ limit: Duration, _ delay: Duration) {
    if received.response.error?.isTimeout == true { return }
    let reason = "the wait of \(Self.seconds(delay)) is longer than what is left of the time limit"
    run.warn("The stream is not connected again: \(reason)")
    if received.response.error == nil { run.record.receive(received.timedOut(after: limit)) }
  }

  private static func seconds(_ delay: Duration) -> String { String(format: "%.1f s", delay / .seconds(1)) }

  /// - Returns: Whether to connect.
  private func wait(_ delay: Duration, after received: ReceivedMessage) async -> Bool {
    let failure = received.response.error.map { received.prepared.failure($0, of: nil).sentence }
    run.emit(.note(run.maskedValue("\(failure ?? "The stream has ended"); connecting again in \(Self.seconds(delay))")))
    let sleep = Task { try? await Task.sleep(for: delay) }
    run.transfers.whenEnded { sleep.cancel() }
    await withTaskCancellationHandler {
      _ = await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    return !Task.isCancelled && !run.transfers.isEnded
  }

  /// Sends the request again and joins its response to the earlier ones.
  ///
  /// - Returns: The new response alone.
  private func connect(
    _ prepared: PreparedRequest, _ received: ReceivedMessage, _ start: Duration
  ) async throws(Failure) -> ReceivedMessage? {
    let begin = run.elapsed
    try await send(limited(resuming(prepared), after: begin - start), received.body)
    guard let last = run.record.received else { return nil }
    let next = prepared.timeLimit.map { last.limited(to: $0) } ?? last
    run.record.receive(
      received.joined(next, startedAfter: begin - start, isEnded: run.transfers.isEnded, limit: run.job.sink?.limit))
    return next
  }

  /// The request with the rest of its time limit.
  private func limited(_ prepared: PreparedRequest, after time: Duration) -> PreparedRequest {
    guard let limit = prepared.timeLimit else { return prepared }
    var prepared = prepared
    // Zero would be no limit.
    prepared.options.timeout = max(1, ((limit - time) / .milliseconds(1)).rounded()) / 1000
    return prepared
  }

  private func resuming(_ prepared: PreparedRequest) -> PreparedRequest {
    var prepared = prepared
    let id = run.stream.lastEventID
    // If a header cannot represent the ID, it is not sent and the stream starts over.
    let isSendable = id.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
    guard !id.isEmpty, isSendable else { return prepared }
    prepared.headers.removeAll { $0.name.lowercased() == "last-event-id" }
    prepared.headers.append(Header("Last-Event-ID", id))
    return prepared
  }

  /// Names a response that ends the stream and is no error. A status of 204 is how a server says that there is no more.
  private func note(_ head: Response.Head) {
    guard head.status < 400 else { return }
    let text = "Connecting again was answered with \(head.status): the stream has ended"
    run.log(.console(LogEvent.ConsoleLine(head.status == 204 ? "log" : "warn", text)))
  }
}

extension PreparedRequest {
  /// The time limit of the whole exchange; `nil` for none.
  fileprivate var timeLimit: Duration? {
    guard let seconds = options.timeout, seconds > 0 else { return nil }
    return .seconds(seconds)
  }
}

extension ReceivedMessage {
  /// Whether it is a stream of events that can be resumed.
  fileprivate var isEventStream: Bool { response.head?.isEventStream == true }

  /// The size of the shown part of a refusal in bytes.
  private static let shownSize = 200

  /// The error of a stream whose reconnection was answered with one; `nil` for another status.
  private var refusal: RequestError? {
    guard let head, head.status >= 400 else { return nil }
    let text = String(decoding: body.textPrefix(Self.shownSize), as: UTF8.self).trimmingWhitespace.visibleLine
    let shown = text.isEmpty ? "" : ": " + text + (body.count > Self.shownSize ? "…" : "")
    let status = "\(head.status) \(head.reason)".trimmingWhitespace
    let failure = Failure(.other, "Connecting again was answered with \(status)\(shown)")
    return .responseValidationFailed(.customValidationFailed(failure))
  }

  /// This response with a limit that has passed. That of a connection was only the rest of `limit`, which the error names.
  fileprivate func limited(to limit: Duration) -> ReceivedMessage {
    guard case .timedOut(.total, let host, _)? = response.error else { return self }
    return failed(.timedOut(.total, host: host, limit: limit))
  }

  /// This response as one that was not complete in time.
  fileprivate func timedOut(after limit: Duration) -> ReceivedMessage {
    failed(.timedOut(.total, host: prepared.host, limit: limit))
  }

  private func failed(_ error: RequestError) -> ReceivedMessage {
    let failed = ClientResponse<Data>(
      request: response.request, head: response.head, data: body, timeline: response.timeline, times: RequestTimes(),
      serializationDuration: .zero, result: .failure(error))
    return ReceivedMessage(failed, prepared, duration: duration, omission: omission, bodyFile: bodyFile)
  }

  /// This response and what another connection received: more of the stream, or only the end of it.
  ///
  /// - Parameter limit: The part of the body that is kept.
  fileprivate func joined(
    _ next: ReceivedMessage, startedAfter offset: Duration, isEnded: Bool, limit: BodyLimit?
  ) -> ReceivedMessage {
    let (body, omission) = body(with: next, limit)
    let error = next.head == nil || next.isEventStream ? next.response.error : next.refusal
    let attempts = response.timeline.hops.map(\.attempt).max() ?? 0
    let hops = next.response.timeline.hops.map { hop in with(hop.moved(by: offset)) { $0.attempt += attempts } }
    let joined = ClientResponse<Data>(
      request: response.request, head: response.head, data: body,
      timeline: Timeline(hops: response.timeline.hops + hops), times: RequestTimes(), serializationDuration: .zero,
      result: error.map { .failure($0) } ?? .success(body))
    return ReceivedMessage(
      joined, prepared, duration: offset + next.duration, omission: omission, isEnded: isEnded)
  }

  /// The body joined with the body of another connection. Bytes after a missing part are dropped.
  private func body(with next: ReceivedMessage, _ limit: BodyLimit?) -> (Data, BodyOmission?) {
    guard next.isEventStream else { return (body, omission) }
    let room = omission == nil ? max(0, (limit?.byteCount ?? .max) - body.count) : 0
    let kept = next.body.prefix(room)
    let missing = (omission?.byteCount ?? 0) + next.body.count - kept.count + (next.omission?.byteCount ?? 0)
    let reason = omission?.reason ?? next.omission?.reason ?? limit?.reason ?? ""
    return (body + kept, missing == 0 ? nil : BodyOmission(byteCount: missing, reason: reason))
  }
}

extension ResponseHead {
  /// Whether it begins a stream of events that can be resumed.
  var isEventStream: Bool {
    status == 200 && StreamItemReader(contentType: headers.first("Content-Type"))?.lastEventID != nil
  }
}
