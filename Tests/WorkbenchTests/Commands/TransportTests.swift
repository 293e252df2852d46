import Foundation
import TestSupport
import Testing

/// Transport options of requests, folders and environments, on real servers.
struct TransportTests {
  /// A collection with these files; the test servers' certificates are in `certs`.
  private func collection(_ nginx: Nginx, _ files: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox()
    let certificates = [
      "ca.pem": nginx.certificateAuthority, "client.pem": nginx.clientCertificate, "client.key": nginx.clientKey,
      "locked.key": nginx.clientKeyEncrypted, "client.p12": nginx.clientP12,
    ]
    for (name, path) in certificates {
      try sandbox.write("c/certs/\(name)", try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    for (name, text) in files { try sandbox.write("c/" + name, text) }
    return sandbox
  }

  @Test func aClientCertificateComesFromTheFolderForTheHostsThatItNames() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try collection(
      nginx,
      [
        "collection.json": """
        { "options": { "certificates": [
          { "name": "*.example.com", "clientCertificate": "certs/none.pem", "off": true },
          { "name": "localhost", "clientCertificate": "certs/client.pem", "clientKey": "certs/locked.key",
            "clientPassphrase": "{{pass}}", "caBundle": "certs/ca.pem" } ] } }
        """,
        "deep/get.json": #"{ "url": "\#(nginx.mutualTLSURL)/client" }"#,
      ])
    let result = try await sandbox.run("send", "c/deep/get.json", "--var", "pass=\(Nginx.password)")
    #expect(result.text == "CN=client\n", "\(result.error)")
  }

  @Test(arguments: [
    #""clientCertificate": "certs/client.p12", "clientPassphrase": "open sesame""#,
    #""clientCertificate": "certs/client.pem", "clientKey": "certs/client.key""#,
  ]) func aRequestsOwnCertificateIsShownToItsHost(_ certificate: String) async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try collection(
      nginx,
      [
        "collection.json": "{}",
        "get.json":
          #"{ "url": "\#(nginx.mutualTLSURL)/client", "options": { "caBundle": "certs/ca.pem", \#(certificate) } }"#,
      ])
    #expect(try await sandbox.run("send", "c/get.json").text == "CN=client\n")
    for (name, bytes) in try sandbox.homeFiles() {
      #expect(bytes.range(of: Data(Nginx.password.utf8)) == nil, "\(name) has the passphrase")
    }
  }

  @Test func theCertificateOfOneHostIsNotShownToAnotherAfterARedirect() async throws {
    let nginx = try await TestServers.nginx()
    let server = try RawServer { client in
      while true {
        _ = try client.readHead()
        try client.respond("302 Found", headers: ["Location: \(nginx.mutualTLSURL)/client"])
      }
    }
    let sandbox = try collection(
      nginx,
      [
        "collection.json": "{}",
        "own.json": """
        { "url": "\(server.url)", "options": { "caBundle": "certs/ca.pem",
          "clientCertificate": "certs/client.pem", "clientKey": "certs/client.key" } }
        """,
        "named.json": """
        { "url": "\(server.url)", "options": { "certificates": [ { "name": "localhost", "caBundle": "certs/ca.pem",
          "clientCertificate": "certs/client.pem", "clientKey": "certs/client.key" } ] } }
        """,
      ])
    #expect(try await sandbox.run("send", "c/own.json").error.hasPrefix("400 "))
    #expect(try await sandbox.run("send", "c/named.json").text == "CN=client\n")
  }

