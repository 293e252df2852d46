import Foundation
import RequestModel
import RequestStore
import TestSupport
import Testing

/// Known secrets of every source, with every kind of auth and of body, sent to a server that repeats all of it in many
/// encodings. Then everything that was written and drawn is searched for them.
struct EverySecretTests {
  /// The secrets by their source.
  static let sources = [
    "stored": #"st0red/+é"1&<key>"#, "command": "c0mmand s3cret=%2F'>", "dotenv": "d0tenv-s3cret&more",
    "system": #"0s-variable:s3cret\path"#, "asked": "pr0mpt-s3cret{1}[2]", "response": "t0ken.0f+a/response~",
  ]
  /// The files that may hold secrets.
  static func isForSecrets(_ name: String) -> Bool { name == "secrets.json" }

  // MARK: The collection

  private static let all = sources.keys.filter { $0 != "response" }.sorted().map { "{{\($0)}}" }.joined(
    separator: " | ")

  private static func json(_ text: String) -> String { "\"" + JSONString(text).escaped + "\"" }

  /// A body of each kind with all secrets in it.
  static let bodies = [
    "json": #"{ "json": { "all": \#(json(all)), "list": ["{{stored}}"] } }"#, "text": #"{ "text": \#(json(all)) }"#,
    "form": #"{ "form": [ { "name": "all", "value": \#(json(all)) } ] }"#,
    "multipart":
      #"{ "multipart": [ { "name": "all", "value": \#(json(all)) }, { "name": "file", "file": "body.txt" } ] }"#,
    "file": #"{ "file": "body.txt" }"#,
    "graphql": #"{ "graphql": { "query": "query { all }", "variables": { "all": \#(json(all)) } } }"#,
    "jsonrpc": #"{ "jsonrpc": { "method": "all", "params": { "all": \#(json(all)) } } }"#,
  ]

  /// One request for each kind of auth; their bodies take turns.
  private static let requests = AuthKindTests.rows.enumerated().map { index, row in
    (row: row, body: bodies.keys.sorted()[index % bodies.count])
  }

  @Test func everyKindOfAuthAndBodyIsAmongThem() {
    #expect(Set(Self.requests.map(\.row.kind)) == Set(AuthKind.all.map(\.name)))
    #expect(Set(Self.requests.map(\.body)) == Set(BodyKind.all.map(\.name)))
  }

