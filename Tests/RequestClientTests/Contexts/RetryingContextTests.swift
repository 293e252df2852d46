import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryingContextTests {
  struct Retried: HostRequestType, GETRequestType, RetryingType, StringResponseType {
    var host: String
    var retrier = OfflineRetrier.forContexts
    let path = ""
  }

  /// Drops this many connections, then responds.
  private func server(dropping drops: Int, _ status: String = "200 OK") throws -> RawServer {
    let seen = Recorder<Int>()
    return try RawServer { client in
      // The probe connects and sends nothing.
      try client.readHead()
      seen.record(1)
      if seen.values.count > drops { try client.respond(status, body: "here") }
    }
  }

  @Test func theThirdAttemptMaySucceed() async throws {
    let server = try server(dropping: 2)
    #expect(try await Retried(host: server.url).value == "here")
    #expect(server.received.count == 3)
  }

  @Test func thereIsNoFourthAttempt() async throws {
    let server = try server(dropping: 3)
    let response = await Retried(host: server.url).response
    #expect(response.error?.networkFault == .connectionLost)
    #expect(server.received.count == 3)
  }

  @Test func otherErrorsAreReportedAtOnce() async throws {
    let server = try server(dropping: 0, "500 Oh")
    let task = Retried(host: server.url).createRequest().serializingString()
    task.resume()
    #expect(await task.response.error?.responseCode == 500)
    #expect(server.received.count == 1)
  }

  @Test func aRetryPolicySeesABusyServer() async throws {
    struct Patient: HostRequestType, GETRequestType, StringResponseType {
      var host: String
      let path = ""
      var interceptor: (any RequestInterceptor)? {
        RetryPolicy(exponentialBackoffScale: .milliseconds(1))
      }
    }
    let seen = Recorder<Void>()
    let server = try RawServer { client in
      while true {
        try client.readHead()
        if seen.recordNumbered(()) == 0 {
          try client.respond("503 Busy", body: "busy")
        } else {
          try client.respond(body: "here")
        }
      }
    }
    let response = await Patient(host: server.url).response
    #expect(response.value == "here")
    #expect(response.timeline.hops.map(\.status) == [503, 200])
  }

  @Test func cancellingWhileItWaitsEndsIt() async throws {
    let (server, asked) = (try server(dropping: 1), Gate())
    let retrier = OfflineRetrier(
      maximumWait: .seconds(60), pollingInterval: .milliseconds(1), faults: [.connectionLost]
    ) {
      _ in
      asked.open()
      return false
    }
    let request = Retried(host: server.url, retrier: retrier).createRequest()
    let task = request.serializingString()
    request.resume()
    await asked.wait()
    request.cancel()
    #expect(await task.response.error?.isExplicitlyCancelled == true)
    #expect(request.requests.count == 1)
    #expect(server.received.count == 1)
  }
}
