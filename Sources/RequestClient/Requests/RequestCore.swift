internal import DequeModule
internal import Foundation
internal import Synchronization

/// Owns everything that changes about a request, behind one lock, with one terminal transition in `conclude`.
///
/// Everything that may call the caller's code is a job: jobs run one after another, in order, off every other thread,
/// with no lock held.
final class RequestCore: Sendable {
  let id = UUID()
  let configuration: SessionConfiguration
  let redirector: Redirector
  let startsWithFirstHandler: Bool
  let convertible: any RequestConvertible
  let transport: any Transport
  private let active: ActiveRequests
  private let queue: DispatchQueue
  let state = Mutex(State())

  init(
    _ convertible: any RequestConvertible, configuration: SessionConfiguration, transport: any Transport,
    active: ActiveRequests, queue: DispatchQueue, redirector: Redirector, startsWithFirstHandler: Bool
  ) {
    self.convertible = convertible
    self.configuration = configuration
    self.transport = transport
    self.active = active
    self.queue = queue
    self.redirector = redirector
    self.startsWithFirstHandler = startsWithFirstHandler
  }

  /// Whoever holds the lock calls this before the request has something to do for others.
  func register(_ state: inout State) {
    if state.isRegistered || state.phase == .cancelled || state.phase == .finished { return }
    state.isRegistered = true
    active.add(self)
  }
}

// Starting and stopping.
extension RequestCore {
  func resume() {
    let act: (() -> Void)? = state.withLock { state in
      guard state.phase.canTransition(to: .resumed) else { return nil }
      register(&state)
      state.phase = .resumed
      switch state.activity {
      case .idle:
        state.activity = .preparing
        state.start = .now
        return { self.prepare() }
      case .held(let message):
        state.activity = .preparing
        return { self.launch(message) }
      case .transferring(_, let transfer):
        // Under the lock, so that pausing and resuming reach the transport in the order they were decided.
        transfer?.resume()
        return nil
      default: return nil
      }
    }
    act?()
  }

  func suspend() {
    state.withLock { state in
      guard state.phase.canTransition(to: .suspended) else { return }
      state.phase = .suspended
      if case .transferring(_, let transfer) = state.activity { transfer?.pause() }
    }
  }

  /// Ends the request from outside; its handlers get `reason`. Does nothing once it has ended.
  func stop(because reason: RequestError) {
    let act: (() -> Void)? = state.withLock { state in
      guard state.phase.canTransition(to: .cancelled) else { return nil }
      state.phase = reason.isExplicitlyCancelled ? .cancelled : .finished
      state.stopReason = reason
      switch state.activity {
      case .idle, .held:
        state.activity = .concluding
        return { self.enqueue { $0.conclude() } }
      case .transferring(_, let transfer):
        transfer?.cancel()
        return nil
      case .preparing, .deciding, .concluding, .concluded: return nil  // Each looks before its next step.
      }
    }
    act?()
  }

  /// Makes the message; a plain one at once, one that runs the caller's code as a job.
  private func prepare() {
    if let message = convertible as? OutgoingRequest { return launch(completed(message)) }
    enqueue { _ in
      do {
        self.launch(self.completed(try self.convertible.asRequest()))
      } catch {
        self.fail(.wrapping(error, RequestError.createRequestFailed))
      }
    }
  }

  private func completed(_ message: OutgoingRequest) -> OutgoingRequest {
    message.movingCredentialsToHeader().addingDefaults(configuration.defaultHeaders)
  }

