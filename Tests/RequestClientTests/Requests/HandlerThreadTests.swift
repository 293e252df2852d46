import Foundation
import Glibc
import RequestClient
import Synchronization
import TestSupport
import Testing

/// With sequential requests, handlers run on the transport's thread without delaying anything else.
@Suite(.timeLimit(.minutes(1)))
struct HandlerThreadTests {
  private let session = Session.plain()
  private let heads = Recorder<String>()

  private func server() throws -> RawServer {
    try RawServer { [heads] client in
      while true {
        heads.record(try client.readHead().components(separatedBy: "\r\n")[0])
        try client.respond(body: "hello")
      }
    }
  }

  /// Sends one message after the other, each from the handler of the one before, until a handler is called by the
  /// transport's own thread: that one does `work`.
  private static func onTheTransportsThread(
    _ session: Session, _ url: String, _ work: @escaping @Sendable () -> Void
  ) {
    session.request(url).response { _ in
      if threadName == "RequestClient\n" { work() } else { onTheTransportsThread(session, url, work) }
    }
  }

  private static var threadName: String? { try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8) }

  @Test func aHandlerMayWaitForTheResponseToItsOwnMessage() async throws {
    let (server, end) = (try server(), Gate())
    Self.onTheTransportsThread(session, server.url) { [session] in
      let responded = Gate()
      session.request(server.url).response { _ in responded.open() }
      responded.waitOnThread()
      end.open()
    }
    await end.waitWithinTimeLimit()
  }

  @Test func handlersMayWaitForOneAnother() async throws {
    let (server, end) = (try server(), Gate())
    Self.onTheTransportsThread(session, server.url) { [session] in
      Self.wait(depth: 2, session, server.url)
      end.open()
    }
    await end.waitWithinTimeLimit()
  }

  /// Waits in a handler for another handler, which waits for another one.
  private static func wait(depth: Int, _ session: Session, _ url: String) {
    if depth == 0 { return }
    let responded = Gate()
    session.request(url).response { _ in
      wait(depth: depth - 1, session, url)
      responded.open()
    }
    responded.waitOnThread()
  }

  @Test func otherRequestsContinueDuringASlowHandler() async throws {
    let (server, begun, end) = (try server(), Gate(), Gate())
    Self.onTheTransportsThread(session, server.url) {
      begun.open()
      end.waitOnThread()
    }
    await begun.waitWithinTimeLimit()
    for _ in 1...3 { #expect(try await session.request(server.url).serializingString().value == "hello") }
    end.open()
  }

  @Test func aMessageIsSentWhileItsHandlerContinues() async throws {
    let (server, end) = (try server(), Gate())
    Self.onTheTransportsThread(session, server.url) { [session, heads] in
      session.request(server.url + "/next").response { _ in end.open() }
      while !heads.values.contains("GET /next HTTP/1.1") { sched_yield() }
    }
    await end.waitWithinTimeLimit()
  }

  @Test func theHandlerOfACancelledMessageDoesNotDelayTheNextMessage() async throws {
    let (server, hold) = (try server(), Gate())
    let slow = try RawServer { client in
      try client.readHead()
      hold.waitOnThread()
    }
    for _ in 1...100 {
      let (cancelled, responded) = (Gate(), Gate())
      let first = session.request(slow.url).response { _ in
        responded.waitOnThread()
        cancelled.open()
      }
      while first.state != .resumed { await Task.yield() }
      // Usually both are found at one check.
      first.cancel()
      session.request(server.url).response { _ in responded.open() }
      await cancelled.wait()
    }
    hold.open()
  }

  @Test func aHandlerMayReleaseItsSession() async throws {
    let (server, end) = (try server(), Gate())
    let box = Box(Session.plain())
    if let session = box.session {
      Self.onTheTransportsThread(session, server.url) {
        box.session = nil
        end.open()
      }
    }
    await end.waitWithinTimeLimit()
  }

  private final class Box: Sendable {
    private let kept: Mutex<Session?>
    init(_ session: Session) { kept = Mutex(session) }
    var session: Session? {
      get { kept.withLock(\.self) }
      set { kept.withLock { $0 = newValue } }
    }
  }
}
