import Foundation
import Glibc
import Synchronization

/// Sends for a command. Ctrl+C cancels, problems go to standard error, and a terminal shows progress.
struct HeadlessSender: Sendable {
  let services: Services
  let interruption: Interruption
  var sender: WorkspaceSender
  var showsProgress = false
  private let login = TerminalLogin()

  init(services: Services, interruption: Interruption, environment: String?, overrides: [String: String]) {
    self.services = services
    self.interruption = interruption
    sender = WorkspaceSender(
      engine: services.engine, workspace: services.workspace, askConsent: ConsentQuestion.ask,
      askPrompt: PromptLine.ask)
    sender.environment = environment
    sender.overrides = overrides
    sender.options.canLogIn = TerminalLogin.isPossible
  }

  /// The outcome of a send.
  struct Result {
    let exchange: Exchange
    let lacksVariables: Bool
  }

  /// Sends one request and waits for its end.
  ///
  /// - Parameters:
  ///   - live: Called with the body while it arrives. Returns whether to continue.
  ///   - passing: Called with each chunk of a body that is not collected.
  ///   - conversation: Sends and prints the messages of a connection, or prints the events of a stream. Without one, the
  ///     steps of the request are carried out.
  func send(
    _ request: SavedRequest, at address: Address?, live: ((Response) -> Bool)? = nil,
    passing: PassedBody.Take? = nil, conversation: Conversation? = nil
  ) async -> Result {
    var sender = sender
    sender.options.takesMessages = conversation.map { !$0.runsSteps } ?? false
    sender.options.followsStreams = true
    sender.options.messageEnd = conversation?.messageEnd
    let transfer = TransferText()
    let line = showsProgress && isatty(STDERR_FILENO) == 1 ? ProgressLine { transfer.text } : nil
    // A body printed while it arrives shows the progress itself.
    let showsDownload = isatty(STDOUT_FILENO) == 0 || live == nil && passing == nil && conversation == nil
    defer { line?.clear() }
    var lacksVariables = false
    let exchange = await sender.send(
      request, at: address, publishesPartialBodies: live != nil,
      sink: passing.map {
        BodySink(limit: services.history.bodyLimit, makeFile: services.history.makeBodyFile, take: $0)
      },
      willStart: { run in
        login.willStart(run)
        conversation?.begin(run)
        interruption.begin { run.cancel() }
      }
    ) { event in
      login.observe(event)
      // Nobody waits for messages that are not printed yet.
      if case .logged = event, interruption.isInterrupted { return true }
      if let conversation, !conversation.observe(event) { return false }
      switch event {
      case .partialBody(let body): return live?(body.response) ?? true
      case .missingVariables: lacksVariables = true
      case .sent, .head, .progress: transfer.show(event, download: showsDownload)
      case .refused, .prompts, .login, .loginEnded, .token, .body, .phase, .logged, .remasked: break
      case .warning, .note, .unsent, .ended: Self.report(event, services.history)
      }
      return true
    }
    interruption.end()
    return Result(exchange: exchange, lacksVariables: lacksVariables)
  }

  /// Writes warnings that are not part of the exchange, and reports that a damaged history was set aside.
  static func report(_ event: RunEvent, _ history: History) {
    switch event {
    case .warning(let text), .note(let text): StandardError.write(text)
    case .unsent(_, let reason): StandardError.write("A message was not sent: \(reason)")
    case .ended(_, let unrecorded):
      if let unrecorded { StandardError.write("Not kept in history: \(unrecorded)") }
      if let note = history.takeNote() { StandardError.write(note) }
    default: break
    }
  }
}

/// The progress of a large body.
private final class TransferText: Sendable {
  private struct Progress {
    var rate = TransferRate()
    var text: String?
  }

  private let progress = Mutex(Progress())

  var text: String? { progress.withLock(\.text) }

  /// Shows the progress that an event reports.
  func show(_ event: RunEvent, download: Bool) {
    switch event {
    case .sent(let sent, let total): note("Sending", sent, of: total)
    case .progress(let received, let total): if download { note("Receiving", received, of: total) }
    case .head: progress.withLock { $0 = Progress() }
    default: break
    }
  }

  private func note(_ verb: String, _ bytes: Int, of total: Int?) {
    let now = Date()
    progress.withLock { progress in
      progress.rate.note(bytes, at: now)
      let isDone = bytes == total
      progress.text = isDone ? nil : "\(verb) " + progress.rate.facts(bytes: bytes, of: total).joined(separator: " · ")
    }
  }
}
