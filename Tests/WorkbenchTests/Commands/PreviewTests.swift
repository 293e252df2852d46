import Foundation
import TestSupport
import Testing

/// `workbench send --dry-run`.
struct PreviewTests {
  @Test func itShowsTheVeryBytesThatAreSent() async throws {
    let messages = Recorder<String>()
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length: ") }
        messages.record(head + "\r\n\r\n" + (try client.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)))
        try client.respond(headers: ["Set-Cookie: seen=1; Max-Age=3600"])
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{ "headers": [ { "name": "X-All", "value": "{{v}}" } ] }"#)
    try sandbox.write(
      "c/post.json",
      #"{ "method": "POST", "url": "\#(server.url)/a?b=1", "query": [ { "name": "c", "value": "d e" } ], "body": { "json": { "v": "{{v}}" } } }"#
    )
    try sandbox.write("c/get.json", #"{ "url": "\#(server.url)/get" }"#)
    #expect(try await sandbox.run("send", "c/get.json", "--var", "v=1").status == 0)
    for name in ["get", "post"] {
      let count = messages.values.count
      let preview = try await sandbox.run("send", "c/\(name).json", "--var", "v=1", "--dry-run")
      #expect(preview.status == 0, "\(preview.error)")
      #expect(messages.values.count == count)
      #expect(try await sandbox.run("send", "c/\(name).json", "--var", "v=1").status == 0)
      #expect(preview.text.replacingOccurrences(of: "\n", with: "\r\n") == messages.values.last)
      #expect(preview.text.contains("Cookie: seen=1"))
    }
    #expect(try await sandbox.run("history", "list").text.split(separator: "\n").count == 3)
  }

