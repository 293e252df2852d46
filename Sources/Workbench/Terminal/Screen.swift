import ChildProcesses
import Dispatch
import Glibc

/// The terminal's output, input and signals, for the main loop.
@MainActor
final class Screen {
  private let terminal: CursesTerminal
  private let queue: ProgramQueue
  private let environment: [String: String]
  private let sixelProbe: PictureProtocol.SixelProbe
  private var signals: [any DispatchSourceSignal] = []
  private var input: InputSource?
  /// Whether another program has the terminal. Nothing is drawn then.
  private var isReleased = false
  private(set) var isClosed = false

  init(queue: ProgramQueue, environment: [String: String]) throws(TerminalProblem) {
    terminal = try CursesTerminal(environment: environment)
    (self.queue, self.environment) = (queue, environment)
    sixelProbe = PictureProtocol.sixelProbe(environment: environment)
  }

  var size: Size { terminal.size }

  func start() {
    let input = InputSource(
      handler: { [queue] in queue.send(.terminal(.input($0))) }, onReply: { [weak self] in self?.handleReply($0) },
      atEnd: { [queue] in queue.send(.terminal(.terminated)) })
    input.start()
    self.input = input
    onSignal(SIGWINCH) { [weak self] in self?.resized() }
    onSignal(SIGCONT) { [weak self] in self?.resized() }
    onSignal(SIGTERM) { [queue] in queue.send(.terminal(.terminated)) }
    onSignal(SIGHUP) { [queue] in queue.send(.terminal(.terminated)) }
    // Ctrl+C is a key, so SIGINT comes from outside. While an editor runs, SIGINT is for the editor.
    onSignal(SIGINT) { [weak self, queue] in if self?.isReleased == false { queue.send(.terminal(.terminated)) } }
  }

  /// Delivers a signal on the main queue, without the limits of signal handlers.
  private func onSignal(_ number: Int32, _ handler: @escaping @MainActor () -> Void) {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.resume()
    signals.append(source)
  }

  private func handleReply(_ reply: TerminalReply) {
    if case .focus(let hasFocus) = reply { return queue.send(.terminal(.focused(hasFocus))) }
    guard sixelProbe == .tmux, case .attributes(let attributes) = reply else { return adoptCapability(reply) }
    guard attributes.contains(TerminalReply.sixels) else { return }
    Task { if await Tmux.showsSixels() { adoptCapability(reply) } }
  }

  private func adoptCapability(_ reply: TerminalReply) {
    guard !isReleased, !isClosed, terminal.adoptCapability(reply) else { return }
    // Request a redraw of the same frame.
    queue.send(.terminal(.resized(terminal.size)))
  }

  private func resized() {
    guard !isReleased else { return }
    terminal.resize()
    queue.send(.terminal(.resized(terminal.size)))
  }

  func present(_ frame: @autoclosure () -> Frame) {
    guard !isReleased, !isClosed else { return }
    terminal.present(frame())
  }

  func use(_ theme: ThemeChoice) {
    if terminal.use(theme) { queue.send(.terminal(.resized(terminal.size))) }
  }

  func traceKeys(_ isOn: Bool) { input?.trace(isOn) }
  func invalidate() { terminal.invalidate() }
  func write(_ sequence: String) { if !isReleased { terminal.send(sequence) } }

  func alert(_ alert: Alert) {
    write(
      alert.kind == .bell ? DesktopNotice.bell : DesktopNotice.sequence(alert.text, environment: environment))
  }

  func suspend() {
    terminal.suspend()
    queue.send(.terminal(.resized(terminal.size)))
  }

  /// Releases the terminal while `body` runs, then redraws it.
  func releaseTerminal(while body: @escaping @Sendable () async -> Void) {
    guard !isReleased else { return }
    isReleased = true
    input?.stop()
    terminal.leave()
    Task {
      await body()
      // If the program has ended meanwhile, the shell has the terminal.
      guard !isClosed else { return }
      terminal.enterAgain()
      input?.discardPending()
      input?.start()
      isReleased = false
      queue.send(.terminal(.resized(terminal.size)))
    }
  }

  func quit() {
    guard !isClosed else { return }
    isClosed = true
    input?.stop()
    terminal.close()
    queue.finish()
  }
}
