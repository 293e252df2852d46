import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct OfflineRetrierTests {
  private let session = Session.plain()

  @Test func allWaitForOneLoopAndSucceedWhenTheServerStarts() async throws {
    let port = try RawServer.freePort()
    let (failures, rounds, isBack) = (Recorder<Bool>(), Recorder<NetworkEndpoint>(), Gate())
    let retrier = OfflineRetrier(maximumWait: .seconds(60), pollingInterval: .milliseconds(1)) { endpoint in
      rounds.record(endpoint)
      await isBack.wait()
      return await ConnectionProbe().reaches(endpoint)
    }
    let session = Session.plain { configuration in
      configuration.interceptor = retrier
      configuration.eventMonitors = [
        ClosureEventMonitor { _, event in if case .didCompleteTask = event { failures.record(true) } }
      ]
    }
    let responses = (0..<8).map { _ in session.request("http://127.0.0.1:\(port)/").serializingString() }
    _ = await failures.values(count: 8)
    let server = try RawServer(port: port) { client in
      try client.readHead()
      try client.respond(body: "back")
    }
    isBack.open()
    for reply in responses { #expect(await reply.response.value == "back") }
    #expect(server.received.count == 8)
    // Requests added during the first round were handled by the second.
    #expect((1...2).contains(rounds.values.count))
    #expect(Set(rounds.values) == [.host("127.0.0.1", port: port)])
  }

  @Test func itGivesUpAtItsLimitWithTheError() async throws {
    let rounds = Recorder<Bool>()
    let retrier = OfflineRetrier(maximumWait: .seconds(5), pollingInterval: .seconds(2), clock: TestClock()) { _ in
      rounds.record(true)
      return false
    }
    let request = session.request("http://127.0.0.1:\(try RawServer.freePort())/", interceptor: retrier)
    #expect(await request.serializingData().response.error?.networkFault == .refused)
    // After 0, 2, 4 and 5 seconds.
    #expect(rounds.values.count == 4)
    #expect(request.retryCount == 0)
  }

  @Test func aFlappingNetworkIsNotRetriedForever() async throws {
    let retrier = OfflineRetrier(retryLimit: 3) { _ in true }
    let request = session.request("http://127.0.0.1:\(try RawServer.freePort())/", interceptor: retrier)
    #expect(await request.serializingData().response.error?.networkFault == .refused)
    #expect(request.retryCount == 3)
  }

  @Test func cancellingOneLeavesTheOthersWaiting() async throws {
    let (asked, goOn) = (Gate(), Gate())
    let watch = ConnectivityWatch(interval: .milliseconds(1), time: ElapsedTime(ContinuousClock())) { _ in
      asked.open()
      await goOn.wait()
      return true
    }
    let place = NetworkEndpoint.host("a", port: 1)
    let other = Task { await watch.wait(for: place, atMost: .seconds(60)) }
    let one = Task { await watch.wait(for: place, atMost: .seconds(60)) }
    await asked.wait()
    one.cancel()
    #expect(await one.value == false)
    goOn.open()
    #expect(await other.value)
    #expect(await watch.wait(for: place, atMost: .seconds(60)))
  }

  @Test func anotherHostIsProbedAtOnce() async throws {
    let asked = Gate()
    let (away, here) = (NetworkEndpoint.host("away", port: 1), NetworkEndpoint.host("here", port: 1))
    let watch = ConnectivityWatch(interval: .seconds(3600), time: ElapsedTime(ContinuousClock())) { endpoint in
      if endpoint == away { asked.open() }
      return endpoint == here
    }
    let waiting = Task { await watch.wait(for: away, atMost: .seconds(3600)) }
    await asked.wait()
    #expect(await watch.wait(for: here, atMost: .seconds(3600)))
    waiting.cancel()
    #expect(await waiting.value == false)
  }

  @Test func otherErrorsAreNotWaitedFor() async throws {
    let server = try RawServer { try $0.readHead() }
    let retrier = OfflineRetrier { _ in
      Issue.record("probed")
      return true
    }
    let request = session.request(server.url, interceptor: retrier)
    #expect(await request.serializingData().response.error?.networkFault == .connectionLost)
    #expect(server.received.count == 1)
  }

  @Test func theProbeDetectsListeners() async throws {
    let server = try RawServer { $0.waitForEnd() }
    let probe = ConnectionProbe()
    #expect(await probe.reaches(.host("localhost", port: server.port)))
    #expect(await probe.reaches(.host("127.0.0.1", port: try RawServer.freePort())) == false)
    #expect(await probe.reaches(.host("nowhere.invalid", port: 80)) == false)
    #expect(await probe.reaches(.unixSocket("/nowhere")) == false)
    #expect(server.received.isEmpty)
  }

  @Test func theProbeConnectsWhereTheTransportDoes() throws {
    let message = OutgoingRequest(url: try RequestURL("https://api.example.com/x"))
    func endpoint(_ change: (inout TransferOptions) -> Void) -> NetworkEndpoint {
      NetworkEndpoint(of: message, options: .with(change))
    }
    #expect(endpoint { _ in } == .host("api.example.com", port: 443))
    #expect(endpoint { $0.unixSocketPath = "/s" } == .unixSocket("/s"))
    #expect(endpoint { $0.proxy = .proxy(Proxy(.http, host: "p", port: 3128)) } == .host("p", port: 3128))
    #expect(endpoint { $0.connectTo = ["api.example.com:443": "[::1]:8443"] } == .host("[::1]", port: 8443))
    #expect(endpoint { $0.resolve = ["api.example.com": "127.0.0.1"] } == .host("127.0.0.1", port: 443))
  }
}
