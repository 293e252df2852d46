import Foundation
import TestSupport
import Testing

@testable import Workbench

/// `workbench send` with curl's options sends what curl itself sends.
struct CurlHabitTests {
  /// The parts of a message that have to agree: the request line, the headers of that name, the body. The boundary of a
  /// form is the sender's own.
  private func agreed(_ message: String, _ names: [String]) -> [String] {
    let parts = message.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    var text = parts.dropFirst().joined(separator: "\r\n\r\n")
    let boundary = lines.first { $0.lowercased().hasPrefix("content-type: multipart/") }?.components(
      separatedBy: "boundary=")
    if let boundary, boundary.count == 2 { text = text.replacingOccurrences(of: boundary[1], with: "BOUNDARY") }
    let headers = lines.dropFirst().filter { line in names.contains { line.lowercased().hasPrefix($0 + ":") } }
    // Percent escapes mean the same in either case.
    return [lines[0].uppercased()] + headers.map { $0.components(separatedBy: ";")[0] }.sorted() + [text]
  }

  static let lines: [(String, [String])] = [
    ("-d a=1 -d b=2", ["content-type"]),
    ("-d a=1 --data-urlencode 'b= x&y' --data-raw @c -d d=4", ["content-type"]),
    ("--data-urlencode =plain+text --data-urlencode name@text.txt", []),
    ("-d @text.txt -X PUT", ["content-type"]), ("-d - -d '{\"a\":1}'", ["content-type"]),
    ("--data-binary @text.txt -d @text.txt --data-urlencode @text.txt", ["content-type"]),
    ("--json '{}' -d a", ["content-type", "accept"]),
    ("-G --json a=1", ["content-type", "accept"]), ("-G --data-binary @one.txt", []),
    ("-G -d a=1 --data-urlencode 'q=ä b'", []),
    ("-I", []),
    ("--json '{\"a\":1}'", ["content-type", "accept"]),
    ("--json '{\"a\":' --json '1}' -H 'Accept: text/plain'", ["content-type", "accept"]),
    ("-u ada:secret", ["authorization"]),
    ("--oauth2-bearer token1", ["authorization"]),
    ("-b 'a=1; b=2'", ["cookie"]),
    ("-b a=1 --cookie 'b=2; c=3'", ["cookie"]),
    ("-A agent/1 -e http://from.example/ -r 0-9", ["user-agent", "referer", "range"]),
    ("-F a=1 -F 'b=two;type=text/html' --form-string 'c=@x;y'", ["content-type"]),
    (
      "-F 'f=@text.txt;type=text/csv' -F 'g=<text.txt' -F 'h=@text.txt;type=text/csv;filename=other.csv'",
      ["content-type"]
    ),
    ("--referer word", ["referer"]),
    ("-X PURGE -H 'X-One: 1' -H 'X-Empty;'", ["x-one", "x-empty"]),
    ("-H @headers.txt", ["x-one", "x-two"]),
    ("-H 'User-Agent:' -H 'Accept:' -H 'Accept-Encoding:'", ["user-agent", "accept", "accept-encoding"]),
    ("-d a=1 -H 'Content-Type:'", ["content-type"]),
    ("-A ''", ["user-agent"]),
    ("-A a -H 'User-Agent: b' -b c=1 -H 'Cookie: d=2'", ["user-agent", "cookie"]),
    ("-r 5", ["range"]),
    ("--request PUT --data-ascii a=1", ["content-type"]),
    ("-T text.txt", ["content-type", "expect"]), ("-T text.txt -H Expect:", ["expect"]),
    ("-T text.txt -H 'Content-Type: text/csv' -X POST", ["content-type"]),
    ("--basic -u ada:secret --connect-timeout 5 --max-filesize 9999 --netrc-optional", ["authorization"]),
    ("-4 --netrc-file logins.txt", ["authorization"]),
    ("--digest -u ada:secret", ["authorization"]),
    ("--negotiate -u :", ["authorization"]),
    ("--url-query 'a=b c' --url-query +d=e --compressed -sSL -1", []),
  ]

