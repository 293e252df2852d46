import Dispatch
import Glibc

/// Reads the terminal and decodes its bytes into keys and events.
@MainActor
final class InputSource {
  private var source: (any DispatchSourceRead)?
  private var decoder = InputDecoder()
  private var clicks = ClickCounter()
  private var generation = 0
  private let handler: (TerminalInput) -> Void
  private let onReply: (TerminalReply) -> Void
  /// Called when the terminal is closed.
  private let atEnd: () -> Void

  /// The time after which a lone escape byte counts as the Escape key.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(30)

  init(
    handler: @escaping (TerminalInput) -> Void, onReply: @escaping (TerminalReply) -> Void,
    atEnd: @escaping () -> Void
  ) {
    self.handler = handler
    self.onReply = onReply
    self.atEnd = atEnd
  }

  func start() {
    guard source == nil else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.resume()
    self.source = source
  }

  /// Stops reading while another program has the terminal.
  func stop() {
    source?.cancel()
    source = nil
  }

  /// Starts or stops reporting the bytes of keys.
  func trace(_ isTracing: Bool) { decoder.isTracing = isTracing }

  func discardPending() { tcflush(STDIN_FILENO, TCIFLUSH) }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      if count == 0 || (errno != EINTR && errno != EAGAIN) {
        stop()
        atEnd()
      }
      return
    }
    for input in decoder.decode(buffer[..<count]) { handler(clicks.counting(input, at: .now)) }
    for reply in decoder.takeReplies() { onReply(reply) }
    flushLater()
  }

  private func flushLater() {
    generation += 1
    guard decoder.isWaiting else { return }
    let current = generation
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.escapeDelay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.generation == current else { return }
        for input in self.decoder.flush() { self.handler(input) }
      }
    }
  }
}
