import RequestModel
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Socket.IO over a WebSocket.
@Suite(.timeLimit(.minutes(1)))
struct SocketIOChannelTests {
  /// An open WebSocket whose server says nothing.
  private final class SilentSocket: ExchangeChannel {
    private let report = Mutex<(@Sendable (ChannelArrival) -> Void)?>(nil)

    func open(_ report: @escaping @Sendable (ChannelArrival) -> Void) {
      self.report.withLock { $0 = report }
      report(.opened(nil))
    }

    func perform(_ command: ChannelCommand) {
      let report = report.withLock(\.self)
      if case .close = command { report?(.ended(nil)) }
    }
  }

  @Test(arguments: [(0.25, "0.25 s"), (1, "1 s")])
  func aServerThatDoesNotConnectIsGivenTheTimeoutOfTheRequest(_ timeout: Double, _ time: String) async {
    let ends = Recorder<Failure?>()
    let settings = SocketIOSettings(namespace: "/", auth: nil)
    let channel = SocketIOChannel(SilentSocket(), settings, timeout: timeout)
    channel.open { if case .ended(let failure) = $0 { ends.record(failure) } }
    let failures = await ends.values(count: 1)
    #expect(failures.map { $0?.sentence } == ["Socket.IO did not connect within \(time)"])
    withExtendedLifetime(channel) {}
  }
}
