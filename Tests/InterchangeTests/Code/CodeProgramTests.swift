import Foundation
import Interchange
import RequestModel
import Testing

/// The programs of each language send exactly their requests, as far as their library allows.
@Suite struct CodeProgramTests {
  @Test(.enabled("Python's requests is not installed") { try await CodeTool.pythonRequests.isInstalled })
  func pythonRequests() async throws { try await check(.pythonRequests) }

  @Test(.enabled("Python's httpx is not installed") { try await CodeTool.pythonHTTPX.isInstalled })
  func pythonHTTPX() async throws { try await check(.pythonHTTPX) }

  @Test(.enabled("Python is not installed") { try await CodeTool.pythonURLLib.isInstalled })
  func pythonURLLib() async throws { try await check(.pythonURLLib) }

  @Test(.enabled("Node 20 is not installed") { try await CodeTool.javascriptFetch.isInstalled })
  func javascriptFetch() async throws { try await check(.javascriptFetch) }

  @Test(.enabled("axios is not installed") { try await CodeTool.javascriptAxios.isInstalled })
  func javascriptAxios() async throws { try await check(.javascriptAxios) }

  @Test(.enabled("Node is not installed") { try await CodeTool.nodeHTTP.isInstalled })
  func nodeHTTP() async throws { try await check(.nodeHTTP) }

  @Test(.enabled("Go is not installed") { try await CodeTool.go.isInstalled })
  func go() async throws { try await check(.go) }

  @Test(.enabled("PHP with curl is not installed") { try await CodeTool.phpCurl.isInstalled })
  func phpCurl() async throws { try await check(.phpCurl) }

  @Test(.enabled("Ruby is not installed") { try await CodeTool.ruby.isInstalled })
  func ruby() async throws { try await check(.ruby) }

  @Test(.enabled("A JDK is not installed") { try await CodeTool.javaHTTPClient.isInstalled })
  func javaHTTPClient() async throws { try await check(.javaHTTPClient) }

  @Test(.enabled("A JDK or OkHttp is not installed") { try await CodeTool.javaOkHttp.isInstalled })
  func javaOkHttp() async throws { try await check(.javaOkHttp) }

  @Test(.enabled("Kotlin or OkHttp is not installed") { try await CodeTool.kotlin.isInstalled })
  func kotlin() async throws { try await check(.kotlin) }

  @Test(.enabled("Mono with its compiler mcs is not installed") { try await CodeTool.csharp.isInstalled })
  func csharp() async throws { try await check(.csharp) }

  @Test(.enabled("Guzzle is not installed") { try await CodeTool.phpGuzzle.isInstalled })
  func phpGuzzle() async throws { try await check(.phpGuzzle) }

  @Test(.enabled("A C compiler with libcurl is not installed") { try await CodeTool.c.isInstalled })
  func c() async throws { try await check(.c) }

  @Test(.enabled("Perl is not installed") { try await CodeTool.perl.isInstalled })
  func perl() async throws { try await check(.perl) }

  @Test(.enabled("wget is not installed") { try await CodeTool.wget.isInstalled })
  func wget() async throws { try await check(.wget) }

  @Test(.enabled("HTTPie is not installed") { try await CodeTool.httpie.isInstalled })
  func httpie() async throws { try await check(.httpie) }

  @Test(
    .enabled("WORKBENCH_CRATES, a folder of crates with reqwest, is not set") { try await CodeTool.rust.isInstalled })
  func rust() async throws { try await check(.rust) }

  @Test(.enabled("Node is not installed") { try await CodeTool.k6.isInstalled })
  func k6() async throws { try await check(.k6) }

  @Test(
    .enabled("WORKBENCH_SWIFT_PROGRAMS, the folder of this package, is not set") {
      try await CodeTool.swift.isInstalled
    })
  func swift() async throws { try await check(.swift) }

  @Test(.enabled("WORKBENCH_SWIFT_PROGRAMS is not set") { try await CodeTool.swiftURLSession.isInstalled })
  func swiftURLSession() async throws { try await check(.swiftURLSession) }

  @Test(.enabled("curl is not installed") { try await CodeTool.curl.isInstalled })
  func curl() async throws { try await check(.curl) }

  private func check(_ tool: CodeTool) async throws {
    let run = try CodeRun(tool)
    try await run.run(tool.script(run))
    for (number, request) in run.requests.enumerated() {
      var expected = try WireMessage(request, in: run.folder)
      tool.limits(&expected, request)
      let actual = run.message(number)
      if actual != expected {
        Issue.record("case \(number)\nexpected:\n\(expected)\nsent:\n\(actual.map { "\($0)" } ?? "nothing")")
      }
    }
    #expect(run.log == "")
  }
}
