import Foundation
@testable import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ResponseContextTests {
  struct Pet: Decodable, Sendable, Equatable { var name: String }

  struct Text: HostRequestType, GETRequestType, DefaultSessionType, StringResponseType {
    var host: String
    let path = "pets"
  }
  struct Bytes: HostRequestType, GETRequestType, DefaultSessionType, DataResponseType {
    var host: String
    let path = "pets"
  }
  struct Pets: HostRequestType, GETRequestType, DefaultSessionType, DecodableResponseType {
    typealias Value = [Pet]
    var host: String
    let path = "pets"
  }
  struct AnyJSON: RequestType, DefaultSessionType, JSONResponseType {
    var method = HTTPRequest.Method.get
    var urlString: String
  }

  private static let body = #"[{"name": "Rex"}]"#

  /// Keeps the servers of a test until its end.
  private let servers = Recorder<RawServer>()

  /// The URL of a server with this response.
  private func url(_ status: String = "200 OK", _ body: String = body) throws -> String {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(status, body: body)
      }
    }
    servers.record(server)
    return server.url
  }

  @Test func severalKindsOfResponseOverOneEndpoint() async throws {
    let url = try url()
    #expect(try await Text(host: url).value == Self.body)
    #expect(try await Bytes(host: url).value == Data(Self.body.utf8))
    #expect(try await Pets(host: url).value == [Pet(name: "Rex")])
    #expect(try await AnyJSON(urlString: url).value[0, "name"].string == "Rex")
  }

  @Test(arguments: ["404 Not Found", "500 Oh", "302 Found"])
  func anotherStatusThan2xxIsAnErrorThatKeepsTheBody(_ status: String) async throws {
    let response = await Pets(host: try url(status)).response
    #expect(response.error?.responseCode == Int(status.prefix(3)))
    #expect(response.data == Data(Self.body.utf8))
  }

  @Test func theStatusesToAcceptAreAMember() async throws {
    struct Lenient: HostRequestType, GETRequestType, StringResponseType {
      var host: String
      let path = ""
      var validStatusCodes: Set<Int>?
    }
    #expect(try await Lenient(host: try url("404 Not Found"), validStatusCodes: nil).value == Self.body)
    #expect(try await Lenient(host: try url("404 Not Found"), validStatusCodes: [200, 404]).value == Self.body)
    await #expect(throws: RequestError.self) { try await Lenient(host: try url(), validStatusCodes: [201]).value }
  }

  @Test func theAsyncResponseHasEverything() async throws {
    let response = await Pets(host: try url("200 OK", "no JSON")).response
    #expect(response.response?.status == .ok)
    #expect(response.data == Data("no JSON".utf8))
    guard case .responseSerializationFailed(.decodingFailed) = response.error else {
      Issue.record("\(String(describing: response.error))")
      return
    }
  }

  @Test func cancellingTheTaskCancelsTheRequest() async throws {
    let (arrived, left) = (Gate(), Gate())
    let server = try RawServer { client in
      try client.readHead()
      arrived.open()
      client.waitForEnd()
      left.open()
    }
    let task = Task { await Text(host: server.url).response.error }
    await arrived.wait()
    task.cancel()
    #expect(await task.value?.isExplicitlyCancelled == true)
    await left.wait()
  }

  @Test func aDownloadIsReadFromItsFile() async throws {
    let folder = ScratchFolder()
    let file = folder.url("pets.json")
    let responses = Recorder<DownloadResponse<[Pet], RequestError>>()
    let request = Pets(host: try url())
      .createDownload(to: { _, _ in (file, [.createIntermediateDirectories]) }) { responses.record($0) }
    #expect(request.state == .initialized)
    request.resume()
    let response = await responses.values(count: 1)[0]
    #expect(response.value == [Pet(name: "Rex")])
    #expect(response.fileURL == file)
  }

  /// The outcome as text, with its associated values.
  private func outcome(_ status: String, _ body: String, method: HTTPRequest.Method = .get) async throws -> String {
    let url = try url(status, body)
    switch await AnyJSON(method: method, urlString: url).response.result {
    case .success(let json): return json.rawString(prettyPrinted: false)
    case .failure(.lostConnection): return "lost"
    case .failure(.lostData(let status)): return "no data \(status)"
    case .failure(.notJSONResponse(let status, let body)): return "no JSON \(status) \(body.count)"
    case .failure(.unknownError(let status, let body, let error)):
      return "unknown \(status ?? 0) \(body?.count ?? 0)" + (error == nil ? "" : " error")
    }
  }

  @Test(arguments: [
    ("200 OK", "[1]", "[1]"), ("299 Fine", "false", "false"), ("200 OK", "", "no data 200"),
    ("200 OK", "null", "no JSON 200 4"), ("200 OK", "<p>", "no JSON 200 3"), ("204 No Content", "", "null"),
    ("300 Many", "[1]", "unknown 300 3"), ("304 Not Modified", "", "unknown 304 0"),
    ("302 Found", "x", "unknown 302 1"),
    ("404 Not Found", "{}", "unknown 404 2"), ("500 Oh", "", "unknown 500 0"),
  ])
  func everyResponseHasItsResult(_ status: String, _ body: String, _ expected: String) async throws {
    #expect(try await outcome(status, body) == expected)
  }

  @Test(arguments: ["", "null"])
  func theResponseToADeleteIsNull(_ body: String) async throws {
    #expect(try await outcome("200 OK", body, method: .delete) == "null")
  }

  @Test func aLostConnectionIsItsOwnError() async throws {
    let cut = try RawServer { try $0.readHead() }
    for url in [cut.url, "http://127.0.0.1:\(try RawServer.freePort())", "http://nowhere.invalid"] {
      guard case .failure(.lostConnection(let error)) = await AnyJSON(urlString: url).response.result else {
        Issue.record("\(url)")
        continue
      }
      #expect(JSONResponseError.lostConnection(error).description == error.description)
    }
    #expect(cut.received.count == 1)
    guard case .failure(.unknownError(nil, nil, .invalidURL?)) = await AnyJSON(urlString: "?").response.result else {
      Issue.record("sent")
      return
    }
  }

  @Test(arguments: [
    (JSONResponseError.lostData(status: 200), "The response (200) has no body; JSON was expected — try again"),
    (
      .notJSONResponse(status: 200, body: Data("<p>".utf8)),
      "The response (200) is not JSON: 3 bytes of something else — is this the right URL?"
    ),
    (.unknownError(status: 302, body: nil, nil), "The status is 302; the 0 bytes of the body may say why"),
    (.unknownError(status: nil, body: nil, .explicitlyCancelled), "Cancelled"),
  ])
  func theSentencesSayWhatHappened(_ error: JSONResponseError, _ sentence: String) {
    #expect(error.description == sentence)
    #expect(error.localizedDescription == sentence)
  }

  @Test func cookieRequestsShareAJar() async throws {
    struct Cookies: HostRequestType, GETRequestType, CookieSessionType, StringResponseType {
      var host: String
      let path = ""
    }
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.respond(headers: ["Set-Cookie: a=1"])
      }
    }
    for _ in 0..<2 { _ = try await Cookies(host: server.url).value }
    #expect(server.received.map { $0.contains("Cookie: a=1") } == [false, true])
    #expect(Text(host: "").session === Session.default)
  }
}
