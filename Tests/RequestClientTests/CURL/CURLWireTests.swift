import Foundation
@testable import RequestClient
import TestSupport
import Testing

/// The command of a request, run in `sh`, sends the same bytes as the request.
@Suite(.timeLimit(.minutes(1)))
struct CURLWireTests {
  /// Records the bytes that clients send.
  struct Server {
    let raw: RawServer
    let messages = Recorder<[UInt8]>()

    init() throws {
      raw = try RawServer { [messages] client in
        let head = try client.readHead()
        let length = head.lines.first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.split(separator: " ").last ?? "") }
        messages.record(Array(head.utf8) + [10] + (try client.readBytes(length ?? 0)))
        try client.respond(headers: ["Connection: close"])
      }
    }
  }

  private func compare(
    _ make: (Session, String) throws -> DataRequest, in session: Session = .plain(),
    ignoring ignored: (String) -> String = { $0 }
  ) async throws -> String {
    let server = try Server()
    let request = try make(session, server.raw.url)
    #expect(await request.serializingData().response.error == nil)
    let text = request.cURLDescription()
    try #require(try await ChildProcess.shell(text) == 0)
    let messages = await server.messages.values(count: 2).map { String(decoding: $0, as: UTF8.self) }
    #expect(ignored(messages[0]) == ignored(messages[1]), "\(text)")
    return text
  }

  @Test func aPlainGet() async throws {
    let text = try await compare { session, url in
      let headers: HTTPHeaders = [HTTPHeader("X-B", "2"), HTTPHeader("x-a", ""), HTTPHeader("X-B", "3")]
      return session.request(url + "/a/../b?c=d&e=[1]{2}#f", headers: headers)
    }
    #expect(text.hasPrefix("curl '"))
    #expect(text.contains("--path-as-is"))
    #expect(!text.contains("-X "))
  }

  @Test func theHeadersOfTheSession() async throws {
    let text = try await compare({ $0.request($1) }, in: Session())
    #expect(text.contains("--compressed"))
  }

  @Test(arguments: [
    #"it's "quoted" $HOME `id` \n \\ !! %s ${x}"# + "\nnew line\n", "@/etc/passwd", "-n", "", "ünï 🎉", "100% \u{7}",
    String(repeating: "long ", count: 30_000),
  ])
  func aPostOfText(_ body: String) async throws {
    let text = try await compare { $0.request($1, method: .post, body: .data(Data(body.utf8))) }
    #expect(!text.contains("-X "))
    if body.utf8.count < 100_000 { #expect(text.hasPrefix("curl ")) }
  }

  @Test func aPostOfAnyBytes() async throws {
    let bytes = Data((0..<1024).map { UInt8(truncatingIfNeeded: $0) })
    _ = try await compare { $0.request($1, method: .post, headers: [.contentType("x/y")], body: .data(bytes)) }
  }

  @Test(arguments: [HTTPMethod.get, .head, .put, .patch, .delete, .post, HTTPMethod("PURGE")!])
  func everyMethodWithAndWithoutABody(_ method: HTTPMethod) async throws {
    _ = try await compare { $0.request($1, method: method) }
    if method != .head { _ = try await compare { $0.request($1, method: method, body: .data(Data("x".utf8))) } }
  }

  @Test func aFileIsNamedAndNotRead() async throws {
    let folder = ScratchFolder()
    let file = try folder.write(Data((1...255).map { UInt8($0) } + Array("\n\n".utf8)), "it's a file")
    let text = try await compare { $0.upload(file, to: $1, method: .put) }
    #expect(text.contains("--data-binary '@"))
  }

  @Test func aFormIsWrittenAsCurlOptions() async throws {
    let folder = ScratchFolder()
    let file = try folder.write(Data("\0not a picture".utf8), #"a "b" \c,d;e.png"#)
    var form = MultipartFormData()
    form.append(#"it's <@"text"; $HOME"# + "\n", withName: "te\"xt")
    form.append(file, withName: "picture")
    form.append(file, withName: "other", fileName: "über.txt", mimeType: "text/x")
    let text = try await compare({ $0.upload(multipartFormData: form, to: $1) }) { message in
      let boundary = message.lines.first { $0.hasPrefix("Content-Type: multipart/form-data; boundary=") }?
        .split(separator: "=").last.map(String.init)
      // The boundary's length changes the length of the message; the position of the type is curl's.
      return message.replacing(boundary ?? "?", with: "B").lines
        .filter { !$0.hasPrefix("Content-Length:") && !$0.hasPrefix("Content-Type: multipart/") }
        .joined(separator: "\n")
    }
    #expect(text.contains("--form-string ") && text.contains("-F "))
    #expect(text.hasPrefix("curl "))
  }

  @Test func aFormThatCurlCannotMakeIsPipedIn() async throws {
    let folder = ScratchFolder()
    let file = try folder.write(Data("\0bytes".utf8), "file's")
    var form = MultipartFormData(boundary: "b'o")
    form.append(Data("\0%s\\".utf8), withName: "data", fileName: "x", mimeType: "a/b; c=d")
    form.append(.file(file), headers: [HTTPHeader("X-Own", "yes")])
    let text = try await compare { $0.upload(multipartFormData: form, to: $1) }
    #expect(text.contains("cat "))
  }

  @Test func cookiesAndCredentialsAreIncluded() async throws {
    let jar = CookieJar()
    let session = Session.plain { $0.cookieJar = jar }
    _ = try await compare(
      { session, url in
        jar.store([HTTPHeader("Set-Cookie", "a=1")], from: try RequestURL(url), at: Date())
        return session.request(url).authenticate(with: .bearer(token: "secret"))
      }, in: session)
    _ = try await compare { $0.request($1.replacing("http://", with: "http://us%20er:pass@")) }
  }

  @Test func connectToAndAnExplicitHostAreCombined() async throws {
    _ = try await compare { session, url in
      session.request(
        "http://api.example.com/x", headers: [HTTPHeader("Host", "other")],
        options: .with {
          $0.connectTo = ["api.example.com:80": String(url.dropFirst(7))]
          $0.proxy = .none
          $0.httpVersion = .http1
        })
    }
  }
}
