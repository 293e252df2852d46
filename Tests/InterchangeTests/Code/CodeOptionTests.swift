import Foundation
import Interchange
import RequestModel
import TestSupport
import Testing

/// Programs with all options compile, or at least parse.
@Suite struct CodeOptionTests {
  @Test(arguments: CodeChecker.all)
  func programsWithOptionsCompile(checker: CodeChecker) async throws {
    guard try await ChildProcess.shell(checker.probe) == 0 else { return }
    for format in checker.formats {
      let run = try CodeRun(format) { _ in CodeOptionCases.all }
      try await run.run(checker.script)
    }
  }

  @Test(arguments: ExportFormat.all.filter { $0.needs == .requests }.map(\.name))
  func noOptionIsSilentlyLost(format: String) throws {
    for request in CodeOptionCases.all {
      var source = ExportSource(PortableFolder(name: "Options"))
      source.requests = [request]
      let file = try #require(ExportFormat.named(format)).write(source).files[0]
      let text = String(decoding: file.bytes, as: UTF8.self)
      let options = "\(request.options.document)"
      // The code or a comment contains the names of hosts and files, and the numbers.
      let marks = [
        "proxy.example.com", "client.pem", "client.p12", "ca.pem", "7654.321", "7654321", "api.sock", "sni.example.com",
        "1Mf2XQ/241qz", "logins.txt",
      ]
      for mark in marks where options.contains(mark) {
        let others = mark == "7654.321" ? ["7654321", "7655"] : []
        #expect(([mark] + others).contains { text.contains($0) }, "\(format) lost \(mark):\n\(text)")
      }
    }
  }
}

/// A compiler, and the formats whose programs it checks.
struct CodeChecker: Sendable, CustomTestStringConvertible {
  var formats: [String]
  var probe: String
  /// Checks the files `case0` and so on.
  var script: String

  var testDescription: String { formats.joined(separator: ", ") }

  static let all = [
    CodeChecker(
      formats: ["python-requests", "python-httpx", "python-urllib"], probe: "python3 --version",
      script: "python3 -W error -m py_compile case*.py"),
    CodeChecker(
      formats: ["javascript-fetch", "javascript-axios", "node-http"], probe: "node --version",
      script: "for file in case*.mjs; do node --check $file || exit; done"),
    CodeChecker(formats: ["k6"], probe: "node --version", script: "cp all.js all.mjs && node --check all.mjs"),
    CodeChecker(
      formats: ["php-curl", "php-guzzle"], probe: "php --version",
      script: "for file in case*.php; do php -d error_reporting=-1 -l $file || exit; done"),
    CodeChecker(
      formats: ["ruby"], probe: "ruby --version", script: "for file in case*.rb; do ruby -wc $file || exit; done"),
    CodeChecker(
      formats: ["perl"], probe: "perl --version", script: "for file in case*.pl; do perl -wc $file || exit; done"),
    CodeChecker(formats: ["curl", "wget", "httpie"], probe: "true", script: "sh -n all.sh"),
    CodeChecker(
      formats: ["c"], probe: CodeTool.c.probe,
      script: "for file in case*.c; do cc -Wall -Wextra -Werror -fsyntax-only $file || exit; done"),
    CodeChecker(
      formats: ["java-httpclient"], probe: "javac -version",
      script:
        "mkdir out && for file in case*.java; do sed -i \"s/^class Main /class ${file%.java} /\" $file; done && javac -d out *.java"
    ),
    CodeChecker(
      formats: ["go"], probe: "go version",
      script: """
        export GOCACHE='\(TestPaths.goCache)'
        cat >go.mod <<'END'
        module programs
        go 1.19
        END
        for file in case*.go; do mkdir ${file%.go} && mv $file ${file%.go} || exit; done
        go vet ./...
        """),
    CodeChecker(
      formats: ["swift-urlsession"], probe: "test -n \"$WORKBENCH_SWIFT_PROGRAMS\"",
      script: "for file in case*.swift; do swiftc -swift-version 6 -typecheck $file || exit; done"),
  ]
}

/// Requests with options of all kinds.
enum CodeOptionCases {
  static let all: [CodeRequest] = [
    request(
      [
        "clientCertificate": "certs/client.pem", "clientKey": "certs/client.key", "caBundle": "certs/ca.pem",
        "minTLS": "1.2", "serverName": "sni.example.com", "timeout": .number(JSONNumber(text: "7654.321")),
        "connectTimeout": 2,
      ], login: .digest(username: "r\"e'x", password: "pa$$word")),
    request(
      [
        "clientCertificate": "certs/client.p12", "clientPassphrase": "se\"cret", "verifyTLS": false, "minTLS": "1.3",
        "proxy": "http://proxy.example.com:3128", "proxyUsername": "u", "proxyPassword": "p w", "maxRedirects": 3,
        "http": "2", "noProxy": "localhost, .internal",
      ], login: .ntlm(username: "rex", password: "x", domain: "CORP")),
    request(
      [
        "proxy": "none", "followRedirects": false, "http": "2-prior-knowledge", "rateLimit": 7_654_321,
        "interface": "eth0", "resolve": [["name": "api.example.com", "value": "127.0.0.1"]],
      ], login: .ntlm(username: "rex", password: "x", domain: nil)),
    request(["unixSocket": "run/api.sock", "http": "1.1", "verifyTLS": false], login: .negotiate),
    request(
      [
        "proxy": "socks5h://proxy.example.com", "clientCertificate": "certs/client.pem", "clientPassphrase": "x",
        "minTLS": "1.0",
      ]),
    request([
      "ipVersion": "6", "pinnedKeys": "sha256//1Mf2XQ/241qz//or1CcYXHFSt4JCZrTltcRABkAlqBo=",
      "netrcFile": "keys/logins.txt",
    ]),
  ].enumerated().map { index, request in
    var request = request
    request.path = "case\(index)"
    return request
  }

  private static func request(_ options: JSONObject, login: OutgoingMessage.Login? = nil) -> CodeRequest {
    var request = CodeRequest(
      name: "Options", method: "POST", url: "https://api.example.com/x",
      headers: [Header("Content-Type", "text/plain")],
      body: .bytes(Data("a\nb".utf8)), login: login)
    request.options = RequestOptions(document: options)
    return request
  }
}
