import Foundation
import RequestModel
import RequestRunner
import Synchronization

/// The messages of an exchange that takes some while it runs, as lines: those of standard input are sent, and those
/// received printed.
final class MessageLines: Sendable {
  private let run = Mutex<Run?>(nil)

  /// - Returns: `nil` for a kind whose exchanges take no messages.
  init?(_ kind: RequestKind) {
    guard case .channel = kind.carrier else { return nil }
  }

  /// Sends the lines on a run. It replaces one that was refused.
  func begin(_ next: Run) {
    let isFirst = run.withLock { run in
      defer { run = next }
      return run == nil
    }
    guard isFirst else { return }
    Thread.detachNewThread { [self] in
      while let line = readLine() { current?.send(ChannelMessage("text", Data(line.utf8))) }
      current?.finishSending()
    }
  }

  private var current: Run? { run.withLock(\.self) }

  /// - Returns: Whether to continue.
  func write(_ event: LogEvent) -> Bool {
    guard case .message(let message) = event.content, message.direction == .received else { return true }
    do {
      try StandardOutput.write(message.body.content + Data("\n".utf8))
      return true
    } catch {
      return false
    }
  }
}