  @Test(arguments: lines) func theSameBytesArriveAsFromCurl(_ line: String, _ headers: [String]) async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    try sandbox.write("text.txt", "line 1\r\nline=2&\n")
    try sandbox.write("headers.txt", "X-One: 1\n\nX-Two: 2\n")
    try sandbox.write("one.txt", "b=1")
    try sandbox.write("logins.txt", "machine 127.0.0.1 login ada password secret")
    let url = listener.server.url + "/path"
    let curl = try await sandbox.shell("curl -s -o /dev/null \(url) \(line)")
    #expect(curl.status == 0, "\(curl.error)")
    let expected = agreed(try #require(listener.last), headers)
    let own = try await sandbox.shell("workbench send \(url) \(line)")
    #expect(own.status == 0, "\(own.error)")
    #expect(listener.count == 2)
    #expect(agreed(try #require(listener.last), headers) == expected)
  }

  @Test func theUrlCanBeAnOptionAndGetsTheNameOfAnUploadedFile() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    try sandbox.write("a b.txt", "text")
    let url = listener.server.url
    for line in [
      "--url \(url)/x -X PUT", "-T 'a b.txt' \(url)/dir/", "-T 'a b.txt' \(url)", "-T 'a b.txt' \(url)/b",
      "-g '\(url)/{a}[1]^?b=\"c\"<d>'", "'\(url)/a/../b/./c/..?x=/../y'", "--path-as-is '\(url)/a/../b'",
      "-T 'a b.txt' '\(url)/d/?q#f'",
    ] {
      #expect(try await sandbox.shell("curl -s -o /dev/null \(line)").status == 0)
      let expected = agreed(try #require(listener.last), [])
      let own = try await sandbox.shell("workbench send -s \(line)")
      #expect(own.status == 0, "\(own.error)")
      #expect(agreed(try #require(listener.last), []) == expected, "\(line)")
    }
    #expect(try await sandbox.shell("printf piped | workbench send -s -T - \(url)/x").status == 0)
    #expect(try #require(listener.last).hasSuffix("\r\n\r\npiped"))
    // A pipe can be read only once.
    #expect(try await sandbox.shell("mkfifo pipe; printf a=b >pipe & workbench send -s -d @pipe \(url)/x").status == 0)
    #expect(try #require(listener.last).hasSuffix("\r\n\r\na=b"))
  }