  @Test func innerOptionsWinOverThoseOfTheEnvironmentAndTheFolders() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try collection(
      nginx,
      [
        "collection.json": #"{ "options": { "caBundle": "certs/client.pem", "followRedirects": false } }"#,
        "environments/test.json": #"{ "variables": [], "options": { "caBundle": "certs/ca.pem" } }"#,
        "tls/folder.json": #"{ "options": { "minTLS": "1.3", "cookies": false } }"#,
        "tls/new.json": #"{ "url": "\#(nginx.tlsURL)/redirect-to-self" }"#,
        "tls/old.json": #"{ "url": "\#(nginx.tls12URL)/echo" }"#,
        "tls/older.json": #"{ "url": "\#(nginx.tls12URL)/echo", "options": { "minTLS": "1.2" } }"#,
      ])
    #expect(try await sandbox.run("send", "c/tls/new.json").error.hasPrefix("302 "))
    #expect(try await sandbox.run("send", "c/tls/old.json").status == 4)
    #expect(try await sandbox.run("send", "c/tls/older.json").error.hasPrefix("200 "))
  }

  @Test func aFileOutsideOfTheCollectionNeedsPermission() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try collection(
      nginx,
      [
        "collection.json": "{}",
        "file.json":
          #"{ "url": "\#(nginx.tlsURL)/echo", "options": { "caBundle": "\#(nginx.certificateAuthority)" } }"#,
        "socket.json": #"{ "url": "http://localhost/echo", "options": { "unixSocket": "\#(nginx.socketPath)" } }"#,
      ])
    for (file, path) in [("file", nginx.certificateAuthority), ("socket", nginx.socketPath)] {
      let refused = try await sandbox.run("send", "c/\(file).json")
      #expect(refused.status == 4)
      #expect(refused.error.contains("has no permission to read \(path)"), "\(refused.error)")
      let allowed = try await sandbox.run("send", "c/\(file).json", "--allow-files")
      #expect(allowed.error.hasPrefix("200 "), "\(allowed.error)")
    }
  }

  @Test func aProxyIsUsedWithItsLoginAndNotForItsExceptions() async throws {
    let nginx = try await TestServers.nginx()
    let proxies = try await TestServers.proxies()
    let port = try #require(nginx.url.split(separator: ":").last)
    let sandbox = try collection(
      nginx,
      [
        "collection.json": """
        { "options": { "proxy": "\(proxies.httpAuthenticated)", "proxyUsername": "\(Proxies.user)",
          "proxyPassword": "{{password}}", "noProxy": "127.0.0.1" } }
        """,
        "through.json": #"{ "url": "http://through-\#(port).test:\#(port)/echo" }"#,
        "past.json": #"{ "url": "\#(nginx.url)/echo" }"#,
        "none.json": #"{ "url": "http://none-\#(port).test:\#(port)/echo", "options": { "proxy": "none" } }"#,
        "socks.json":
          #"{ "url": "http://socks-\#(port).test:\#(port)/echo", "options": { "proxy": "\#(proxies.socks5h)" } }"#,
      ])
    let password = "password=\(Proxies.password)"
    for name in ["through", "past", "socks"] {
      let result = try await sandbox.run("send", "c/\(name).json", "--secret", password)
      #expect(result.text.hasPrefix("GET HTTP/1.1"), "\(name): \(result.error)")
    }
    #expect(try await sandbox.run("send", "c/none.json", "--secret", password).error.hasPrefix("Cannot find host"))
    #expect(
      try proxies.carried(by: .httpAuthenticated).filter { $0.contains("through-\(port).") }
        == ["GET http://through-\(port).test:\(port)/echo HTTP/1.1"])
    #expect(
      try proxies.carried(by: .socks).filter { $0.contains("socks-\(port).") } == ["CONNECT socks-\(port).test:\(port)"]
    )
  }

  @Test(arguments: ["http", "socks4", "socks5", "socks5h", "locked"])
  func everyKindOfProxyCarriesTheRequestAsItDoesForCurl(_ kind: String) async throws {
    let nginx = try await TestServers.nginx()
    let proxies = try await TestServers.packagedProxies()
    let port = try #require(nginx.url.split(separator: ":").last)
    let address = kind == "locked" ? "socks5h://\(proxies.locked)" : "\(kind)://\(proxies.open)"
    let login = kind == "locked" ? ", \"proxyUsername\": \"\(Proxies.user)\", \"proxyPassword\": \"{{password}}\"" : ""
    let sandbox = try collection(
      nginx,
      [
        "collection.json": #"{ "options": { "proxy": "\#(address)"\#(login) } }"#,
        "get.json":
          #"{ "url": "http://localhost:\#(port)/echo", "headers": [ { "name": "X-Trace", "value": "\#(kind)" } ] }"#,
      ])
    let user = kind == "locked" ? "-U \(Proxies.user):\(Proxies.password)" : ""
    let curl = try await sandbox.shell(
      "curl -s -x \(address) \(user) -H 'X-Trace: \(kind)' http://localhost:\(port)/echo")
    let before = try proxies.carried()
    let own = try await sandbox.run("send", "c/get.json", "--var", "password=\(Proxies.password)")
    #expect(own.text == curl.text && own.text.hasSuffix("[\(kind)]\n"), "\(own.error)")
    let host = kind == "socks4" || kind == "socks5" ? "127.0.0.1" : "localhost"
    let line = "\(kind.hasPrefix("socks5") || kind == "locked" ? "socks5" : kind) \(host):\(port)"
    // Tests run at once: others may be carried meanwhile.
    #expect(try proxies.carried().count { $0 == line } > before.count { $0 == line })
  }

  @Test func placesAndNamesLeadElsewhere() async throws {
    let nginx = try await TestServers.nginx()
    let port = try #require(nginx.tlsURL.split(separator: ":").last)
    let sandbox = try collection(
      nginx,
      [
        "collection.json": #"{ "options": { "caBundle": "certs/ca.pem" } }"#,
        "resolve.json":
          #"{ "url": "http://a.test:\#(nginx.url.split(separator: ":").last!)/echo", "options": { "resolve": [ { "name": "a.test", "value": "127.0.0.1" } ] } }"#,
        "connect.json":
          #"{ "url": "https://localhost/echo", "options": { "connectTo": [ { "name": "localhost:443", "value": "127.0.0.1:\#(port)" } ] } }"#,
        // The certificate is for localhost and 127.0.0.1.
        "name.json":
          #"{ "url": "https://a.test/echo", "options": { "serverName": "localhost", "connectTo": [ { "name": "a.test", "value": "127.0.0.1:\#(port)" } ] } }"#,
        "wrong.json": #"{ "url": "https://localhost:\#(port)/echo", "options": { "serverName": "other.example" } }"#,
      ])
    for name in ["resolve", "connect", "name"] {
      let result = try await sandbox.run("send", "c/\(name).json")
      #expect(result.error.hasPrefix("200 "), "\(name): \(result.error)")
    }
    #expect(try await sandbox.run("send", "c/wrong.json").status == 4)
  }

  @Test func optionsChangeWhatIsSent() async throws {
    let log = Recorder<String>()
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        log.record(head)
        if head.contains("Expect: 100-continue") { try client.send("HTTP/1.1 100 Continue\r\n\r\n") }
        if head.hasPrefix("POST") { _ = try client.readBody(2) }
        try client.respond(headers: ["Set-Cookie: a=1; Max-Age=3600"])
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/post.json",
      """
      { "method": "POST", "url": "\(server.url)/a/:b", "path": { "b": "x/y" },
        "query": [ { "name": "c[d]", "value": "e:f" } ], "body": { "text": "hi" },
        "options": { "urlAsIs": true, "expectContinue": true, "compression": false, "cookies": false } }
      """)
    try sandbox.write("c/jar.json", #"{ "url": "\#(server.url)" }"#)
    #expect(try await sandbox.run("send", "c/jar.json").status == 0)
    #expect(try await sandbox.run("send", "c/post.json").status == 0)
    let head = try #require(log.values.last).components(separatedBy: "\r\n")
    #expect(head[0] == "POST /a/x/y?c[d]=e:f HTTP/1.1")
    #expect(head.contains("Expect: 100-continue"))
    #expect(head.contains("Accept-Encoding: identity"))
    #expect(!head.contains { $0.hasPrefix("Cookie:") })
  }

  @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"])
  func authoritiesComeFromTheEnvironmentAsInCurl(_ name: String) async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    try sandbox.write("ca/ca.pem", try Data(contentsOf: URL(fileURLWithPath: nginx.certificateAuthority)))
    #expect(try await sandbox.shell("openssl rehash ca").status == 0)
    let environment = [name: sandbox.path(name == "SSL_CERT_DIR" ? "ca" : "ca/ca.pem")]
    #expect(try await sandbox.run("send", nginx.tlsURL + "/echo").status == 4)
    let result = try await sandbox.run("send", nginx.tlsURL + "/echo", environment: environment)
    #expect(result.error.hasPrefix("200 "), "\(result.error)")
    let settings = environment.map { "\($0)=\($1)" }.joined()
    #expect(try await sandbox.shell("\(settings) curl -s \(nginx.tlsURL)/echo").text == result.text)
    // A bundle of the request's own comes first.
    let own = "--cacert \(nginx.selfSignedCertificate) \(nginx.tlsURL)/echo"
    #expect(try await sandbox.shell("\(settings) curl -s \(own)").status != 0)
    #expect(try await sandbox.shell("\(settings) workbench send -s \(own)").status == 4)
  }

  /// The digest of a certificate's key, in curl's form.
  private func pin(_ certificate: String) async throws -> String {
    let script = "openssl x509 -in '\(certificate)' -pubkey -noout | openssl pkey -pubin -outform der"
    let digest = try await Sandbox().shell("\(script) | openssl dgst -sha256 -binary | base64")
    return "sha256//" + digest.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test func aPinnedKeyIsADigestOrTheFileOfAKey() async throws {
    let nginx = try await TestServers.nginx()
    let sandbox = try Sandbox()
    let script = "openssl x509 -pubkey -noout -in"
    #expect(try await sandbox.shell("\(script) \(nginx.serverCertificate) >key.pem").status == 0)
    #expect(try await sandbox.shell("\(script) \(nginx.selfSignedCertificate) >other.pem").status == 0)
    let arguments = ["send", "-s", nginx.tlsURL + "/echo", "--cacert", nginx.certificateAuthority, "--pinnedpubkey"]
    for pin in ["key.pem", try await self.pin(nginx.serverCertificate)] {
      let result = try await sandbox.start(arguments + [pin]).finished()
      #expect(result.text == "GET HTTP/2.0 [] [] []\n", "\(pin): \(result.error)")
    }
    let refused = try await sandbox.start(arguments + ["other.pem"]).finished()
    #expect(refused.status == 4)
    #expect(refused.error.contains("The certificate of localhost has none of the pinned keys"), "\(refused.error)")
    let wrong = try await sandbox.start(arguments + ["sha256//AAAA"]).finished()
    #expect(wrong.error.contains("\"sha256//AAAA\" is not a public key's pin"), "\(wrong.error)")
    let shown = try await sandbox.start(arguments + ["key.pem", "--dry-run"]).finished()
    #expect(shown.error.contains("Route: a pinned public key"), "\(shown.error)")
  }

  /// Stored options beside those of curl: the same response, or none.
  @Test func storedOptionsActAsThoseOfCurl() async throws {
    let nginx = try await TestServers.nginx()
    let proxies = try await TestServers.proxies()
    let port = try #require(nginx.url.split(separator: ":").last)
    let tlsPort = try #require(nginx.tlsURL.split(separator: ":").last)
    let (ca, cacert) = (#""caBundle": "certs/ca.pem""#, "--cacert c/certs/ca.pem")
    let login = #""proxyUsername": "\#(Proxies.user)", "proxyPassword": "\#(Proxies.password)""#
    let echo = "http://stored-\(port).test:\(port)/echo"
    let pin = try await self.pin(nginx.serverCertificate)
    let other = try await self.pin(nginx.selfSignedCertificate)
    let cases: [(url: String, options: String, curl: String)] = [
      // Through a proxy that speaks TLS, known by the same authorities.
      (echo, #"\#(ca), "proxy": "\#(proxies.https)""#, "-x \(proxies.https) --proxy-cacert c/certs/ca.pem"),
      (echo, #""proxy": "\#(proxies.https)""#, "-x \(proxies.https)"),
      (
        "https://localhost:\(tlsPort)/echo", #"\#(ca), "proxy": "\#(proxies.https)""#,
        "\(cacert) -x \(proxies.https) --proxy-cacert c/certs/ca.pem"
      ),
      // Credentials of a proxy, and hosts that are reached without it.
      (
        echo, #""proxy": "\#(proxies.httpAuthenticated)", \#(login)"#,
        "-x \(proxies.httpAuthenticated) -U \(Proxies.user):\(Proxies.password)"
      ),
      (echo, #""proxy": "\#(proxies.httpAuthenticated)""#, "-x \(proxies.httpAuthenticated)"),
      (
        "\(nginx.url)/echo", #""proxy": "http://127.0.0.1:1", "noProxy": "localhost, 127.0.0.1""#,
        "-x http://127.0.0.1:1 --noproxy localhost,127.0.0.1"
      ),
      (
        "\(nginx.url)/echo", #""proxy": "http://127.0.0.1:1", "noProxy": "other""#,
        "-x http://127.0.0.1:1 --noproxy other"
      ),
      // The name in the handshake; curl takes it from the URL.
      (
        "https://127.0.0.1:\(tlsPort)/name", #"\#(ca), "serverName": "localhost""#,
        "\(cacert) -H 'Host: 127.0.0.1:\(tlsPort)' --url https://localhost:\(tlsPort)/name"
      ),
      // The address to send from.
      ("\(nginx.url)/echo", #""interface": "127.0.0.2""#, "--interface 127.0.0.2"),
      ("\(nginx.url)/echo", #""interface": "none0""#, "--interface none0"),
      // The version of IP.
      ("\(nginx.url)/echo", #""ipVersion": "4""#, "-4"), ("\(nginx.url)/echo", #""ipVersion": "6""#, "-6"),
      // The keys of the server, which are compared without its certificate being verified, too.
      (
        "\(nginx.tlsURL)/echo", #"\#(ca), "pinnedKeys": "\#(other), \#(pin)""#,
        "\(cacert) --pinnedpubkey '\(other);\(pin)'"
      ),
      ("\(nginx.tlsURL)/echo", #"\#(ca), "pinnedKeys": "\#(other)""#, "\(cacert) --pinnedpubkey '\(other)'"),
      ("\(nginx.tlsURL)/echo", #""verifyTLS": false, "pinnedKeys": "\#(pin)""#, "-k --pinnedpubkey '\(pin)'"),
      ("\(nginx.tlsURL)/echo", #""verifyTLS": false, "pinnedKeys": "\#(other)""#, "-k --pinnedpubkey '\(other)'"),
      ("\(nginx.tlsURL)/echo", #""pinnedKeys": "\#(pin)""#, "--pinnedpubkey '\(pin)'"),
      // The oldest TLS version.
      ("\(nginx.tls12URL)/echo", #"\#(ca), "minTLS": "1.2""#, "\(cacert) --tlsv1.2"),
      ("\(nginx.tls12URL)/echo", #"\#(ca), "minTLS": "1.3""#, "\(cacert) --tlsv1.3"),
    ]
    for (url, options, line) in cases {
      let sandbox = try collection(
        nginx, ["collection.json": "{ \"options\": { \(options) } }", "get.json": "{ \"url\": \"\(url)\" }"])
      let format = "'%{http_code} %{local_ip}'"
      let target = line.contains("--url") ? "" : url
      let curl = try await sandbox.shell("curl -s -w \(format) \(line) \(target)")
      let own = try await sandbox.shell("workbench send -s -w \(format) c/get.json")
      #expect((own.status == 0) == (curl.status == 0), "\(line): \(own.error)")
      let isWithoutResponse = curl.status != 0
      #expect(isWithoutResponse || own.text == curl.text, "\(line): \(own.error)")
    }
  }

  @Test(arguments: ["{{pin}}", " {{pin}} ; {{pin}}"]) func pinsWithoutAValueLetNoKeyPass(pins: String) async throws {
    let nginx = try await TestServers.nginx()
    let options = #""caBundle": "certs/ca.pem", "pinnedKeys": "\#(pins)""#
    let sandbox = try collection(
      nginx,
      [
        "collection.json": #"{ "options": { \#(options) }, "variables": [{ "name": "pin", "value": "" }] }"#,
        "get.json": #"{ "url": "\#(nginx.tlsURL)/echo" }"#,
      ])
    let result = try await sandbox.shell("workbench send -s c/get.json")
    #expect(result.status == 4 && result.text.isEmpty)
    #expect(result.error.contains("\"{{pin}}\" is not a public key's pin"), "\(result.error)")
  }

  @Test func anAddressOfTheOtherVersionOfIPIsNamed() async throws {
    let nginx = try await TestServers.nginx()
    let result = try await Sandbox().shell("workbench send -6 --retry 2 \(nginx.url)/echo")
    #expect(result.status == 4)
    #expect(result.error == "127.0.0.1 is not an IPv6 address — remove -6\n")
  }

  @Test func aNameWithoutAnAddressOfTheVersionOfIPIsNamed() async throws {
    let result = try await Sandbox().shell("workbench send -6 http://nowhere.invalid/")
    #expect(result.status == 4)
    #expect(
      result.error == "Cannot find an IPv6 address of \"nowhere.invalid\" — check the URL, or remove -6\n")
  }

  @Test func aLimitedRateIsKeptInBothDirections() async throws {
    let nginx = try await TestServers.nginx()
    let file = try nginx.serve(Data(repeating: 0x61, count: 3_000_000))
    let sandbox = try Sandbox()
    try sandbox.write("body.txt", String(repeating: "a", count: 3_000_000))
    try sandbox.write("c/collection.json", #"{ "options": { "rateLimit": 1000000 } }"#)
    try sandbox.write("c/get.json", #"{ "url": "\#(file.url)" }"#)
    let format = "-s -o /dev/null -w '%{time_total} '"
    let script = """
      workbench send \(format) c/get.json
      workbench send \(format) --limit-rate 1000000 -T body.txt \(nginx.url)/upload
      """
    let seconds = try await sandbox.shell(script).text.split(separator: " ").compactMap { Double($0) }
    // The first second's bytes may pass at full speed.
    #expect(seconds.count == 2 && seconds.allSatisfy { $0 > 1 }, "\(seconds)")
  }

  @Test(arguments: [
    ("http_proxy", true), ("HTTP_PROXY", false), ("all_proxy", true), ("ALL_PROXY", true), ("https_proxy", false),
  ]) func theProxyOfTheEnvironmentIsThatOfCurl(_ variable: String, _ isUsed: Bool) async throws {
    let nginx = try await TestServers.nginx()
    let proxies = try await TestServers.proxies()
    let port = try #require(nginx.url.split(separator: ":").last)
    // Only the proxy knows the name.
    let url = "http://environment.test:\(port)/echo"
    let result = try await Sandbox().run("send", url, environment: [variable: proxies.http])
    #expect(result.error.hasPrefix(isUsed ? "200 " : "Cannot find host"), "\(result.error)")
  }

  @Test func whatIsSaidAboutExceptionsIsWhatCurlDoes() async throws {
    let nginx = try await TestServers.nginx()
    let port = try #require(nginx.url.split(separator: ":").last)
    let sandbox = try Sandbox()
    for list in [
      "localhost", ".localhost", "a.localhost", "*", "host", "127.0.0.0/8", "10.0.0.0/8", "x, localhost", "*.localhost",
    ] {
      for host in ["localhost", "127.0.0.1"] {
        let url = "http://\(host):\(port)/echo"
        let line = "http_proxy=http://127.0.0.1:1 no_proxy='\(list)'"
        let curl = try await sandbox.shell("\(line) curl -s -o /dev/null \(url)")
        let own = try await sandbox.shell("\(line) workbench send --dry-run \(url)")
        let isPast = own.error.contains("Route: past http_proxy, from no_proxy")
        #expect(isPast == (curl.status == 0), "\(list) for \(host): \(own.error)")
      }
    }
  }
}