  @Test func secretsAreMaskedAndTheOriginOfCredentialsIsTold() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("c/collection.json", #"{ "auth": { "bearer": { "token": "token-12345678" } } }"#)
    try sandbox.write(
      "c/get.json",
      #"{ "url": "http://127.0.0.1:1/", "headers": [ { "name": "X-Api-Key", "value": "key-12345678" } ] }"#)
    let preview = try await sandbox.run(
      "send", "c/get.json", "--dry-run", "-x", "http://porter:swordfish@127.0.0.1:2", "-b", "sid=0123456789abcdef0123")
    #expect(preview.status == 0, "\(preview.error)")
    #expect(preview.text.contains("Authorization: Bearer ••••••\n"), "\(preview.text)")
    for secret in ["token-12345678", "key-12345678", "swordfish", "0123456789abcdef0123"] {
      #expect(!(preview.text + preview.error).contains(secret), "\(secret)")
    }
    #expect(preview.error.contains("Auth: Bearer, from \(sandbox.path("c/collection.json"))"), "\(preview.error)")
    #expect(preview.error.contains("Route: through proxy http://••••••@127.0.0.1:2"), "\(preview.error)")
  }

  @Test func aHeaderInPlaceOfTheAuthIsNamedAndNoTokenIsFetched() async throws {
    let (server, sandbox) = (try await TestServers.httpbin(), try Sandbox())
    try sandbox.write(
      "c/collection.json",
      #"""
      { "auth": { "oauth2": { "accessTokenUrl": "http://127.0.0.1:1/token", "clientId": "shop", "clientSecret": "s" } },
        "headers": [ { "name": "Authorization", "value": "Bearer folder-1" } ] }
      """#)
    try sandbox.write("c/get.json", #"{ "url": "\#(server)/get" }"#)
    let note = "The Authorization header of collection.json is sent in place of the auth of collection.json\n"
    let preview = try await sandbox.run("send", "c/get.json", "--dry-run")
    #expect(preview.status == 0 && preview.error.contains(note), "\(preview.error)")
    #expect(!preview.error.contains("Auth:"), "\(preview.error)")
    // The token's server does not answer.
    let sent = try await sandbox.run("send", "c/get.json")
    #expect(sent.status == 0 && sent.error.contains(note), "\(sent.error)")
  }

  @Test func optionsAboutTheResponseAreNamed() async throws {
    let sandbox = try Sandbox()
    let line = ["send", "http://127.0.0.1:1/", "--dry-run"]
    let note = "Not used: -o, -i, -w, --fail, --retry — with --dry-run there is no response\n"
    let options = ["-i", "-o", "body.txt", "-w", "%{http_code}", "-f", "--retry", "1"]
    let preview = try await sandbox.run(line + options)
    #expect(preview.status == 0 && preview.error.hasSuffix(note), "\(preview.error)")
    #expect(preview.text.hasPrefix("GET / HTTP/1.1\n") && !sandbox.exists("body.txt"))
    for used in [["-I"], ["--print", "curl"], ["-i", "-s"]] {
      let preview = try await sandbox.run(line + used)
      #expect(preview.status == 0 && !preview.error.contains("Not used"), "\(preview.error)")
    }
  }

  @Test func namesWithoutAValueStandAsTheyAreWritten() async throws {
    let result = try await Sandbox().run("send", "http://127.0.0.1:1/{{id}}", "-H", "X-A: {{name}}", "--dry-run")
    #expect(result.status == 4)
    #expect(result.text.hasPrefix("GET /"), "\(result.text)")
    #expect(result.text.contains("X-A: {{name}}\n"))
    #expect(result.error.hasPrefix("No value: {{id}}, {{name}}\n"), "\(result.error)")
    let host = try await Sandbox().run("send", "{{base}}/a?b={{c}}", "--dry-run")
    #expect(host.text.hasPrefix("GET /a?b={{c}} HTTP/1.1\nHost: {{base}}\n"), "\(host.text)")
  }

  @Test func valuesFromOutsideAreNotFetchedAndStandAsTheyAreWritten() async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        try client.respond(
          body: head.hasPrefix("GET /login") ? #"{"token":"t1"}"# : head.components(separatedBy: " ")[1])
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/collection.json",
      """
      { "variables": [
        { "name": "run", "fromCommand": "echo x >> ran; echo r1" }, { "name": "around", "value": "<{{run}}>" },
        { "name": "key", "fromCommand": "echo x >> ran; echo k1", "secret": true },
        { "name": "file", "fromDotenv": ".env", "key": "A" },
        { "name": "asked", "prompt": "Which?", "value": "default" }, { "name": "plain", "value": "p" } ] }
      """)
    try sandbox.write("c/.env", "A=f1")
    try sandbox.write("c/login.json", #"{ "url": "\#(server.url)/login" }"#)
    try sandbox.write(
      "c/get.json",
      #"""
      { "url": "\#(server.url)/{{around}}/{{run | base64}}/{{plain | upper}}/{{file}}/{{asked}}",
        "headers": [ { "name": "X-A", "value": "{{response \"login\" \"$.token\"}} {{key}}" } ] }
      """#)
    let allowed = ["send", "c/get.json", "--allow-commands", "--allow-files"]
    let preview = try await sandbox.start(allowed + ["--dry-run"]).finished()
    #expect(preview.status == 0, "\(preview.error)")
    #expect(
      preview.text.hasPrefix("GET /%3C{{run}}%3E/{{run | base64}}/P/{{file}}/{{asked}} HTTP/1.1\n"), "\(preview.text)")
    #expect(preview.text.contains("X-A: {{response \"login\" \"$.token\"}} {{key}}\n"), "\(preview.text)")
    #expect(
      preview.error == """
        Fetched when it is sent: {{run}} (command), {{file}} (.env), {{asked}} (prompt), {{response "login" "$.token"}} \
        (response), {{key}} (command)
        Auth: None

        """)
    #expect(!sandbox.exists("c/ran"))
    #expect(try await sandbox.run("history", "list").text.isEmpty)
    let refused = try await sandbox.run("send", "c/get.json", "--dry-run")
    #expect(refused.status == 4)
    #expect(refused.error.contains("Cannot be sent: This collection has no permission to read"), "\(refused.error)")
    #expect(refused.text == preview.text)
    let sent = try await sandbox.start(allowed + ["--var", "asked=a1"]).finished()
    #expect(sent.text == "/%3Cr1%3E/cjE=/P/f1/a1", "\(sent.error)")
  }

  @Test func theWayIsTold() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    let environment = [
      "http_proxy": "http://porter:swordfish@127.0.0.1:9", "no_proxy": "127.0.0.1",
      "SSL_CERT_FILE": nginx.certificateAuthority,
    ]
    func notes(_ arguments: String...) async throws -> [String] {
      let result = try await sandbox.start(["send", "--dry-run"] + arguments, environment: environment).finished()
      return result.error.split(separator: "\n").map(String.init)
    }
    #expect(
      try await notes("http://a.test/") == [
        "Auth: None", "Route: through proxy http://••••••@127.0.0.1:9, from http_proxy",
      ])
    #expect(try await notes("http://127.0.0.1/") == ["Auth: None", "Route: past http_proxy, from no_proxy"])
    #expect(
      try await notes("https://a.test/", "--cert", nginx.clientCertificate, "--key", nginx.clientKey, "--tlsv1.3") == [
        "Auth: None", "Route: TLS 1.3 or later", "Route: CA bundle \(nginx.certificateAuthority), from SSL_CERT_FILE",
        "Route: client certificate \(nginx.clientCertificate)",
      ])
    // The wire log of a send says the same.
    let sent = try await sandbox.run("send", "-v", nginx.tlsURL + "/echo", environment: environment)
    #expect(sent.error.contains("* Route: CA bundle \(nginx.certificateAuthority), from SSL_CERT_FILE\n"))
  }

  @Test func netrcIsReadWhereItIsAskedFor() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    try sandbox.write(
      "home/.netrc", "machine other login x password y\nmachine 127.0.0.1\n  login ada password \"open sesame\"\n")
    let login = "Basic " + Data("ada:open sesame".utf8).base64EncodedString()
    #expect(try await sandbox.run("send", nginx.url + "/echo").text == "GET HTTP/1.1 [] [] []\n")
    let result = try await sandbox.run("send", nginx.url + "/echo", "-n")
    #expect(result.text == "GET HTTP/1.1 [\(login)] [] []\n", "\(result.error)")
    #expect(try await sandbox.shell("curl -s -n \(nginx.url)/echo").text == result.text)
    try sandbox.write("c/collection.json", #"{ "options": { "netrc": true } }"#)
    try sandbox.write("c/get.json", #"{ "url": "\#(nginx.url)/echo" }"#)
    let refused = try await sandbox.run("send", "c/get.json")
    #expect(refused.error.contains("has no permission to read \(sandbox.home)/.netrc"), "\(refused.error)")
    for (name, bytes) in try sandbox.homeFiles() where name != ".netrc" {
      #expect(bytes.range(of: Data("open sesame".utf8)) == nil, "\(name)")
    }
  }
}

extension PreviewTests {
  @Test func anotherFileOfCredentialsIsReadWithPermissionAndForItsHostAlone() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    let port = try #require(nginx.url.split(separator: ":").last)
    try sandbox.write("logins.txt", "machine 127.0.0.1 login ada password \"open sesame\"\n")
    try sandbox.write("c/collection.json", #"{ "options": { "netrcFile": "../logins.txt" } }"#)
    try sandbox.write("c/get.json", #"{ "url": "\#(nginx.url)/echo" }"#)
    try sandbox.write("c/other.json", #"{ "url": "http://localhost:\#(port)/echo" }"#)
    try sandbox.write("c/off.json", #"{ "url": "\#(nginx.url)/echo", "options": { "netrc": false } }"#)
    try sandbox.write("c/none.json", #"{ "url": "\#(nginx.url)/echo", "options": { "netrcFile": "none.txt" } }"#)
    let login = Data("ada:open sesame".utf8).base64EncodedString()
    let (with, without) = ("GET HTTP/1.1 [Basic \(login)] [] []\n", "GET HTTP/1.1 [] [] []\n")
    let refused = try await sandbox.run("send", "c/get.json")
    #expect(refused.status == 4 && refused.error.contains("has no permission to read"), "\(refused.error)")
    #expect(refused.error.contains("logins.txt"))
    #expect(try await sandbox.run("send", "c/get.json", "--allow-files").text == with)
    #expect(try await sandbox.run("send", "c/other.json", "--allow-files").text == without)
    #expect(try await sandbox.run("send", "c/off.json").text == without)
    let missing = try await sandbox.run("send", "c/none.json")
    #expect(missing.status == 4 && missing.error.contains("none.txt"), "\(missing.error)")
    #expect(try await sandbox.run("send", nginx.url + "/echo", "--netrc-file", "logins.txt").text == with)
    for (name, bytes) in try sandbox.homeFiles() {
      #expect(bytes.range(of: Data("open sesame".utf8)) == nil, "\(name)")
    }
    let code = try await sandbox.run("export", "c/get.json", "--format", "curl")
    #expect(code.text.contains("--netrc-file ") && code.text.contains("logins.txt"), "\(code.text)\(code.error)")
    #expect(!code.text.contains(login))
  }

  @Test func theCommandForCurlCarriesTheOptions() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    let options = """
      "options": { "http": "1.1", "minTLS": "1.2", "caBundle": "\(nginx.certificateAuthority)", "interface": "lo",
        "clientCertificate": "\(nginx.clientCertificate)", "clientKey": "\(nginx.clientKey)", "proxy": "none",
        "connectTo": [ { "name": "localhost:1", "value": "\(nginx.mutualTLSURL.dropFirst(8))" } ] }
      """
    try sandbox.write("c/collection.json", "{ \(options) }")
    try sandbox.write("c/get.json", #"{ "url": "https://localhost:1/client" }"#)
    let command = try await sandbox.run("send", "c/get.json", "--allow-files", "--dry-run", "--print", "curl")
    #expect(command.status == 0, "\(command.error)")
    let result = try await sandbox.shell("set -e; " + command.text)
    #expect(result.text == "CN=client\n", "\(command.text)\(result.error)")
  }
}