  private static func sandbox(_ server: RawServer) async throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.write(
      "c/collection.json",
      #"""
      { "variables": [
        { "name": "stored", "secret": true }, { "name": "command", "secret": true, "fromCommand": "cat command.txt" },
        { "name": "dotenv", "secret": true, "fromDotenv": ".env" },
        { "name": "system", "secret": true, "fromEnvironment": "SHOP_SECRET" },
        { "name": "asked", "secret": true, "prompt": "One-time code" } ] }
      """#)
    try sandbox.write("c/command.txt", sources["command"] ?? "")
    try sandbox.write("c/.env", "dotenv='\(sources["dotenv"] ?? "")'\n")
    try sandbox.write("c/body.txt", "A file with \(sources["stored"] ?? "") in it\n")
    try sandbox.write("c/login.json", #"{ "name": "Login", "url": "\#(server.url)/login", "auth": { "none": {} } }"#)
    for (row, body) in requests {
      try sandbox.write(
        "c/\(row.kind).json",
        """
        { "name": "The \(row.kind) one", "method": "POST", "url": "\(server.url)/\(row.kind)/{{dotenv}}",
          "query": [{ "name": "q", "value": "{{stored}}" }], "auth": \(row.auth), "body": \(bodies[body] ?? ""),
          "headers": [{ "name": "X-Own", "value": "{{command}} {{system}}" }, { "name": "X-Other", "value": "{{asked}}" },
            { "name": "X-Auth-Token", "value": "{{response \\"login\\" \\"$.token\\" maxAge=1h}}" }] }
        """)
    }
    let kept = try await sandbox.run(
      "secret", "set", "c", "stored", input: Data(((sources["stored"] ?? "") + "\n").utf8))
    #expect(kept.status == 0, "\(kept.error)")
    return sandbox
  }

  // MARK: The server

  private static func serve() throws -> RawServer {
    let challenges = Dictionary(uniqueKeysWithValues: requests.map { ("/\($0.row.kind)/", $0.row.challenge) })
    return try RawServer { connection in
      while true {
        let head = try connection.readHead()
        let length = head.firstMatch(of: #/(?i)content-length: ([0-9]+)/#).flatMap { Int($0.output.1) } ?? 0
        let body = try connection.readBytes(length)
        let path = head.firstMatch(of: #/ (\/[a-z0-9]+\/)/#).map { String($0.output.1) } ?? ""
        if head.contains(" /login ") {
          try connection.respond(body: #"{ "token": "\#(sources["response"] ?? "")" }"#)
        } else if head.contains("NTLM TlRMTVNTUAAB") {
          try connection.respond("401 More", headers: ["WWW-Authenticate: NTLM \(AuthKindTests.ntlmChallenge)"])
        } else if let challenge = challenges[path] ?? nil, !head.contains("Authorization: ") {
          try connection.respond("401 Who", headers: ["WWW-Authenticate: \(challenge)"], body: "who are you")
        } else {
          try connection.respond(echoing: Array(head.utf8) + body)
        }
      }
    }
  }

  // MARK: The search

  /// The texts that must be hidden: the secrets, those of the kinds of auth, and the signatures that the server got.
  private static func hidden(_ server: RawServer) throws -> [(name: String, spellings: Spellings)] {
    var hidden = Array(sources)
    for (row, _) in requests {
      hidden += row.secrets.map { (row.kind, $0) }
      guard let pattern = row.signature else { continue }
      let regex = try Regex(pattern)
      let heads = server.received.filter { $0.hasPrefix("POST /\(row.kind)/") }
      let signatures = heads.compactMap { $0.firstMatch(of: regex)?.output[1].substring.map(String.init) }
      #expect(!signatures.isEmpty, "nothing like \(pattern) was sent")
      hidden += Set(signatures + signatures.compactMap(\.removingPercentEncoding)).map {
        ("a signature of \(row.kind)", $0)
      }
    }
    return hidden.map { ($0.0, Spellings(of: $0.1)) }
  }

  /// Searches places for all secrets but those of `exceptions`.
  private static func search(
    _ places: [(name: String, bytes: Data)], _ hidden: [(name: String, spellings: Spellings)],
    except exceptions: Set<String> = []
  ) {
    for place in places {
      for (name, spellings) in hidden where !exceptions.contains(name) {
        #expect(spellings.found(in: place.bytes) == [], "\(name) is in \(place.name)")
      }
    }
  }

  /// The files of the home, which only the user can read.
  ///
  /// The response with a token is in history as it came: what a server sends is data until a request uses it as a secret.
  private static func searchFiles(_ sandbox: Sandbox, _ hidden: [(name: String, spellings: Spellings)]) throws {
    var files = try sandbox.homeFiles()
    for name in files.keys {
      // SQLite removes the files of its log.
      guard let facts = try? FileManager.default.attributesOfItem(atPath: sandbox.home + "/" + name) else { continue }
      #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    files = files.filter { !isForSecrets($0.key) }
    #expect(
      files.keys.contains("history.sqlite") && files.values.contains { $0.firstRange(of: Data("••••••".utf8)) != nil })
    let isHistory = { (name: String) in name.hasPrefix("history") }
    search(files.filter { !isHistory($0.key) }.map { ($0.key, $0.value) }, hidden)
    search(files.filter { isHistory($0.key) }.map { ($0.key, $0.value) }, hidden, except: ["response"])
    let history = try HistoryStore(path: sandbox.home + "/history.sqlite")
    let exchanges = try history.summaries(limit: .max).compactMap { try history.exchange($0.id) }
    let others = exchanges.filter { $0.origin?.address.path != "login.json" }
    #expect(others.count == exchanges.count - 1)
    search(others.map { ("an exchange of \($0.request.url)", Sandbox.content(of: $0)) }, hidden)
  }

  // MARK: Tests

  private static let environment = ["SHOP_SECRET": sources["system"] ?? ""]

  @Test(.timeLimit(.minutes(5))) func noCommandWritesASecretAnywhere() async throws {
    let server = try Self.serve()
    let sandbox = try await Self.sandbox(server)
    var places: [(name: String, bytes: Data)] = []
    func run(_ arguments: String...) async throws {
      let result = try await sandbox.start(arguments, environment: Self.environment).finished()
      let name = arguments.joined(separator: " ")
      places += [(name, result.output), (name + ", standard error", Data(result.error.utf8))]
    }
    let asked = "asked=" + (Self.sources["asked"] ?? "")
    for (row, _) in Self.requests {
      for options in [
        ["-v", "--print", "exchange"], ["--print", "har"], ["--dry-run"], ["--dry-run", "--print", "curl"],
      ] {
        let arguments = ["send", "c/\(row.kind).json", "--var", asked, "--allow-files", "--allow-commands"] + options
        let result = try await sandbox.start(arguments, environment: Self.environment).finished()
        let name = "send \(row.kind) \(options.joined(separator: " "))"
        #expect(
          row.kind == "negotiate" || options.contains("--dry-run") || result.error.contains("200 OK"),
          "\(name): \(result.error)")
        places += [(name, result.output), (name + ", standard error", Data(result.error.utf8))]
      }
    }
    let ids = try await sandbox.run("history", "list").text.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }
    try await run("history", "list")
    // The oldest is the response with the token.
    // Each request was sent twice.
    for (index, id) in ids.dropLast(1).enumerated() {
      for output in Seeds.isSoak ? ["headers", "body"] : [index.isMultiple(of: 2) ? "headers" : "body"] {
        try await run("history", "show", id, "--print", output)
      }
    }
    let hidden = try Self.hidden(server)
    Self.search(places, hidden)
    try Self.searchFiles(sandbox, hidden)
  }

  @Test(.timeLimit(.minutes(5))) func noScreenDrawsASecret() async throws {
    let server = try Self.serve()
    let terminal = try await Terminal(Self.sandbox(server), columns: 300, rows: 70, environment: Self.environment)
    try await terminal.record(to: "recorded")
    var places: [(name: String, bytes: Data)] = []
    for (row, _) in Self.requests {
      try await terminal.run("clear; workbench c/\(row.kind).json; echo en''ded")
      try await terminal.wait(for: "The \(row.kind) one")
      try await terminal.press("F5")
      try await answer(terminal)
      try await terminal.press("3", "z")
      for tab in ["Body", "Headers", "Cookies", "Timeline", "Sent"] {
        places.append(("the tab \(tab) of \(row.kind)", Data(try await terminal.screen().utf8)))
        try await terminal.press("]")
      }
      try await terminal.press("z", "2")
      for tab in 0..<6 {
        places.append(("tab \(tab) of the form of \(row.kind)", Data(try await terminal.screen().utf8)))
        try await terminal.press("]")
      }
      try await terminal.press("H")
      try await terminal.wait(for: "History")
      try await terminal.press("q")
      try await terminal.wait(for: "ended")
    }
    let hidden = try Self.hidden(server)
    Self.search(places, hidden)
    // History shows the response with the token.
    let drawn = Data(terminal.sandbox.text("recorded").utf8)
    Self.search([("the bytes that were drawn", drawn)], hidden, except: ["response"])
    try Self.searchFiles(terminal.sandbox, hidden)
  }

  /// Allows what is asked, types the one-time code and waits for the response.
  private func answer(_ terminal: Terminal) async throws {
    while true {
      let screen = try await terminal.wait("a question or a whole response") { screen in
        ["always allow", "Enter sends"].contains(where: screen.contains)
          || ["200 OK", "401 "].contains(where: screen.contains) && !screen.contains("Ctrl+C cancels")
      }
      if screen.contains("always allow") {
        try await terminal.press("A")
        try await terminal.wait("an answer to the question") { !$0.contains("always allow") }
      } else if screen.contains("Enter sends") {
        try await terminal.type(Self.sources["asked"] ?? "")
        try await terminal.press("Enter")
        try await terminal.wait("an answer to the question") { !$0.contains("Enter sends") }
      } else {
        return
      }
    }
  }
}

extension RawConnection {
  /// Responds with what was received in many encodings.
  fileprivate func respond(echoing received: [UInt8]) throws {
    let text = String(decoding: received, as: UTF8.self)
    let json = JSONString(text).escaped
    let echoes =
      [
        text, json, Spellings.ascii(json), PercentEncoding.component(text), PercentEncoding.form(text),
        Spellings.entities(text), text.unicodeScalars.map { "&#\($0.value);" }.joined(),
        received.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
      ] + ["", "1", "12"].map { Data($0.utf8 + received).base64EncodedString() }
    var body = Array(echoes.joined(separator: "\n\n").utf8)
    for unit in text.utf16 { body += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    body += Array("\nthe end\n".utf8)
    let lines = [
      "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8", "Content-Length: \(body.count)",
      "X-Echo: " + PercentEncoding.component(text), "X-Base64: " + Data(received).base64EncodedString(),
    ]
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    try send(body)
  }
}
