internal import Foundation
internal import Synchronization

// On the transport's thread: take notes, decide, pass on.
extension RequestCore: HopReceiver {
  /// Bytes reserved at most on the word of a Content-Length.
  private static let reservationLimit = 16 << 20

  func hopReceived(_ head: ResponseHead) {
    let needsDrain = state.withLock { state in
      guard state.stopReason == nil else { return false }
      state.continuation = continuation(after: head, in: state)
      state.head = head
      state.data = nil
      state.expectedSize = head.expectedSize
      guard case .conclude = state.continuation else { return false }
      return Self.announce(head, &state)
    }
    if needsDrain { drainSoon() }
  }

  private static func announce(_ head: ResponseHead, _ state: inout State) -> Bool {
    for handler in state.headHandlers { state.jobs.append { _ in handler(head) } }
    return beginDraining(&state)
  }

  private func continuation(after head: ResponseHead, in state: State) -> Continuation {
    if redirector.isFollowing, let location = Redirection.location(of: head) { return .redirect(location: location) }
    let asks = head.response.status.code == 401 && head.headers.offersBasic
    if asks, state.credential != nil, !state.isChallengeAnswered { return .challenge }
    return .conclude
  }

  func hopReceived(_ piece: UnsafeRawBufferPointer) -> PieceVerdict {
    var needsDrain = false
    let verdict: PieceVerdict = state.withLock { state in
      if state.stopReason != nil { return .abort }
      if state.phase == .suspended {
        state.hasRefusedPiece = true
        return .pause
      }
      if state.data == nil {
        state.data = Data()
        state.data?.reserveCapacity(min(state.expectedSize ?? piece.count, Self.reservationLimit))
      }
      state.data?.append(contentsOf: piece)
      if case .conclude = state.continuation, !state.progressHandlers.isEmpty, !state.isProgressQueued {
        state.isProgressQueued = true
        state.jobs.append { $0.reportProgress() }
        needsDrain = Self.beginDraining(&state)
      }
      return .taken
    }
    if needsDrain { drainSoon() }
    return verdict
  }

  /// Tells of everything that came until now, so that a slow handler sees fewer reports and not older ones.
  private func reportProgress() {
    let (handlers, progress) = state.withLock { state in
      state.isProgressQueued = false
      let progress = TransferProgress(completed: state.data?.count ?? 0, total: state.expectedSize)
      return (state.progressHandlers, progress)
    }
    for handler in handlers { handler(progress) }
  }

  func hopFinished(_ report: HopReport) {
    let continuation: Continuation = state.withLock { state in
      state.timeline.hops.append(report.hop)
      state.activity = .deciding
      if let error = report.error { state.error = error }
      return state.stopReason == nil && report.error == nil ? state.continuation : .conclude
    }
    switch continuation {
    case .conclude: concludeSoon()
    case .redirect(let location): redirect(to: location)
    case .challenge: answerChallenge()
    }
  }

  private func answerChallenge() {
    let message = state.withLock { state in
      state.isChallengeAnswered = true
      var message = state.message
      message?.headers.removeAll { $0.name.lowercased() == "authorization" }
      if let credential = state.credential { message?.headers.append(credential) }
      return message
    }
    if let message { launch(message) }
  }

  private func redirect(to location: String) {
    let (message, head, options) = state.withLock { state in
      (state.message, state.head, state.message?.options ?? configuration.options)
    }
    guard let message, let head else { return concludeSoon() }
    do {
      let next = try Redirection.next(
        after: message, status: head.response.status.code, location: location,
        keepsCredentials: options.keepsCredentialsAcrossOrigins)
      if case .modify(let change) = redirector.behavior {
        enqueue { $0.follow(change(next, head.response), limit: options.maxRedirects) }
      } else {
        follow(next, limit: options.maxRedirects)
      }
    } catch {
      fail(error)
    }
  }

  /// Goes to `next`, or takes the answer at hand as the final one.
  private func follow(_ next: OutgoingRequest?, limit: Int) {
    guard let next else {
      let needsDrain = state.withLock { state in
        state.continuation = .conclude
        return state.head.map { Self.announce($0, &state) } ?? false
      }
      if needsDrain { drainSoon() }
      return concludeSoon()
    }
    let error: RequestError? = state.withLock { state in
      state.redirects += 1
      if state.redirects > limit { return .tooManyRedirects(limit: limit) }
      let visit = Visit(method: next.method, target: next.url.target)
      if state.visited.contains(visit) { return .redirectLoop(next.url) }
      // A new origin may ask for credentials of its own, but never gets this one's.
      if let origin = state.message?.url.origin, origin != next.url.origin { state.credential = nil }
      return nil
    }
    if let error { fail(error) } else { launch(next) }
  }
}

extension ResponseHead {
  /// The size of the body as it will be delivered, where the head tells.
  var expectedSize: Int? {
    headers.first("Content-Encoding") == nil ? headers.first("Content-Length").flatMap { Int($0) } : nil
  }
}

extension [Header] {
  /// Whether a challenge asks for Basic credentials.
  var offersBasic: Bool {
    contains { $0.name.lowercased() == "www-authenticate" && $0.value.lowercased().contains("basic") }
  }
}
