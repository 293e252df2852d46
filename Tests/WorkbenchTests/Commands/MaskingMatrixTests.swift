import Foundation
import RequestModel
import RequestRunner
import TestSupport
import Testing

/// No spelling of a secret in any place: each cell of the table is a server's answer that the real program shows or keeps.
struct MaskingMatrixTests {
  static let secret = "s3cret/+\"v&lue é%41=z"

  /// A way to write the secret, and how many characters around it are encoded with it.
  struct Spelling: Sendable {
    let name: String
    let bytes: [UInt8]
    var around = 0

    init(_ name: String, _ text: String, around: Int = 0) {
      (self.name, bytes, self.around) = (name, Array(text.utf8), around)
    }
  }

  static let spellings: [Spelling] = {
    let json = JSONString(secret).escaped.replacing("/", with: "\\/")
    let ascii = json.replacing("é", with: "\\u00e9").replacing("+", with: "\\u002B")
    let percent = PercentEncoding.component(secret)
    let hex = secret.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
    func forURLs(_ text: String) -> String { text.replacing("+", with: "-").replacing("/", with: "_") }
    return [
      Spelling("plain", secret), Spelling("upper case", secret.uppercased().replacing("É", with: "é")),
      Spelling("JSON", json),
      Spelling("ASCII JSON", ascii), Spelling("JSON in JSON", JSONString(ascii).escaped),
      Spelling(
        "JSON, every character escaped",
        secret.utf16.map { "\\u00" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()),
      Spelling("percent codes", percent), Spelling("percent codes in lower case", percent.lowercased()),
      Spelling("percent codes twice", PercentEncoding.component(percent)),
      Spelling("a form", PercentEncoding.form(secret)),
      Spelling("JSON in percent codes", PercentEncoding.component(ascii)),
      Spelling(
        "named entities",
        secret.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("é", with: "&eacute;")),
      Spelling("decimal entities", secret.unicodeScalars.map { "&#\($0.value);" }.joined()),
      Spelling("hexadecimal entities", secret.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()),
      Spelling("base64", base64(secret)), Spelling("base64 for URLs", forURLs(base64(secret))),
      Spelling("base64 of user:secret", base64("ada:" + secret), around: 8),
      Spelling("base64 of u:secret", base64("u:" + secret), around: 4),
      Spelling("base64 of JSON", base64("{\"a\":\"\(JSONString(secret).escaped)\"}"), around: 16),
      Spelling("base64 in percent codes", PercentEncoding.component(base64(secret)), around: 6),
      Spelling(
        "base64 in JSON", base64(secret).replacing("/", with: "\\/").replacing("=", with: "\\u003d"), around: 14),
      Spelling("base64 twice", base64(base64(secret)), around: 4), Spelling("hex", hex),
      Spelling("upper-case hex", hex.uppercased()),
    ]
  }()

  // MARK: The server and the collection

  /// Every spelling between marks that say which one it is: `[12|…|]`.
  private static let marked = spellings.enumerated().map { index, spelling in
    "[\(index)|" + String(decoding: spelling.bytes, as: UTF8.self) + "|]"
  }

  private static func serve() throws -> RawServer {
    try RawServer { connection in
      let head = try connection.readHead()
      let reason = "OK " + marked.prefix(8).joined()
      let headers = marked.enumerated().map { "X-Echo-\($0): \($1)" } + ["Content-Type: text/plain; charset=utf-8"]
      if head.contains(" /lost") {
        // Longer than what comes: the exchange fails with what came.
        let lines = ["HTTP/1.1 200 \(reason)", "Content-Length: 100000"] + headers
        return try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + marked.joined(separator: "\n"))
      }
      if head.contains(" /utf16") {
        let units = (secret + " " + secret).utf16
        let littleEndian = units.flatMap { (unit: UInt16) in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let bigEndian = units.flatMap { (unit: UInt16) in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        let body = littleEndian + bigEndian
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
        return try connection.send(body)
      }
      try connection.respond("200 " + reason, headers: headers, body: marked.joined(separator: "\n") + "\n")
    }
  }

  private let server: RawServer
  private let sandbox: Sandbox

  init() async throws {
    server = try Self.serve()
    sandbox = try Sandbox.small()
    try sandbox.write(
      "small/environments/demo.json",
      #"{ "variables": [{ "name": "token", "secret": true }, { "name": "unused", "secret": true }] }"#)
    for path in ["whole", "lost", "utf16"] {
      try sandbox.write(
        "small/\(path).json",
        """
        { "name": "The \(path) one", "url": "\(server.url)/\(path)", "query": [{ "name": "t", "value": "{{token}}" }],
          "headers": [{ "name": "X-Key", "value": "{{token}}" }], "auth": { "basic": { "username": "ada", "password": "{{token}}" } },
          "body": { "json": { "token": "{{token}}" } } }
        """)
    }
    // The echo of a secret that no request uses is one all the same.
    try sandbox.write("small/unused.json", #"{ "url": "\#(server.url)/whole" }"#)
    let kept = try await sandbox.run(
      "secret", "set", "small", "token", "--env", "demo", input: Data((Self.secret + "\n").utf8))
    #expect(kept.status == 0, "\(kept.error)")
  }

  // MARK: What is found

  /// The spellings that show in a place, by name.
  private func leaks(in bytes: Data) -> [String] {
    Self.spellings.enumerated().flatMap { index, spelling -> [String] in
      var (found, rest) = ([String](), bytes[...])
      while let mark = rest.firstRange(of: Data("[\(index)|".utf8)) {
        rest = rest[mark.upperBound...]
        let end = rest.firstRange(of: Data("|]".utf8))?.lowerBound ?? rest.endIndex
        let inside = String(decoding: rest[..<end].prefix(400), as: UTF8.self)
        // Compressed bytes may hold a mark by chance.
        if inside.count(where: { $0 == "\u{FFFD}" }) > 1 { continue }
        if inside.count(where: { !"*•".contains($0) }) > spelling.around { found.append("\(spelling.name): \(inside)") }
      }
      return found
    }
  }

  private func expectNoLeak(_ place: String, _ bytes: Data, showsBody: Bool = true) {
    #expect(leaks(in: bytes) == [], "in \(place)")
    if showsBody { #expect(bytes.firstRange(of: Data("[0|".utf8)) != nil, "nothing stands in \(place)") }
    for spelling in Self.spellings {
      #expect(bytes.firstRange(of: Data(spelling.bytes)) == nil, "\(spelling.name) stands in \(place)")
    }
    for (name, units) in [
      ("little", Self.secret.utf16.map(\.littleEndian)), ("big", Self.secret.utf16.map(\.bigEndian)),
    ] {
      let bare = units.withUnsafeBytes { Data($0) }
      #expect(bytes.firstRange(of: bare) == nil, "UTF-16, \(name)-endian, stands in \(place)")
    }
  }

  @Test func noOutputOfTheCommandsShowsASecretInAnySpelling() async throws {
    for request in ["whole", "lost", "unused", "utf16"] {
      for output in ["headers", "exchange", "har"] {
        let result = try await sandbox.run("send", "small/\(request).json", "--env", "demo", "--print", output)
        let place = "send \(request) --print \(output)"
        expectNoLeak(place, result.output, showsBody: request != "utf16")
        expectNoLeak(place + ", standard error", Data(result.error.utf8), showsBody: false)
      }
    }
    // Into a pipe goes what the server sent.
    let raw = try await sandbox.run("send", "small/whole.json", "--env", "demo")
    #expect(raw.output == Data((Self.marked.joined(separator: "\n") + "\n").utf8))
    // Each request was sent three times.
    let outputs = ["body", "headers", "exchange", "har"]
    for (index, line) in try await sandbox.run("history", "list").text.split(separator: "\n").enumerated() {
      expectNoLeak("history list", Data(line.utf8), showsBody: false)
      for output in Seeds.isSoak ? outputs : Array(index.isMultiple(of: 2) ? outputs[..<2] : outputs[2...]) {
        let shown = try await sandbox.run("history", "show", String(line.prefix { $0 != "\t" }), "--print", output)
        expectNoLeak("history show --print \(output)", shown.output, showsBody: false)
      }
    }
    for (name, bytes) in try sandbox.homeFiles() where name != "secrets.json" {
      expectNoLeak(name, bytes, showsBody: name == "history.sqlite")
    }
  }

  @Test func theScreenShowsNoSecretInAnySpelling() async throws {
    let terminal = try await Terminal(sandbox, columns: 400, rows: 130)
    try await terminal.record(to: "recorded")
    for request in ["whole", "lost"] {
      try await terminal.run("workbench --env demo small/\(request).json; echo ended")
      try await terminal.wait(for: "The \(request) one")
      try await terminal.press("F5")
      try await terminal.wait(for: "[23|", "200 OK")
      try await terminal.press("3", "z")
      for tab in ["Body", "Headers", "Cookies", "Timeline", "Sent"] {
        let screen = try await terminal.screen()
        expectNoLeak("the tab \(tab)", Data(screen.utf8), showsBody: false)
        try await terminal.press("]")
      }
      #expect(!(try await terminal.fact("#{pane_title}")).contains("s3cret"))
      try await terminal.press("z", "H")
      try await terminal.wait(for: "History", "GET  The \(request) one")
      try await terminal.press("q")
      try await terminal.wait(for: "ended")
      try await terminal.run("clear")
    }
    let recorded = Data(sandbox.text("recorded").utf8)
    for spelling in Self.spellings {
      #expect(recorded.firstRange(of: Data(spelling.bytes)) == nil, "\(spelling.name) was drawn")
    }
    for (name, bytes) in try sandbox.homeFiles() where name != "secrets.json" {
      expectNoLeak(name, bytes, showsBody: false)
    }
  }

  @Test func aStreamOnATerminalShowsNoBeginningAndNoEndOfASecret() async throws {
    let gate = Gate()
    let half = Self.secret.utf8.count - 2
    let stream = try RawServer { connection in
      try connection.readHead()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: one\n\n")
      for byte in "data: two [0|\(Self.secret)|]\n\ndata: three [0|".utf8 { try connection.send([byte]) }
      try connection.send(Array(Self.secret.utf8.prefix(half)))
      gate.waitOnThread()
      try connection.send(Array(Self.secret.utf8.dropFirst(half)) + Array("|]\n\ndata: end [0|\(Self.secret)|]".utf8))
    }
    try sandbox.write("small/stream.json", #"{ "url": "\#(stream.url)/" }"#)
    let terminal = try await Terminal(sandbox)
    try await terminal.record(to: "recorded")
    try await terminal.run("workbench send small/stream.json --env demo; echo en''ded")
    try await terminal.wait(for: "data: two")
    gate.open()
    try await terminal.wait(for: "data: end", "ended")
    let recorded = sandbox.text("recorded")
    #expect(!recorded.contains("s3cret") && leaks(in: Data(recorded.utf8)) == [])
  }

  @Test func literalCredentialsOfTheCommandLineAreNotKept() async throws {
    let address = server.url.dropFirst("http://".count)
    let literals = ["literal-t0ken", "pa55word-2", "k3y-of-an-api", "s3ssion-of-a-cookie", "pr0xy-password"]
    for output in ["headers", "exchange", "har"] {
      let result = try await sandbox.run(
        "send", "http://ada:pa55word-2@\(address)/whole", "-H", "Authorization: Bearer literal-t0ken", "-H",
        "X-Api-Key: k3y-of-an-api", "-H", "Cookie: sid=s3ssion-of-a-cookie", "--print", output,
        environment: ["http_proxy": "http://ada:pr0xy-password@\(address)"])
      #expect(result.status == 0, "\(result.error)")
      for literal in literals { #expect(!(result.text + result.error).contains(literal), "\(literal) in \(output)") }
    }
    let encoded = ["ada:pa55word-2", "ada:pr0xy-password"].map { Data($0.utf8).base64EncodedString() }
    for (name, bytes) in try sandbox.homeFiles() where name != "secrets.json" {
      for literal in literals + encoded {
        #expect(bytes.firstRange(of: Data(literal.utf8)) == nil, "\(literal) stands in \(name)")
      }
    }
    #expect(server.received.contains { $0.contains("literal-t0ken") && $0.contains("k3y-of-an-api") })
    #expect(server.received.contains { $0.contains("Proxy-Authorization: Basic \(encoded[1])") })
  }

  @Test(arguments: [
    "http://ada:{{token}}@127.0.0.1:1/", "{{token}}://127.0.0.1:1/", "http://{{token}}/",
    "http://127.0.0.1:1/{{token}}",
    "http://127.0.0.1:{{token}}/",
  ])
  func noSentenceOfAFailureShowsASecret(_ url: String) async throws {
    try sandbox.write(
      "small/failing.json", #"{ "url": "\#(url)", "headers": [{ "name": "X-{{token}}", "value": "1" }] }"#)
    for token in [Self.secret, "PlainToken1234567890"] {
      let result = try await sandbox.run(
        "send", "small/failing.json", "--env", "demo", "--var", "token=\(token)", "--print", "har")
      #expect(result.status != 0)
      let told = (result.text + result.error).lowercased()
      for part in ["plaintoken", "s3cret"] { #expect(!told.contains(part), "\(told)") }
    }
    for (name, bytes) in try sandbox.homeFiles() where name != "secrets.json" {
      #expect(bytes.firstRange(of: Data("PlainToken1234567890".utf8)) == nil, "\(name)")
    }
  }
}
