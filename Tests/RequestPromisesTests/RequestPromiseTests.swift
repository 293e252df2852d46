import Foundation
import RequestClient
import RequestPromises
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestPromiseTests {
  private let session = Session()
  /// Keeps the servers of a test until its end.
  private let servers = Recorder<RawServer>()

  /// Never responds; opens its gate when the client disconnects.
  private func silentServer(_ arrived: Gate, _ left: Gate = Gate()) throws -> RawServer {
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      client.waitForEnd()
      left.open()
    }
    servers.record(server)
    return server
  }

  private func server(_ status: String = "200 OK", _ body: String) throws -> RawServer {
    let server = try RawServer { client in
      try client.readHead()
      try client.respond(status, body: body)
    }
    servers.record(server)
    return server
  }

  @Test func aRequestBecomesAPromiseAndThatAValue() async throws {
    let length = session.request(try server("200 OK", "hello").url).responseStringPromise().map(\.count)
    #expect(try await length.value == 5)
  }

  @Test func everyKindOfPromise() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(body: "[1]")
      }
    }
    func request() -> DataRequest { session.request(server.url) }
    #expect(try await request().responseDataPromise().value == Data("[1]".utf8))
    #expect(try await request().responseJSONPromise().value[0].int == 1)
    #expect(try await request().responseDecodablePromise(of: [Int].self).value == [1])
    #expect(try await request().responsePromise(using: StringResponseSerializer()).value == "[1]")
    let file = try await session.download(server.url).responseURLPromise().value
    #expect(try Data(contentsOf: file) == Data("[1]".utf8))
    try FileManager.default.removeItem(at: file)
    #expect(server.received.count == 5)
  }

  @Test func aTaskCanBeReturnedFromABody() async throws {
    let (first, second) = (try server("200 OK", "first"), try server("200 OK", "second"))
    let promise = session.request(first.url).responseStringPromise()
      .then { [session] _ in session.request(second.url).serializingString() }
    #expect(try await promise.value == "second")
  }

  @Test func aFailedRequestRejects() async throws {
    let promise = session.request(try server("404 Gone", "").url).validate().responseDataPromise()
    await #expect(throws: RequestError.self) { try await promise.value }
    #expect(promise.error?.asRequestError?.responseCode == 404)
  }

  @Test func cancellingThePromiseCancelsTheRequest() async throws {
    let (arrived, left) = (Gate(), Gate())
    let request = session.request(try silentServer(arrived, left).url)
    let promise = request.responseStringPromise().map(\.count)
    await arrived.wait()
    promise.cancel()
    await left.wait()
    await #expect { try await promise.value } throws: { $0.isCancelled }
    #expect(request.state == .cancelled)
  }

  @Test func cancellingTheRequestRejectsThePromiseAsCancelled() async throws {
    let arrived = Gate()
    let request = session.request(try silentServer(arrived).url)
    let promise = request.responseStringPromise()
    await arrived.wait()
    request.cancel()
    await #expect { try await promise.value } throws: { $0.isCancelled }
  }
}
