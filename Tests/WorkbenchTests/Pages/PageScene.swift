import Foundation
import Glibc
import TestSupport

/// The files that the commands of the pages need: a collection of the user's own with its history, files of other
/// programs, and servers.
///
/// It is made in several places, as most lines wait for a server or a timer most of their time.
struct PageScene {
  private struct Exchange: Decodable {
    let id: String
    let name: String?
  }

  /// A place for one line at a time.
  struct Place: Sendable {
    fileprivate let sandbox: Sandbox
    /// A copy of its folder as it was made.
    fileprivate let copy: String
    /// The texts that a line has to use instead, in this order.
    fileprivate let replacements: [(text: String, replacement: String)]

    /// Runs a line where nothing has been run before. Secrets are kept for a path, so that it is the same for all lines.
    func run(_ line: String) async throws -> Program.Finished {
      try FileManager.default.removeItem(atPath: sandbox.folder)
      try FileManager.default.copyItem(atPath: copy, toPath: sandbox.folder)
      let command = replacements.reduce(line) { $0.replacing($1.text, with: $1.replacement) }
      return try await sandbox.shell("export token=t0ken-of-ci; " + command)
    }
  }

  let places: [Place]
  /// Has the folder of the servers, and the copies of the places.
  private let stage: Sandbox
  private let servers: [Program]

  /// - Parameter count: The number of places.
  init(places count: Int) async throws {
    let stage = try Sandbox()
    self.stage = stage
    try stage.write("chat.json", Self.mock)
    let demo = try stage.start(["demo", "--port", "0"])
    let chat = try stage.start(["demo", "chat.json", "--port", "0"])
    servers = [demo, chat]
    do {
      let (url, chatURL) = (try await Self.url(of: demo), try await Self.url(of: chat))
      places = try await withThrowingTaskGroup(of: Place.self) { group in
        for number in 0..<count {
          group.addTask { try await Self.place(url, chatURL, copy: stage.path("made-\(number)")) }
        }
        var places: [Place] = []
        for try await place in group { places.append(place) }
        return places
      }
    } catch {
      for server in [demo, chat] { server.send(SIGINT) }
      throw error
    }
  }

  /// Ends the servers.
  func end() {
    for server in servers { server.send(SIGINT) }
  }

  private static func place(_ url: String, _ chatURL: String, copy: String) async throws -> Place {
    let sandbox = try Sandbox()
    try write(into: sandbox, url: url, chat: chatURL.replacing("http://", with: "ws://"))
    let ids = try await record(in: sandbox)
    try FileManager.default.copyItem(atPath: sandbox.folder, toPath: copy)
    return Place(
      sandbox: sandbox, copy: copy,
      replacements: otherPrograms + hosts(url) + exchanges(ids) + times + preparations)
  }

  private static func url(of server: Program) async throws -> String {
    try await eventually("the URL", insteadOf: { server.errorSoFar }) {
      server.outputSoFar.hasSuffix("\n") ? server.outputSoFar.trimmingCharacters(in: .newlines) : nil
    }
  }

  // MARK: Files

  private static let mock = """
    { "kind": "websocket", "url": "ws://host/chat", "examples": [{ "name": "three", "messages": [
      { "after": "*", "value": { "id": "{{request.body.$.id}}" } },
      { "value": { "type": "tick" } }, { "value": { "type": "done" } }
    ] }] }
    """

  private static func write(into sandbox: Sandbox, url: String, chat: String) throws {
    for shop in ["shop", "collections/shop"] {
      for (name, text) in collection(url) { try sandbox.write("\(shop)/\(name)", text) }
    }
    for name in ["collections/a.json", "old.json", "base.json", "ours.json", "theirs.json"] {
      try sandbox.write(name, request("GET", "a"))
    }
    try FileManager.default.copyItem(
      atPath: Repository.path("collections/httpbin"), toPath: sandbox.path("collections/httpbin"))
    for (name, text) in filesOfOthers(url) { try sandbox.write(name, text) }
    try sandbox.write(
      "chat.json",
      """
      { "kind": "websocket", "url": "\(chat)/chat",
        "messages": [{ "name": "subscribe", "type": "json", "value": { "id": 1 } }] }
      """)
  }

  private static func request(_ method: String, _ name: String) -> String {
    #"{ "method": "\#(method)", "url": "{{base}}/anything/v1/\#(name)", "docs": "See api.example.com", "tags": ["smoke"] }"#
  }

  private static func collection(_ url: String) -> [String: String] {
    let secrets = #"{ "variables": [{ "name": "token", "secret": true }, { "name": "password", "secret": true }] }"#
    return [
      "collection.json": #"{ "variables": [{ "name": "base", "value": "\#(url)" }] }"#,
      "environments/local.json": secrets, "environments/staging.json": secrets,
      "a.json": request("GET", "a"), "list.json": request("GET", "list"), "login.json": request("GET", "login"),
      "orders/create.json": request("POST", "orders"), "orders/show.json": request("GET", "orders/1"),
      "customers/show.json": request("GET", "customers/1"),
    ]
  }

