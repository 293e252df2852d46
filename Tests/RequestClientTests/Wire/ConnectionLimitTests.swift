import Foundation
import Synchronization
import TestSupport
import Testing

@testable import RequestClient

/// How many connections a session opens, and what happens when the system has no more.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionLimitTests {
  /// Counts the requests that it serves at the same time, and holds them until `isOpen`.
  private final class CountingServer: Sendable {
    let isOpen = Gate()
    let arrived = Recorder<Void>()
    private let running: Mutex<(now: Int, most: Int)>
    private let server = Mutex<RawServer?>(nil)

    var most: Int { running.withLock(\.most) }
    var url: String { server.withLock { $0?.url ?? "" } }

    init() throws {
      running = Mutex((0, 0))
      let server = try RawServer { [self] client in
        while true {
          try client.readHead()
          running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
          arrived.record(())
          isOpen.waitOnThread()
          running.withLock { $0.now -= 1 }
          try client.respond(body: "done")
        }
      }
      self.server.withLock { $0 = server }
    }
  }

  @Test(arguments: [6, 1, 3])
  func requestsBeyondTheLimitWait(_ limit: Int) async throws {
    let server = try CountingServer()
    let session = Session.plain { if limit != 6 { $0.maxConnectionsPerHost = limit } }
    let tasks = (0..<30).map { session.request("\(server.url)/\($0)").serializingString() }
    _ = await server.arrived.values(count: limit)
    server.isOpen.open()
    for task in tasks { #expect(try await task.value == "done") }
    #expect(server.most == limit)
    #expect(server.arrived.values.count == 30)
  }

  @Test func withoutALimitAllAreSent() async throws {
    let server = try CountingServer()
    let session = Session.plain { $0.maxConnectionsPerHost = nil }
    let tasks = (0..<20).map { session.request("\(server.url)/\($0)").serializingString() }
    _ = await server.arrived.values(count: 20)
    server.isOpen.open()
    for task in tasks { #expect(try await task.value == "done") }
    #expect(server.most == 20)
  }

  @Test func aWaitingRequestCanBeCancelledAndHasItsTimeLimit() async throws {
    let server = try CountingServer()
    let session = Session.plain { $0.maxConnectionsPerHost = 1 }
    let first = session.request(server.url).serializingString()
    _ = await server.arrived.values(count: 1)
    let cancelled = session.request(server.url).cancel().serializingString()
    expect(await cancelled.response.error) { $0.isExplicitlyCancelled }
    let waiting = session.request(server.url)
    let reply = waiting.serializingString()
    waiting.cancel()
    let ended = await reply.response
    expect(ended.error) { $0.isExplicitlyCancelled }
    #expect(ended.timeline.hops.first?.connection == nil)
    let hasty = session.request(server.url, options: .with { $0.timeout = .milliseconds(50) })
    expect(await hasty.serializingString().response.error) {
      if case .timedOut(.total, _, _) = $0 { true } else { false }
    }
    let last = session.request(server.url).serializingString()
    server.isOpen.open()
    #expect(try await first.value == "done")
    #expect(try await last.value == "done")
    #expect(server.arrived.values.count == 2)
  }

  @Test func aSuspendedRequestThatWaitsDeliversNothingUntilItIsResumed() async throws {
    let server = try CountingServer()
    let session = Session.plain { $0.maxConnectionsPerHost = 1 }
    let first = session.request(server.url).serializingString()
    _ = await server.arrived.values(count: 1)
    let request = session.request(server.url)
    let reply = request.serializingString()
    request.suspend()
    server.isOpen.open()
    #expect(try await first.value == "done")
    #expect(request.isSuspended && request.data == nil)
    request.resume()
    #expect(try await reply.value == "done")
  }

  @Test func otherServersDoNotWait() async throws {
    let (busy, other) = (try CountingServer(), try CountingServer())
    let session = Session.plain { $0.maxConnectionsPerHost = 1 }
    let tasks = (0..<3).map { _ in session.request(busy.url).serializingString() }
    other.isOpen.open()
    #expect(try await session.request(other.url).serializingString().value == "done")
    busy.isOpen.open()
    for task in tasks { #expect(try await task.value == "done") }
  }

  @Test func releasingTheSessionEndsWaitingRequests() async throws {
    let server = try CountingServer()
    var session: Session? = Session.plain { $0.maxConnectionsPerHost = 1 }
    let tasks = (0..<3).map { _ in session?.request(server.url).serializingString() }
    _ = await server.arrived.values(count: 1)
    session = nil
    for task in tasks { expect(await task?.response.error) { $0.isSessionDeinitialized } }
    server.isOpen.open()
  }

  /// One response is under way on the only connection, while others share it.
  @Test func requestsOverHTTP2DoNotWait() async throws {
    let nginx = try await TestServers.nginx()
    let session = Session.plain { configuration in
      configuration.maxConnectionsPerHost = 1
      configuration.options.serverTrust = .disabled
    }
    let file = try nginx.serve(nginx.rangeBytes)
    let slow = session.streamRequest(file.url.replacing(nginx.url, with: nginx.tlsURL) + "?rate=10k")
    let begun = Gate()
    slow.responseStream { _ in begun.open() }
    let waiting = session.request(nginx.tlsURL + "/echo").serializingString()
    await begun.wait()
    #expect(try await waiting.value == "GET HTTP/2.0 [] [] []\n")
    #expect(try await session.request(nginx.tlsURL + "/echo").serializingString().value == "GET HTTP/2.0 [] [] []\n")
    #expect(!slow.isFinished)
    slow.cancel()
  }

  @Test func withoutAFreeDescriptorARequestFailsAndTheNextOneIsSent() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { client in
        while true {
          try client.readHead()
          try client.respond(body: "done")
        }
      }
      let (fresh, used) = (Session.plain(), Session.plain())
      _ = await used.request(server.url).serializingString().response
      var limit = rlimit(rlim_cur: 200, rlim_max: 200)
      setrlimit(__rlimit_resource_t(7), &limit)  // RLIMIT_NOFILE
      var taken: [Int32] = []
      while let descriptor = Optional(open("/dev/null", O_RDONLY)), descriptor >= 0 { taken.append(descriptor) }
      // The first has no descriptor to wait with, the second none for a connection.
      for (session, url) in [(fresh, server.url), (used, "http://127.0.0.1:1/"), (used, "http://localhost:1/")] {
        let error = await session.request(url).serializingString().response.error
        guard case .localLimit(reason: "Too many open files") = error else {
          print("\(url): \(error.map { "\($0)" } ?? "no error")")
          exit(2)
        }
      }
      for descriptor in taken { close(descriptor) }
      if await fresh.request(server.url).serializingString().response.value != "done" { exit(3) }
      exit(0)
    }
  }
}
