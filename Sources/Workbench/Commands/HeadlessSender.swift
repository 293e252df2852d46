import Foundation
import Glibc
import RequestModel
import RequestRunner
import RequestStore
import Synchronization
import WorkbenchCore

/// Sends without a screen; Ctrl+C cancels what is under way.
struct HeadlessSender: Sendable {
  let services: Services
  let interruption: Interruption
  var environment: String?
  let overrides: [String: String]
  /// What the command line itself lets a stored request read.
  var allowed: Set<OutsideSource> = []
  /// Whether a terminal's standard error tells how far a large body is.
  var showsProgress = false
  /// The collection whose environment a request without a file uses.
  var collection: String?

  /// Sends one request and waits for its end.
  ///
  /// - Parameters:
  ///   - live: Gets the body while it comes, with and without its secrets masked, and tells whether more is wanted.
  ///   - passing: Gets each piece of the body instead of its being kept whole, and tells whether more is wanted.
  /// - Returns: The exchange with its secrets masked, and the body as the server sent it.
  func send(
    _ request: SavedRequest, at address: Address?, live: (@Sendable (Response, _ rawBody: Data) -> Bool)? = nil,
    passing: (@Sendable (Data) -> Bool)? = nil
  ) async -> (Exchange, rawBody: Data?) {
    var allowed = allowed
    while true {
      let (exchange, rawBody, refused) = await send(request, at: address, allowed, live, passing)
      guard let address, let answer = ConsentQuestion.ask(refused), answer != .no else { return (exchange, rawBody) }
      allowed.formUnion(refused)
      if answer == .always { remember(refused, address) }
    }
  }

  private func remember(_ sources: [OutsideSource], _ address: Address) {
    do {
      try services.allow(sources, for: address)
    } catch {
      StandardError.write("Not remembered: \(error)")
    }
  }

  private func send(
    _ request: SavedRequest, at address: Address?, _ allowed: Set<OutsideSource>,
    _ live: (@Sendable (Response, _ rawBody: Data) -> Bool)?, _ passing: (@Sendable (Data) -> Bool)?
  ) async -> (Exchange, rawBody: Data?, refused: [OutsideSource]) {
    let environment = environment ?? address.flatMap(onlyEnvironment)
    let origin = address.map { Exchange.Origin(root: services.collections.root, address: $0) }
    do {
      let surroundings = try surroundings(address, environment, allowed)
      let order = RequestRunner.Order(
        request: request, origin: origin, environment: environment, surroundings: surroundings,
        tellsBeginnings: live != nil,
        passing: passing.map { BodyPassing(limit: services.history.bodyLimit, take: $0) })
      return await send(order, live)
    } catch {
      let exchange = Exchange(
        id: ExchangeID(), request: request, origin: origin, environment: environment, startedAt: Date(),
        outcome: .failed(error, partial: nil), duration: .zero)
      return (exchange, nil, [])
    }
  }

  private func surroundings(
    _ address: Address?, _ environment: String?, _ allowed: Set<OutsideSource>
  ) throws(Failure) -> RequestRunner.Surroundings {
    if let address {
      return try services.surroundings(
        of: address, environment: environment, overrides: overrides, allowed: allowed)
    }
    guard let collection else { return services.surroundings(overrides: overrides) }
    var surroundings = try services.rooted(at: collection).surroundings(
      of: Address(""), environment: environment, overrides: overrides, allowed: allowed)
    // Its variables, and not its headers and credentials: the URL may be anybody's.
    surroundings.folders = []
    surroundings.baseFolder = services.collections.root
    return surroundings
  }

  /// A collection with a single environment needs no choice.
  private func onlyEnvironment(_ address: Address) -> String? {
    let files = try? services.collections.environments(for: address)
    return files?.count == 1 ? files?.first?.name : nil
  }

  private func send(
    _ order: RequestRunner.Order, _ live: (@Sendable (Response, Data) -> Bool)?
  ) async -> (Exchange, rawBody: Data?, refused: [OutsideSource]) {
    let body = RawBody()
    let upload = UploadText()
    let line = showsProgress && isatty(STDERR_FILENO) == 1 ? ProgressLine { upload.text } : nil
    defer { line?.clear() }
    let (steps, step) = AsyncStream.makeStream(of: Step.self)
    // Before anything is sent: an interrupt in that moment is recorded, too.
    interruption.begin { step.yield(.unwanted) }
    defer { interruption.end() }
    let sending = services.runner.send(order) { progress in
      switch progress {
      case .refused(let sources): step.yield(.refused(sources))
      case .beginning(let answer, let rawBody, _): if live?(answer, rawBody) == false { step.yield(.unwanted) }
      case .answer(_, let rawBody): body.set(rawBody)
      case .ended(let exchange, let unrecorded):
        if let unrecorded { StandardError.write("Not kept in history: \(unrecorded)") }
        step.yield(.ended(exchange))
      case .sent(let sent, let total): upload.text = Upload(sent: sent, total: total).text
      case .head: upload.text = nil
      case .progress: break
      case .warning(let warning): StandardError.write(warning)
      }
    }
    var refused: [OutsideSource] = []
    for await step in steps {
      switch step {
      case .unwanted: sending.cancel()
      case .refused(let sources): refused = sources
      case .ended(let exchange): return (exchange, body.value, refused)
      }
    }
    preconditionFailure("Every send ends with an exchange")
  }
}

/// What ends a sending: the exchange itself, or nobody who wants more of it.
private enum Step {
  case unwanted
  case refused([OutsideSource])
  case ended(Exchange)
}

/// What the terminal says of a body that goes out.
private final class UploadText: Sendable {
  private let current = Mutex<String?>(nil)
  var text: String? {
    get { current.withLock(\.self) }
    set { current.withLock { $0 = newValue } }
  }
}

/// The body of an answer before its secrets are masked.
private final class RawBody: Sendable {
  private let bytes = Mutex<Data?>(nil)
  var value: Data? { bytes.withLock(\.self) }
  func set(_ data: Data) { bytes.withLock { $0 = data } }
}