  private static func filesOfOthers(_ url: String) -> [String: String] {
    let environment = #"{ "name": "environment", "values": [] }"#
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    return [
      "shop.postman_collection.json": """
      { "info": { "name": "Tea", "schema": "\(schema)" }, "variable": [{ "key": "base", "value": "\(url)" }],
        "item": [{ "name": "list", "request": { "method": "GET", "url": "{{base}}/get" } }] }
      """,
      "dev.postman_environment.json": environment, "staging.postman_environment.json": environment,
      "dev.json": environment, "staging.json": environment,
      "checks.hurl": "GET {{host}}/get\nHTTP 200\n",
      "bruno-collection/bruno.json": #"{ "version": "1", "name": "Shop", "type": "collection" }"#,
      "bruno-collection/list.bru": "meta {\n  name: list\n  type: http\n}\n\nget {\n  url: {{base}}/get\n}\n",
      "bruno-collection/environments/staging.bru": "vars {\n  base: \(url)\n}\n",
      "session.har": """
      { "log": { "version": "1.2", "entries": [{
        "request": { "method": "GET", "url": "https://api.example.com/a", "headers": [] },
        "response": { "status": 200, "headers": [], "content": {} } }] } }
      """,
      "cookies.txt": "# Netscape HTTP Cookie File\nexample.com\tFALSE\t/\tFALSE\t0\tsid\t1\n",
      "rows.csv": "sku\nA-1\nB-2\n", "messages.txt": "{\"id\": 1}\n", "lines.txt": "one\n",
    ]
  }

  // MARK: What was done before

  /// - Returns: The IDs of exchanges by the names of their requests.
  private static func record(in sandbox: Sandbox) async throws -> [String: String] {
    try await expectSuccess(
      of: [
        "git init -q --template=", "workbench export shop --format openapi -o api.yaml",
        "workbench send collections/shop/orders/show.json", "workbench send collections/shop/list.json",
        "workbench send chat.json --message subscribe --count 3",
        "workbench import shop.postman_collection.json --into collections",
        "echo t0ken-of-staging | workbench secret set collections/shop token --env staging",
      ], in: sandbox)
    let list = try await sandbox.run("history", "list", "--json")
    let exchanges = try JSONDecoder().decode([Exchange].self, from: list.output)
    let ids = Dictionary(exchanges.map { ($0.name ?? "", $0.id) }) { first, _ in first }
    let save = "workbench example save \(ids["show"] ?? "") --request collections/shop/orders/show.json"
    try await expectSuccess(of: [save], in: sandbox)
    return ids
  }

  private static func expectSuccess(of lines: [String], in sandbox: Sandbox) async throws {
    for line in lines {
      let result = try await sandbox.shell(line)
      guard result.status == 0 else { throw SceneError(line: line, error: result.error) }
    }
  }

  private struct SceneError: Error {
    let line: String
    let error: String
  }

  // MARK: What lines name instead

  /// Other programs, and a document of a server.
  private static let otherPrograms: [(text: String, replacement: String)] = [
    ("| jq '.items[0]'", "| cat"), ("| jq .url", "| cat"), (" && k6 run shop.js", ""),
    ("https://api.example.com/openapi.json", "api.yaml"),
  ]

  private static func hosts(_ url: String) -> [(text: String, replacement: String)] {
    [
      ("https://example.com/events", url + "/sse"), ("https://example.com", url + "/anything"),
      ("https://api.example.com", url),
      ("wss://echo.example/", url.replacing("http://", with: "ws://") + "/websocket/echo"),
    ]
  }

  private static func exchanges(_ ids: [String: String]) -> [(text: String, replacement: String)] {
    [
      ("replay 3f2a", "replay \(ids["chat"] ?? "")"), ("3f2a", ids["show"] ?? ""), ("91bc", ids["list"] ?? ""),
    ]
  }

  /// The load of a moment, on any machine.
  private static let times: [(text: String, replacement: String)] = [
    ("--for 30s", "--for 200ms"), ("--for 1m", "--for 200ms"), ("--for 5m", "--for 200ms"),
    ("run shop --rate", "run shop --for 200ms --rate"), ("--warm-up 10s", "--warm-up 10ms"),
    ("p99<200ms", "p99<20s"), ("--connections 500", "--connections 5"), ("--users 50", "--users 5"),
    ("-n 100 --delay 500ms", "-n 2 --delay 5ms"),
  ]

  private static let preparations: [(text: String, replacement: String)] = [
    ("workbench secret set", "echo t0ken-of-staging | workbench secret set"),
    (
      "workbench cookies delete",
      "workbench cookies set collections/shop https://example.com sid=1 && workbench cookies delete"
    ),
    ("workbench unpack", "workbench pack shop && rm -r shop collections/shop && workbench unpack"),
  ]
}