  /// Sends `message` as the next hop, unless the request is suspended or has ended meanwhile.
  func launch(_ message: OutgoingRequest) {
    for header in message.headers {
      if let problem = header.problem { return fail(.invalidHeader(header, problem)) }
    }
    let step: Step = state.withLock { state in
      state.message = message
      if state.stopReason != nil { return .conclude }
      if state.phase == .suspended {
        state.activity = .held(message)
        return .wait
      }
      let options = message.options ?? configuration.options
      let limit = options.timeout.map { max($0 - state.start.duration(to: .now), .milliseconds(1)) }
      state.hopCount += 1
      state.hasRefusedPiece = false
      state.activity = .transferring(hop: state.hopCount, nil)
      state.continuation = .conclude
      // What a failing hop leaves behind is its own answer, not the one before it.
      state.head = nil
      state.data = nil
      state.visited.insert(Visit(method: message.method, target: message.url.target))
      return .send(
        HopRequest(
          method: message.method.rawValue, url: message.url, headers: message.headers, body: message.body,
          options: options, attempt: 1, timeLimit: limit, exchangeStart: state.start), number: state.hopCount)
    }
    switch step {
    case .send(let hop, let number): adopt(transport.start(hop, for: self), forHop: number)
    case .conclude: concludeSoon()
    case .wait: break
    }
  }

  private enum Step {
    case send(HopRequest, number: Int)
    case conclude
    case wait
  }

  /// Keeps the transfer for later calls, and makes up for those that came before it was known.
  private func adopt(_ transfer: any Transfer, forHop number: Int) {
    state.withLock { state in
      // It may have ended already, and the next hop begun on another thread.
      guard case .transferring(let current, _) = state.activity, current == number else { return }
      state.activity = .transferring(hop: number, transfer)
      if state.stopReason != nil {
        transfer.cancel()
      } else if state.phase == .suspended {
        transfer.pause()
      } else if state.hasRefusedPiece {
        transfer.resume()
      }
    }
  }

  /// Ends the request with an error of ours.
  func fail(_ error: RequestError) {
    state.withLock { $0.error = error }
    concludeSoon()
  }

  func concludeSoon() {
    state.withLock { $0.activity = .concluding }
    enqueue { $0.conclude() }
  }

  /// The terminal transition: validates, settles the outcome, lets the handlers go. Runs once, as a job.
  private func conclude() {
    let failure = validate()
    // A retrier is asked here: it may lead back to `prepare` instead.
    state.withLock { state in
      state.error = state.stopReason ?? state.error ?? failure
      if state.phase.canTransition(to: .finished) { state.phase = .finished }
      state.activity = .concluded
      state.jobs.append(contentsOf: state.links)
      state.links = []
      state.validators = []
      state.headHandlers = []
      state.progressHandlers = []
    }
    active.remove(self)
  }

  /// The first failure of the validators, which no one asks once there is an error.
  private func validate() -> RequestError? {
    let (message, head, data) = state.withLock { ($0.message, $0.head, $0.data) }
    let validators = state.withLock { $0.error == nil && $0.stopReason == nil ? $0.validators : [] }
    guard let response = head?.response else { return nil }
    return validators.lazy.compactMap { Self.failure(of: $0(message, response, data)) }.first
  }

  private static func failure(of result: Result<Void, any Error>) -> RequestError? {
    guard case .failure(let error) = result else { return nil }
    if let reason = error as? RequestError.ValidationFailure { return .responseValidationFailed(reason) }
    return .wrapping(error) { .responseValidationFailed(.customValidationFailed($0)) }
  }
}

// The request's own line of execution.
extension RequestCore {
  func enqueue(_ job: @escaping Job) {
    let needsDrain = state.withLock { state in
      state.jobs.append(job)
      return Self.beginDraining(&state)
    }
    if needsDrain { drainSoon() }
  }

  /// - Returns: Whether the caller, who holds the lock, has to call `drainSoon` once it has let go.
  static func beginDraining(_ state: inout State) -> Bool {
    if state.isDraining || state.jobs.isEmpty { return false }
    state.isDraining = true
    return true
  }

  func drainSoon() { queue.async { self.drain() } }

  private func drain() {
    while let job = nextJob() { job(self) }
  }

  private func nextJob() -> Job? {
    state.withLock { state in
      if let job = state.jobs.popFirst() { return job }
      state.isDraining = false
      return nil
    }
  }
}