  @Test func afterARedirectTheMethodOfTheOptionIsSentWithoutTheBody() async throws {
    let heads = Recorder<[String]>()
    let server = try RawServer { client in
      while true {
        let head = try client.readHead()
        let lines = head.components(separatedBy: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length: ") }
        let body = try client.readBody(length.flatMap { Int($0.dropFirst(16)) } ?? 0)
        heads.record([lines[0], length ?? "none", body])
        if lines[0].contains(" /a ") {
          try client.respond("302 Found", headers: ["Location: /b"])
        } else {
          try client.respond(body: "body")
        }
      }
    }
    let sandbox = try Sandbox()
    let line = "-L -X PUT -d x=1 \(server.url)/a"
    #expect(try await sandbox.shell("curl -s -o /dev/null \(line)").status == 0)
    let expected = heads.values
    #expect(expected.last == ["PUT /b HTTP/1.1", "none", ""])
    #expect(try await sandbox.shell("workbench send -s \(line)").status == 0)
    // Methods that usually have a body say that they have none.
    #expect(heads.values == expected + [expected[0], ["PUT /b HTTP/1.1", "Content-Length: 0", ""]])
  }

  @Test(arguments: ["http://127.0.0.1:1/[1-2]", "http://127.0.0.1:1/{a,b}", "http://127.0.0.1:1/{a}"])
  func aPatternOfUrlsIsRefused(url: String) async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.run("send", url)
    #expect(result.status == 2)
    #expect(
      result.error
        == "curl expands the braces or brackets in \"\(url)\" — send one URL at a time, or this one as it is with -g\n")
    #expect(try await sandbox.run("send", "-g", url).status == 4)
  }

  @Test func aFormWithAnotherContentTypeIsWarnedOf() async throws {
    let listener = try CurlListener()
    let result = try await Sandbox().run(
      "send", "-s", listener.server.url, "-F", "a=1", "-H", "Content-Type: multipart/mixed")
    #expect(result.error.contains("The headers' Content-Type is not sent — a form is multipart/form-data"))
    #expect(try #require(listener.last).contains("Content-Type: multipart/form-data; boundary="))
  }

  @Test func moreOfTheQueryFollowsItsSeparator() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    for query in ["?", "?a=1&", "?a=1", ""] {
      let own = try await sandbox.shell("workbench send -s --url-query b=2 '\(listener.server.url)/\(query)'")
      #expect(own.status == 0, "\(own.error)")
      let expected = ["?": "?b=2", "": "?b=2"][query] ?? "?a=1&b=2"
      #expect(try #require(listener.last).hasPrefix("GET /\(expected) HTTP"))
    }
  }

  @Test(arguments: [
    ("-F 'a=(;type=multipart/mixed' -F b=1 -F '=)'", "Cannot send -F a=(: a part that has parts"),
    ("-F 'a=1;headers=X-A: b'", "Cannot send -F a: headers"), ("-F a", "-F a has no value"),
    ("-d @bytes", "curl would send something else: -d @bytes: the file is sent with its line breaks, which curl rem"),
    ("--resolve a:1:127.0.0.1,127.0.0.2", "--resolve a:1:127.0.0.1,127.0.0.2: only the first address is used"),
    ("-b one.txt -b two.txt", "-b reads one file of cookies"),
  ])
  func whatOneRequestHasNoPlaceForIsRefused(_ line: String, _ problem: String) async throws {
    let sandbox = try Sandbox()
    try sandbox.write("bytes", Data([0xFF, 0x0A]))
    let result = try await sandbox.shell("workbench send \(line) http://127.0.0.1:1")
    #expect(result.status == 2)
    #expect(result.error.contains(problem))
  }

  @Test func aSignatureOfAWSHasTheScopeThatCurlGivesIt() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    func scope() throws -> String? {
      let head = try #require(listener.last).components(separatedBy: "\r\n")
      return head.first { $0.hasPrefix("Authorization: ") }?.components(separatedBy: ",").first
    }
    let line = "\(listener.server.url)/a -u AKID:secret --aws-sigv4 aws:amz:eu-west-1:execute-api"
    #expect(try await sandbox.shell("curl -s -o /dev/null \(line)").status == 0)
    let expected = try scope()
    let own = try await sandbox.shell("workbench send -s \(line)")
    #expect(own.status == 0, "\(own.error)")
    #expect(try scope() == expected && expected?.contains("/eu-west-1/execute-api/aws4_request") == true)
  }

  @Test func aScopeThatIsNotCompleteIsAskedForInItsOption() async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.shell("workbench send -s http://127.0.0.1:1 -u AKID:secret --aws-sigv4 aws:amz")
    #expect(result.status == 4)
    #expect(
      result.error
        == "127.0.0.1 does not say its AWS region — write --aws-sigv4 aws:amz:REGION:SERVICE\n")
  }

  @Test func aTimeLimitIsNamedByItsOption() async throws {
    let server = try RawServer { connection in
      try connection.readHead()
      connection.waitForEnd()
    }
    let result = try await Sandbox().shell("workbench send -s -m 1 \(server.url)")
    #expect(result.status == 4)
    #expect(
      result.error
        == "The response from 127.0.0.1:\(server.port) was not complete in 1 s — raise --timeout or try again\n")
  }

  @Test func theHelpSaysForWhatTheIdleTimeoutHolds() async throws {
    let sandbox = try Sandbox()
    let help = try await sandbox.run("send", "--help").text
    let words = help.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("60 s idle timeout, none for an open WebSocket"), "\(words)")
  }

  /// Each is ours as well, or refused with a sentence: none is taken and then ignored.
  @Test func everyOptionOfCurlIsKnown() async throws {
    let sandbox = try Sandbox()
    let help = try await sandbox.run("send", "--help").text
    let ours = Set(help.split { $0.isWhitespace || $0 == "," }.filter { $0.hasPrefix("-") }.map(String.init))
    let list = try await sandbox.shell("curl --help all | grep -oE -- '^ *(-., )?--[a-z0-9.-]+' | tr -d ' '")
    let curls = list.text.split(separator: "\n").flatMap { $0.split(separator: ",") }.map(String.init)
    #expect(curls.count > 200)
    let others = curls.filter { !ours.contains($0) && !["-V", "--version", "-#"].contains($0) }
    for option in others {
      let sentence = WorkbenchCommand.mistake(in: ["send", "http://127.0.0.1:1", option]) ?? "taken"
      #expect(sentence.hasPrefix("send has no \(option) "), "\(option): \(sentence)")
    }
    let option = try #require(others.first)
    let refused = try await sandbox.run("send", "http://127.0.0.1:1", option)
    #expect(refused.status == 2 && refused.error.hasPrefix("send has no \(option) "), "\(refused.error)")
  }

  // MARK: Trust and route

  @Test func certificatesProxiesAndPlacesComeFromTheCommandLine() async throws {
    let nginx = try await TestServers.nginx()
    let proxies = try await TestServers.proxies()
    let port = try #require(nginx.url.split(separator: ":").last)
    let tlsPort = try #require(nginx.tlsURL.split(separator: ":").last)
    let ca = "--cacert \(nginx.certificateAuthority)"
    let lines = [
      "\(nginx.mutualTLSURL)/client \(ca) --cert \(nginx.clientCertificate) --key \(nginx.clientKey)",
      "\(nginx.mutualTLSURL)/client \(ca) -E '\(nginx.clientCertificate):\(Nginx.password)' --key \(nginx.clientKeyEncrypted)",
      "\(nginx.mutualTLSURL)/client \(ca) --cert pem.der --key key.der",
      "\(nginx.selfSignedURL)/echo -k",
      "https://a.example:\(tlsPort)/echo -k --resolve a.example:\(tlsPort):127.0.0.1",
      "https://localhost:1/echo \(ca) --connect-to localhost:1:127.0.0.1:\(tlsPort)",
      "http://localhost/echo --unix-socket \(nginx.socketPath)",
      "http://line-\(port).test:\(port)/echo -x \(proxies.httpAuthenticated) -U \(Proxies.user):\(Proxies.password)",
      "http://line-\(port).test:\(port)/echo -x \(proxies.socks5h)",
      "\(nginx.url)/echo -x http://127.0.0.1:1 --noproxy 127.0.0.1",
      "\(nginx.tlsURL)/echo \(ca) --http1.1 --tlsv1.3 --interface lo --limit-rate 1M",
      "\(nginx.tlsURL)/echo \(ca) --http2",
    ]
    let sandbox = try Sandbox()
    // The content says that they are PEM.
    let copied = try await sandbox.shell("cp \(nginx.clientCertificate) pem.der && cp \(nginx.clientKey) key.der")
    #expect(copied.status == 0)
    for line in lines {
      let curl = try await sandbox.shell("curl -s \(line)")
      #expect(curl.status == 0, "curl \(line): \(curl.error)")
      let own = try await sandbox.shell("workbench send -s \(line)")
      #expect(own.text == curl.text, "\(line): \(own.error)")
    }
    for (name, bytes) in try sandbox.homeFiles() {
      for secret in [Nginx.password, Proxies.password] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
      }
    }
  }

  @Test func aCredentialOfTheCommandLineIsNotKept() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    let result = try await sandbox.run(
      "send", listener.server.url, "-u", "ada:open-sesame", "-b", "sid=0123456789abcdef0123", "-x", "", "-v")
    #expect(result.status == 0)
    #expect(!result.error.contains("open-sesame"))
    let encoded = Data("ada:open-sesame".utf8).base64EncodedString()
    #expect(try #require(listener.last).contains(encoded))
    for (name, bytes) in try sandbox.homeFiles() {
      for secret in ["open-sesame", encoded, "0123456789abcdef0123"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
      }
    }
  }

  // MARK: Output

  @Test func theOutputGoesWhereCurlPutsIt() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let url = listener.server.url
    let sandbox = try Sandbox()
    let script = """
      workbench send -s \(url)/dir/name.txt?x -O -w '%{http_code} %{size_download}\\n'
      workbench send -s \(url) -o out.txt
      workbench send -s \(url) -i
      workbench send -s -I \(url)
      """
    let result = try await sandbox.shell(script)
    #expect(sandbox.text("name.txt") == "body")
    #expect(sandbox.text("out.txt") == "body")
    let head = "HTTP/1.1 200 OK\nContent-Length: %\nX-Answer: yes\n"
    #expect(
      result.text
        == "200 4\n" + head.replacingOccurrences(of: "%", with: "4") + "\nbody"
        + head.replacingOccurrences(of: "%", with: "0"))
  }

  @Test func trailersFollowTheBody() async throws {
    let server = try RawServer { client in
      while true {
        try client.readHead()
        try client.send(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\nX-Sum: 42\r\n\r\n")
      }
    }
    let sandbox = try Sandbox()
    let head = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n"
    let shown = try await sandbox.run("send", "-s", "-i", "-v", server.url)
    #expect(shown.text == head + "\nbody\nX-Sum: 42\n")
    #expect(shown.error.contains("< X-Sum: 42\n"))
    #expect(try await sandbox.run("send", "-s", server.url).text == "body")
    let all = try await sandbox.run("send", "-s", "--print", "exchange", server.url)
    #expect(all.text.hasSuffix("\n" + head + "\nbody\nX-Sum: 42\n"))
    let lines = try await sandbox.run("history", "export", "--format", "jsonl").text
    #expect(lines.components(separatedBy: #""_trailers":[{"name":"X-Sum","value":"42"}]"#).count == 4)
  }

  @Test func theHeadsGoWhereCurlPutsThem() async throws {
    let server = try RawServer { client in
      while true {
        let isFirst = try client.readHead().hasPrefix("GET /a ")
        if isFirst {
          try client.respond("302 Found", headers: ["Location: /b"])
        } else {
          try client.respond(body: "body")
        }
      }
    }
    let sandbox = try Sandbox()
    let curl = try await sandbox.shell("curl -sL \(server.url)/a -D curl.txt -o /dev/null")
    #expect(curl.status == 0)
    let heads = sandbox.text("curl.txt").replacingOccurrences(of: "\r\n", with: "\n")
    #expect(heads.hasPrefix("HTTP/1.1 302 Found\n"))
    #expect(try await sandbox.run("send", "-s", server.url + "/a", "-D", "own.txt").text == "body")
    #expect(sandbox.text("own.txt") == heads)
    #expect(try await sandbox.run("send", "-s", server.url + "/a", "-D", "-", "-o", "b.txt").text == heads)
    #expect(sandbox.text("b.txt") == "body")
    let both = try await sandbox.run("send", "-s", server.url + "/b", "-D", "-")
    #expect(both.text == "HTTP/1.1 200 OK\nContent-Length: 4\n\nbody")
  }

  @Test func aFileStaysWhereThereIsNoResponse() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("out.txt", "before")
    let result = try await sandbox.run("send", "http://127.0.0.1:1", "-o", "out.txt")
    #expect(result.status == 4)
    #expect(sandbox.text("out.txt") == "before")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).sorted() == ["home", "out.txt"])
  }

  @Test func verboseWritesTheHeadsToStandardError() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let result = try await Sandbox().run("send", listener.server.url + "/a", "-v", "-s")
    #expect(result.text == "body")
    let lines = result.error.components(separatedBy: "\n")
    #expect(lines.contains("> GET /a HTTP/1.1") && lines.contains("< HTTP/1.1 200 OK"))
  }

  @Test func verboseMasksACredentialInTheQuery() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let url = listener.server.url + "/a?api_key=qkey777aa&page=2"
    let result = try await Sandbox().run("send", url, "-v", "-s")
    #expect(try #require(listener.last).contains("GET /a?api_key=qkey777aa&page=2 HTTP/1.1"))
    #expect(result.error.contains("> GET /a?api_key=••••••&page=2 HTTP/1.1\n"), "\(result.error)")
    #expect(!result.error.contains("qkey777aa"))
  }

  @Test func writeOutKnowsCurlsVariables() async throws {
    let format = [
      "%{http_code}", "%{response_code}", "%{method}", "%{scheme}", "%{http_version}", "%{num_redirects}",
      "%{url_effective}", "%{content_type}", "%{size_download}", "%{size_upload}", "%{size_header}", "%{remote_ip}",
      "%{remote_port}", "%{local_ip}", "%{redirect_url}", "%header{x-answer}", "%{num_headers}", "%{exitcode}", "%%",
      "\\t",
    ].joined(separator: "|")
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    try sandbox.write("format.txt", format)
    for line in ["", "-d abc"] {
      let curl = try await sandbox.shell("curl -s -o /dev/null -w @format.txt \(listener.server.url)/a \(line)")
      let own = try await sandbox.shell(
        "workbench send -s -o /dev/null -w @format.txt \(listener.server.url)/a \(line)")
      #expect(own.text == curl.text)
    }
    let times = "%{time_total} %{time_connect} %{time_starttransfer} %{speed_download}"
    let numbers = try await sandbox.run("send", "-so/dev/null", "-w", times, listener.server.url).text.split(
      separator: " ")
    #expect(numbers.count == 4 && numbers.allSatisfy { Double($0) != nil })
    let unknown = try await sandbox.run("send", "-s", "-w", "<%{http_cod}>", listener.server.url)
    #expect(unknown.text == "body<>")
    #expect(unknown.error == "-w has no variable %{http_cod} — it is not supported, or a typo\n")
  }

  // MARK: Cookies, retries, input

  @Test func cookieFilesStandBesideTheKeptCookies() async throws {
    let server = try RawServer { client in
      while true {
        let head = try client.readHead().components(separatedBy: "\r\n").first { $0.hasPrefix("Cookie: ") }
        try client.respond(headers: ["Set-Cookie: new=2; Max-Age=3600"], body: head ?? "none")
      }
    }
    let sandbox = try Sandbox()
    try sandbox.write("in.txt", "127.0.0.1\tFALSE\t/\tFALSE\t0\told\t1\n")
    let url = server.url
    #expect(try await sandbox.run("send", "-s", url, "-b", "in.txt", "-c", "out.txt").text == "Cookie: old=1")
    #expect(try await sandbox.run("send", "-s", url).text == "none")
    let curl = try await sandbox.shell("curl -s -b out.txt \(url)")
    #expect(curl.text == "Cookie: new=2; old=1")
    // A jar that does not exist yet begins empty.
    #expect(try await sandbox.run("send", "-s", url, "-b", "jar", "-c", "jar").text == "none")
    #expect(try await sandbox.run("send", "-s", url, "-b", "jar", "-c", "jar").text == "Cookie: new=2")
    #expect(try await sandbox.run("send", "-s", url, "-b", "nojar").status == 2)
  }

  @Test func transientStatusesAreSentAgain() async throws {
    let count = Recorder<Int>()
    let server = try RawServer { client in
      while true {
        _ = try client.readHead()
        let number = count.recordNumbered(1)
        try client.respond(number < 2 ? "503 Service Unavailable" : "200 OK", body: "try \(number)")
      }
    }
    let result = try await Sandbox().run("send", server.url, "--retry", "3", "--retry-delay", "1")
    #expect(result.status == 0)
    #expect(result.text == "try 2")
    #expect(
      result.error.components(separatedBy: "\n").first?.hasSuffix("— sending again in 1 second, at most 3 more times")
        == true)
    let refused = try await Sandbox().run("send", "http://127.0.0.1:1", "--retry", "3")
    #expect(refused.status == 4)
    #expect(!refused.error.contains("sending again"))
  }

  @Test(arguments: [
    ("99999999999", "99,999,999,999"), ("601", "601"), ("99999999999999999999", "9,223,372,036,854,775,807"),
  ])
  func aWaitBeyondTenMinutesThatTheServerAsksForEndsTheRetries(_ asked: String, _ shown: String) async throws {
    let server = try RawServer { client in
      _ = try client.readHead()
      try client.respond("503 Service Unavailable", headers: ["Retry-After: \(asked)"], body: "busy")
    }
    let result = try await Sandbox().run("send", server.url, "--retry", "3")
    #expect(result.text == "busy" && server.received.count == 1)
    let note = "— not sending again: the server asks for a wait of \(shown) seconds, more than 10m"
    #expect(result.error.contains(note), "\(result.error)")
  }

  @Test func aPipeIsTheBodyWhereThereIsNoOther() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/post.json", #"{ "method": "POST", "url": "\#(listener.server.url)", "body": { "text": "own" } }"#)
    try sandbox.write("c/get.json", #"{ "url": "\#(listener.server.url)" }"#)
    for (line, expected) in [
      (listener.server.url, "POST piped"), ("\(listener.server.url) -X PUT", "PUT piped"),
      ("\(listener.server.url) -X GET", "GET "), ("\(listener.server.url) -d own", "POST own"),
      ("\(listener.server.url) --ignore-stdin", "GET "), ("c/post.json", "POST own"), ("c/get.json", "GET "),
    ] {
      let result = try await sandbox.shell("printf piped | workbench send -s \(line)")
      #expect(result.status == 0, "\(result.error)")
      let message = try #require(listener.last).components(separatedBy: "\r\n\r\n")
      #expect(message[0].prefix { $0 != " " } + " " + message[1] == expected, "\(line)")
    }
    // A file is a body as well, but not the list of a loop.
    try sandbox.write("list.txt", "1\n2\n")
    let url = listener.server.url
    let count = listener.count
    let loop = "while read x; do workbench send -s \(url)/$x; done < list.txt; workbench send -s \(url) < list.txt"
    #expect(try await sandbox.shell(loop).status == 0)
    #expect(listener.count == count + 3)
    #expect(try #require(listener.last).hasSuffix("\r\n\r\n1\n2\n"))
  }

  // MARK: Items

  @Test func itemsChangeAStoredRequest() async throws {
    let listener = try CurlListener(headers: ["X-Answer: yes"])
    let sandbox = try Sandbox()
    try sandbox.write("note.txt", "from a file\n")
    try sandbox.write(
      "c/json.json",
      """
      { "method": "POST", "url": "\(listener.server.url)", "query": [ { "name": "a", "value": "0" } ],
        "headers": [ { "name": "X-Old", "value": "1" }, { "name": "X-Gone", "value": "1" } ],
        "body": { "json": { "name": "old", "size": 1, "kept": [1] } } }
      """)
    try sandbox.write(
      "c/form.json",
      #"{ "method": "POST", "url": "\#(listener.server.url)", "body": { "form": [ { "name": "a", "value": "1" } ] } }"#)
    let result = try await sandbox.run(
      "send", "c/json.json", "a==1", "b==x y", "x-old:2", "X-Gone:", "name=new", "size:=2.50", "note=@note.txt")
    #expect(result.status == 0, "\(result.error)")
    let message = try #require(listener.last)
    #expect(message.hasPrefix("POST /?a=1&b=x%20y HTTP/1.1\r\n"))
    #expect(message.contains("\r\nx-old: 2\r\n") && !message.contains("X-Gone"))
    #expect(message.hasSuffix(#"{"name":"new","size":2.50,"kept":[1],"note":"from a file"}"#))
    #expect(try await sandbox.run("send", "c/form.json", "a=2", "b=3").status == 0)
    #expect(try #require(listener.last).hasSuffix("\r\n\r\na=2&b=3"))
    #expect(try await sandbox.run("send", listener.server.url, "upload@note.txt", "a=1").status == 0)
    #expect(try #require(listener.last).contains("name=\"upload\"; filename=\"note.txt\""))
    #expect(try await sandbox.run("send", listener.server.url, #"a\:b=1"#).status == 0)
    #expect(try #require(listener.last).hasSuffix(#"{"a:b":"1"}"#))
  }

  // MARK: Conflicts

  @Test(arguments: [
    (["-d", "x", "-F", "a=1"], "-d and -F are different bodies — use one of them"),
    (["-r", "1", "-d", "x"], "-r asks for a part of a response, and with -d curl means the body — leave one out"),
    (["-G", "-F", "a=1"], "-G adds data to the URL, and -F is a body — use one of them"),
    (["-I", "-d", "x"], "-I sends HEAD, which has no body, and -d is one — add -G or leave one out"),
    (["-i", "-I"], "-i and -I print different parts — use one of them"),
    (["-o", "a", "-O"], "-o and -O are two files — use one of them"),
    (["-u", "a:b", "--oauth2-bearer", "c"], "-u and --oauth2-bearer are two credentials — use one of them"),
    (["-L", "--no-redirects"], "-L and --no-redirects contradict each other — use one of them"),
    (["--key", "k.pem"], "--key and --pass need a certificate — add --cert"),
    (["--cert-type", "PEM"], "--cert-type is for a certificate — add --cert"),
    (["--key-type", "DER", "-E", "a"], "--key-type is for a private key — add --key"),
    (["--key-type", "PEM"], "--key-type is for a private key — add --key"),
    (["-U", "a:b"], "-U is for a proxy — add -x"),
    (["--retry-delay", "1"], "The options for retries need a number — add --retry N"),
    (["--print", "curl"], "--print curl is for what is not sent yet — add --dry-run"),
    (["-d", "x", "a=1"], "-d is the whole body, and a is a field of it — use one of them"),
    (["--resolve", "a.test"], "--resolve a.test has no address — write it as HOST:PORT:ADDRESS"),
    (["-u", "ada"], "There is no terminal to ask for a password on — write -u USER:PASSWORD"),
    (["--digest"], "--digest needs credentials — add -u USER:PASSWORD"),
    (["--negotiate", "-u", "a:b"], "--negotiate takes the ticket of kinit — write -u : or leave -u out"),
    (
      ["--ntlm", "-u", "a:b", "--oauth2-bearer", "c"],
      "--ntlm and --oauth2-bearer are two credentials — use one of them"
    ),
    (["--aws-sigv4", "aws:amz"], "--aws-sigv4 signs with keys — add -u ACCESSKEY:SECRETKEY"),
    (["--aws-sigv4", "goog:x", "-u", "a:b"], "--aws-sigv4 signs for AWS alone, and not \"goog:x\""),
    (["--anyauth"], "send has no --anyauth — name the scheme: --basic, --digest, --ntlm or --negotiate"),
    (["-sS0"], "send has no -0 — use --http1.1"),
    (["--pinnedpubkey", "none.pem"], "--pinnedpubkey: Cannot read the certificate"),
    (["--netrc-file", "none.txt"], "--netrc-file none.txt: No such file or directory"),
    (["--cert-type", "ENG", "-E", "a"], "--cert-type is PEM, DER or P12 and not ENG"),
    (["-e", "x;auto"], "-e sends one Referer and does not follow redirects with it — leave ;auto out"),
    (["-H", "Host:"], "HTTP needs Host, so it cannot be removed — give it a value"),
    (["-D", "-", "-i"], "-D - prints the head to standard output, which has it already — use -D FILE, or -o FILE"),
    (["http://127.0.0.1:2"], "http://127.0.0.1:2 is a second URL — send one at a time"),
    (["-T", "a", "-d", "b"], "-d and -T are different bodies — use one of them"),
    (["--connect-timeout=-1"], "--connect-timeout takes a time such as 500ms or 30s, or 0 to wait forever, not \"-1\""),
    (["word"], "\"word\" is not an item — write name==query, Name:header, field=text, field:=json or field@file"),
  ]) func optionsThatDoNotGoTogetherAreRefused(_ options: [String], _ sentence: String) async throws {
    let sandbox = try Sandbox()
    let result = try await sandbox.start(["send", "http://127.0.0.1:1"] + options).finished()
    #expect(result.status == 2)
    #expect(result.error.contains(sentence), "\(result.error)")
  }
}
