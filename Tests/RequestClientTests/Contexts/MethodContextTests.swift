import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// A declaration with a variable method.
protocol SampleRequest: HostRequestType {
  init(host: String)
}

extension SampleRequest {
  var path: String { "pets?keep=1" }
  var parameters: Parameters? { ["own": "a b", "both": 1] }
  var defaultParameters: Parameters { ["both": 2, "default": true] }
  var session: Session { PlainSession.shared }
}

enum PlainSession {
  static let shared = Session.plain()
}

@Suite(.timeLimit(.minutes(1)))
struct MethodContextTests {
  struct Get: SampleRequest, GETRequestType { var host: String }
  struct Head: SampleRequest, HEADRequestType { var host: String }
  struct Delete: SampleRequest, DELETERequestType { var host: String }
  struct Options: SampleRequest, OPTIONSRequestType { var host: String }
  struct Post: SampleRequest, POSTRequestType { var host: String }
  struct Put: SampleRequest, PUTRequestType { var host: String }
  struct Patch: SampleRequest, PATCHRequestType { var host: String }

  private func sent(_ make: (String) -> any RequestType) async throws -> (head: [String], body: String) {
    let bodies = Recorder<String>()
    let server = try RawServer { client in
      let length = try client.readHead().lines.first { $0.hasPrefix("Content-Length: ") }.flatMap {
        Int($0.dropFirst(16))
      }
      bodies.record(try client.readBody(length ?? 0))
      try client.respond()
    }
    let task = make(server.url).createRequest().serializingData()
    task.resume()
    #expect(await task.response.error == nil)
    return (try #require(server.received.first).lines, await bodies.values(count: 1)[0])
  }

  @Test(arguments: [Get.self, Head.self, Delete.self, Options.self] as [any SampleRequest.Type])
  func parametersOfReadingMethodsGoIntoTheQuery(_ type: any SampleRequest.Type) async throws {
    let (head, body) = try await sent { type.init(host: $0) }
    let method = type.init(host: "").method.rawValue
    #expect(head.first == "\(method) /pets?keep=1&both=1&default=1&own=a%20b HTTP/1.1")
    #expect(body.isEmpty)
  }

  @Test(arguments: [Post.self, Put.self, Patch.self] as [any SampleRequest.Type])
  func parametersOfWritingMethodsGoIntoAJSONBody(_ type: any SampleRequest.Type) async throws {
    let (head, body) = try await sent { type.init(host: $0) }
    #expect(head.first == "\(type.init(host: "").method.rawValue) /pets?keep=1 HTTP/1.1")
    #expect(head.contains("Content-Type: application/json"))
    #expect(body == #"{"both":1,"default":true,"own":"a b"}"#)
  }

  @Test func theEncodingCanBeOverridden() async throws {
    struct Form: SampleRequest, POSTRequestType {
      var host: String
      var encoding: any ParameterEncoding { URLEncoding.httpBody }
    }
    #expect(try await sent { Form(host: $0) }.body == "both=1&default=1&own=a%20b")
  }

  @Test func aDefaultContentTypeIsKept() throws {
    struct Typed: SampleRequest, POSTRequestType {
      var host: String
      var defaultHeaders: HTTPHeaders { [.contentType("application/vnd.pets+json")] }
    }
    let headers = try Typed(host: "http://a").asRequest().headers
    #expect(headers.values(for: "Content-Type") == ["application/vnd.pets+json"])
  }

  @Test func withoutParametersNothingIsEncoded() throws {
    struct Bare: HostRequestType, POSTRequestType {
      let host = "http://a"
      let path = "b"
    }
    let message = try Bare().asRequest()
    #expect(message.body == nil)
    #expect(message.headers.isEmpty)
    #expect(message.url.target == "http://a/b")
  }

  @Test func encodingErrorsAreReportedToTheHandler() async throws {
    struct Dated: HostRequestType, GETRequestType, DefaultSessionType, StringResponseType {
      let host = "http://a"
      let path = ""
      var parameters: Parameters? { ["date": Date()] }
    }
    guard case .parameterEncodingFailed = await Dated().response.error else {
      Issue.record("sent")
      return
    }
  }
}
