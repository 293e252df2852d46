import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HandlerTests {
  /// A session whose every response is 200 with `body`, through a real server.
  private func request(_ body: String, _ status: String = "200 OK", headers: [String] = []) throws -> DataRequest {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(status, headers: headers, body: body)
      }
    }
    // The server's thread outlives the last reference to it.
    return Self.session.request(server.url, headers: [], shouldAutomaticallyResume: false)
      .response { _ in withExtendedLifetime(server) {} }
  }

  private static let session = Session.plain()

  struct Blocking: ResponseSerializer {
    let gate: Gate
    func serialize(request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?) throws -> Int
    {
      gate.waitOnThread()
      return data?.count ?? 0
    }
  }

  @Test func aSlowSerializerDelaysNoEarlierHandler() async throws {
    let (gate, fast) = (Gate(), Gate())
    let request = try request("hello")
    request.responseString { _ in fast.open() }
    let slow = request.serializingResponse(using: Blocking(gate: gate))
    request.resume()
    await fast.wait()
    gate.open()
    #expect(try await slow.value == 5)
  }

  @Test func onlyTheHeadHandlerRunsBeforeTheResponseIsComplete() async throws {
    let (finish, headSeen) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      try client.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n")
      finish.waitOnThread()
      try client.send("done")
    }
    let order = Recorder<String>()
    let request = Self.session.request(server.url, shouldAutomaticallyResume: false)
    request.onResponseHead { head in
      order.record("head \(head.response.status.code)")
      headSeen.open()
    }
    let reply = request.response { _ in order.record("body") }.serializingString()
    request.resume()
    await headSeen.wait()
    #expect(order.values == ["head 200"])
    finish.open()
    #expect(try await reply.value == "done")
    #expect(order.values == ["head 200", "body"])
  }

  @Test func handlersAddedAfterTheEndRunWithTheKeptResult() async throws {
    let transport = StubTransport()
    let session = Session(configuration: .default, transport: transport)
    let request = session.request("http://stub/")
    #expect(try await request.serializingString().value == "stub")
    let late = Recorder<String?>()
    request.responseString { response in
      late.record(response.value)
      request.responseString { response in
        late.record(response.value)
        request.responseString { late.record($0.value) }
      }
    }
    #expect(await late.values(count: 3) == ["stub", "stub", "stub"])
    #expect(transport.startCount == 1)
  }

  @Test func handlersRunOnTheirQueueAndOtherwiseNotOnMain() async throws {
    let queue = DispatchQueue(label: "asked")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let seen = Recorder<Bool>()
    let request = try request("x")
    request.response(queue: queue) { _ in seen.record(DispatchQueue.getSpecific(key: key) == true) }
    request.response { _ in seen.record(!Thread.isMainThread) }
    request.resume()
    #expect(await seen.values(count: 2) == [true, true])
  }

  @Test func progressGrowsToTheWholeBody() async throws {
    let body = String(repeating: "a", count: 300_000)
    let seen = Recorder<TransferProgress>()
    let request = try request(body).downloadProgress { seen.record($0) }
    let reply = request.serializingData()
    request.resume()
    _ = await reply.response
    #expect(seen.values.map(\.completed) == seen.values.map(\.completed).sorted())
    #expect(seen.values.last?.fraction == 1)
  }

  @Test func validationRunsBeforeEverySerializerAndKeepsTheBody() async throws {
    let request = try request(#"{"why":1}"#, "404 Not Found")
    let reply = request.serializingDecodable([String: Int].self)
    request.validate()
    request.resume()
    let response = await reply.response
    #expect(response.error?.responseCode == 404)
    #expect(response.data == Data(#"{"why":1}"#.utf8))
    #expect(response.error?.description == "The status 404 is not acceptable")
  }

  @Test func withoutValidationAnErrorStatusSucceeds() async throws {
    let request = try request("no", "500 Internal Server Error").resume()
    #expect(try await request.serializingString().value == "no")
  }

  @Test func theFirstFailingValidatorWins() async throws {
    struct Later: Error {}
    let calls = Recorder<Int>()
    let request = try request("x")
      .validate(statusCode: [201])
      .validate { _, _, _ in
        calls.record(1)
        return .failure(Later())
      }
    request.resume()
    #expect(await request.serializingString().response.error?.responseCode == 200)
    #expect(calls.values.isEmpty)
  }

  @Test(arguments: [
    ("text/plain; charset=utf-8", ["text/*"], true), ("text/plain", ["application/json"], false),
    ("application/json", ["text/html", "application/json;q=0.5"], true), ("text/plain", ["*/*"], true),
    ("nonsense", ["text/plain"], false), ("", ["*/*"], true), ("", ["text/plain"], false),
  ])
  func contentTypesAreMatched(_ type: String, _ acceptable: [String], _ isAccepted: Bool) async throws {
    let request = try request("x", headers: type.isEmpty ? [] : ["Content-Type: \(type)"])
      .validate(contentType: acceptable).resume()
    #expect((await request.serializingString().response.error == nil) == isAccepted)
  }

  @Test func textIsDecodedByItsCharsetOrAsUTF8() async throws {
    #expect(try await request("grün").resume().serializingString().value == "grün")
    let latin = try request("grün", headers: ["Content-Type: text/plain; charset=\"ISO-8859-1\""]).resume()
    #expect(try await latin.serializingString().value == "grÃ¼n")
    #expect(try await latin.serializingString(encoding: .utf8).value == "grün")
  }

  @Test func emptyBodiesMakeEmptyValues() async throws {
    let request = try request("").resume()
    #expect(try await request.serializingDecodable(Empty.self).value == Empty())
    #expect(try await request.serializingDecodable(Int?.self).value == nil)
    #expect(try await request.serializingString().value == "")
    guard
      case .responseSerializationFailed(.invalidEmptyResponse(type: "Int")) =
        await request.serializingDecodable(Int.self).response.error
    else {
      Issue.record("an Int of nothing")
      return
    }
    guard
      case .responseSerializationFailed(.inputDataNilOrZeroLength) =
        await request.serializingData(emptyBodies: .standard).response.error
    else {
      Issue.record("strictness was ignored")
      return
    }
  }

  @Test func customErrorsOfSerializersAreWrapped() async throws {
    struct Mine: Error {}
    struct Failing: ResponseSerializer {
      func serialize(
        request: OutgoingRequest?, response: HTTPResponse?, data: Data?, error: RequestError?
      ) throws -> Int { throw Mine() }
    }
    let response = await (try request("x")).resume().serializingResponse(using: Failing()).response
    #expect(response.error?.underlyingError is Mine)
    #expect(response.serializationDuration > .zero)
    #expect(response.data == Data("x".utf8))
  }

  @Test func propertyListsDecode() async throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    let plist = String(decoding: try encoder.encode(["a": 1]), as: UTF8.self)
    let decoded = try request(plist).resume().serializingDecodable([String: Int].self, decoder: PropertyListDecoder())
    #expect(try await decoded.value == ["a": 1])
  }

  @Test func responsesMapAndKeepTheRest() async throws {
    struct Mine: Error {}
    let response = await (try request("abc")).resume().serializingString().response
    #expect(response.map(\.count).value == 3)
    #expect(response.map(\.count).data == response.data)
    #expect(response.tryMap { _ -> Int in throw Mine() }.error is Mine)
    let failed = await (try request("abc")).validate(statusCode: [1]).resume().serializingString().response
    #expect(failed.mapError { _ in Mine() }.error != nil)
    #expect(failed.map(\.count).error?.responseCode == 200)
    #expect(failed.tryMapError { _ -> Mine in throw CancellationError() }.error is CancellationError)
  }
}
