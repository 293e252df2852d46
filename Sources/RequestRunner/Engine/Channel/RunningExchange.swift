internal import DequeModule
internal import Dispatch
internal import Synchronization

/// The input of a run, and its channel while the channel is open. Actions run one after another, whichever thread
/// triggers them.
final class RunningExchange: Sendable {
  /// Makes the content of a message.
  typealias Prepare = @Sendable (ChannelMessage) throws(Failure) -> ChannelMessage

  private struct Opened {
    let channel: any ExchangeChannel
    let prepare: Prepare
    let log: @Sendable (LogEvent.Content) -> Void
    let observe: @Sendable (ExchangeState.Action) -> Void
    let end: CheckedContinuation<Exchange.Ending, Never>
  }

  private struct State {
    var exchange = ExchangeState()
    var actions = Deque<ExchangeState.Action>()
    var isActing = false
    var sendCount = 0
    var opened: Opened?

    mutating func next() -> (ExchangeState.Action, Opened?)? {
      guard let action = actions.popFirst() else {
        isActing = false
        return nil
      }
      defer { if case .end = action { opened = nil } }
      return (action, opened)
    }
  }

  private let state = Mutex(State())
  private let emit: @Sendable (RunEvent) -> Void

  /// The maximum time for closing a channel.
  private static let patience = DispatchTimeInterval.seconds(2)

  init(emit: @escaping @Sendable (RunEvent) -> Void) { self.emit = emit }

  // MARK: Input

  /// Sends a message once the connection is open and the messages before are sent.
  func send(_ message: ChannelMessage) -> SendID {
    let id = state.withLock { state in
      state.sendCount += 1
      return SendID(state.sendCount)
    }
    apply(.send(id, message))
    return id
  }

  func finishSending() { apply(.finishSending) }
  func close(_ reason: CloseReason? = nil) { apply(.close(reason)) }

  /// Refuses the waiting messages and all later ones.
  func refuse(_ reason: String) { apply(.refuse(reason)) }

  // MARK: The channel

  /// Opens a channel and waits for its end. Cancelling the task cancels the exchange.
  ///
  /// - Parameter observe: Called after each action, and not with the end.
  func run(
    _ channel: any ExchangeChannel, preparesAll: Bool = false, prepare: @escaping Prepare,
    log: @escaping @Sendable (LogEvent.Content) -> Void,
    observe: @escaping @Sendable (ExchangeState.Action) -> Void = { _ in }
  ) async -> Exchange.Ending {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock {
          $0.exchange.preparesAll = preparesAll
          $0.opened = Opened(channel: channel, prepare: prepare, log: log, observe: observe, end: continuation)
        }
        channel.open { [self] in apply(.arrived($0)) }
        // It may have been cancelled before there was a channel.
        if Task.isCancelled { channel.perform(.cancel) }
      }
    } onCancel: {
      apply(.cancel)
    }
  }

  private func apply(_ input: ExchangeState.Input) {
    state.withLock { state in
      let actions = state.exchange.apply(input)
      state.actions += actions
    }
    act()
  }

  /// Runs the pending actions, unless another thread is running them.
  private func act() {
    let begins = state.withLock { state in
      defer { state.isActing = true }
      return !state.isActing
    }
    guard begins else { return }
    while let (action, opened) = state.withLock({ $0.next() }) { act(action, opened) }
  }

  private func prepare(_ id: SendID, _ message: ChannelMessage, _ opened: Opened?) {
    guard let opened else { return }
    do throws(Failure) {
      apply(.prepared(id, try opened.prepare(message)))
    } catch {
      apply(.unprepared(id, error.sentence))
    }
  }

  private func act(_ action: ExchangeState.Action, _ opened: Opened?) {
    switch action {
    case .perform(let command): opened?.channel.perform(command)
    case .prepare(let id, let message): prepare(id, message, opened)
    case .log(let content): opened?.log(content)
    case .phase(let phase): emit(.phase(phase))
    case .refuse(let id, let reason): emit(.unsent(id, reason))
    case .expireLater:
      DispatchQueue(label: "workbench.exchange").asyncAfter(deadline: .now() + Self.patience) { [weak self] in
        self?.apply(.expire)
      }
    case .end(let ending):
      opened?.end.resume(returning: ending)
      return
    }
    opened?.observe(action)
  }
}
