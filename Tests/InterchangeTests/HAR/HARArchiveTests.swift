import Foundation
import RequestModel
import TestSupport
import Testing

@testable import Interchange

/// Archives as other programs read them.
struct HARArchiveTests {
  private func exchange(_ url: String, at second: Double, body: String = "", hops: [Timeline.Hop] = []) -> Exchange {
    Exchange(
      id: ExchangeID(), request: SavedRequest(url: url), startedAt: Date(timeIntervalSince1970: second),
      sent: SentRequest(
        method: "POST", url: url, headers: [Header("Content-Type", "text/plain")], body: Data(body.utf8)),
      outcome: .completed(
        Response(
          status: 200, reason: "OK", httpVersion: "HTTP/1.1", headers: [Header("Content-Type", "text/plain")],
          body: Data("answer".utf8))),
      duration: .milliseconds(30), timeline: Timeline(hops: hops))
  }

  private func write(_ exchanges: [Exchange]) throws -> JSONValue {
    var source = ExportSource(PortableFolder(name: "c"))
    source.exchanges = exchanges
    source.version = "1.2"
    let result = try ExportFormat.har.write(source)
    return try JSONText(Array(result.files[0].bytes)).value
  }

  @Test func exchangesAreOneArchiveOrderedByTheirStart() throws {
    let hops = [
      Timeline.Hop(
        attempt: 1, method: "POST", url: "http://a.test/redirected", start: .milliseconds(500),
        phases: Timeline.Phases(
          queue: .microseconds(100), dns: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(3),
          send: .microseconds(500), wait: .milliseconds(10), receive: .microseconds(2500)),
        connection: Timeline.Connection(peer: "[::1]:443", httpVersion: "HTTP/2"), status: 200)
    ]
    let archive = try write([
      exchange("http://a.test/second?x=1", at: 10, body: "b"), exchange("http://a.test/first", at: 9, hops: hops),
    ])
    let problems = HARRules.problems(archive)
    #expect(problems == [], "\(archive.rendered())")
    let entries = archive.object?["log"]?.object?["entries"]?.array?.compactMap(\.object) ?? []
    #expect(entries.map { $0["startedDateTime"]?.string } == ["1970-01-01T00:00:09.500Z", "1970-01-01T00:00:10.000Z"])
    #expect(entries.first?["time"] == .number(JSONNumber(text: "19.100")))
    #expect(entries.first?["serverIPAddress"] == "::1")
  }

  @Test func anArchiveIsImportedAsTheRequestsThatWereSent() throws {
    let archive = try write([exchange("http://a.test/x?q=1", at: 1, body: "hello")])
    let result = try ImportFormat.har.read(ImportSource(Data(archive.compact.utf8), fileName: "c.har"))
    guard case .request(let request)? = result.collections.first?.items.first else { throw ImportError("no request") }
    #expect(
      request.document == [
        "method": "POST", "url": "http://a.test/x", "query": [["name": "q", "value": "1"]],
        "body": ["text": "hello", "type": "text/plain"],
        "examples": [
          [
            "name": "200 OK", "status": 200, "reason": "OK",
            "headers": [["name": "Content-Type", "value": "text/plain"]], "body": "answer",
          ]
        ],
      ])
    #expect(result.notes == [])
  }

  @Test(.enabled(if: HARLoader.isInstalled, "needs haralyzer, which `make test` installs"))
  func anotherReaderLoadsAnArchive() async throws {
    let archive = try write([
      exchange("http://a.test/second?x=é", at: 10, body: "\u{0}\u{FF}"), exchange("http://a.test/first", at: 9),
    ])
    let file = FileManager.default.temporaryDirectory.appending(path: "\(ExchangeID()).har")
    try Data(archive.rendered().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(
      try await HARLoader.entries(of: file)
        == "POST http://a.test/first 200 30, POST http://a.test/second?x=é 200 30")
  }

  @Test func withoutRequestsNothingIsWritten() {
    let thrown = #expect(throws: ExportError.self) { try write([]) }
    #expect(thrown?.description == "There are no requests")
  }

  @Test func aRequestThatWasNeverSentIsAnEntryWithoutAResponse() throws {
    var source = ExportSource(PortableFolder(name: "c"))
    let file = Parameter(document: ["name": "f", "file": "up/x.png", "type": "image/png"])
    source.unsent = [
      CodeRequest(
        name: "Save", method: "patch", url: "http://a.test/x?q=a%20b", headers: [Header("Content-Type", "text/plain")],
        body: .bytes(Data("é".utf8)), login: .digest(username: "u", password: "p")),
      CodeRequest(name: "Upload", method: "POST", url: "http://a.test/y", body: .parts([Parameter("a", "1"), file])),
    ]
    let result = try ExportFormat.har.write(source)
    #expect(
      result.notes == [
        InterchangeNote(.changed, ["Save"], "It was never sent: it has no response"),
        InterchangeNote(.dropped, ["Save"], "Auth: the credentials are sent once the server asks for them"),
        InterchangeNote(.changed, ["Upload"], "It was never sent: it has no response"),
        InterchangeNote(.dropped, ["Upload"], "The bytes of the file up/x.png"),
      ])
    let archive = try JSONText(Array(result.files[0].bytes)).value
    #expect(HARRules.problems(archive) == [])
    let read = try ImportFormat.har.read(ImportSource(result.files[0].bytes))
    let requests = (read.collections.first?.items ?? []).compactMap { item -> JSONObject? in
      if case .request(let request) = item { request.document } else { nil }
    }
    try #require(requests.count == 2, "\(read.notes)")
    #expect(
      requests.map { $0["method"] } == ["patch", "POST"] && requests[0]["body"] == ["text": "é", "type": "text/plain"],
      "\(requests)")
    #expect(
      requests[1]["body"]?.object?["multipart"]?.array?.compactMap { $0.object?.text("name") } == ["a", "f"],
      "\(requests)")
  }
}

/// The rules of HAR 1.2 for members, types and sums.
enum HARRules {
  static func problems(_ archive: JSONValue) -> [String] {
    guard let log = archive.object?["log"]?.object else { return ["no log"] }
    var problems = missing(log, ["version": "string", "creator": "object", "entries": "array"], "log")
    problems += missing(log["creator"]?.object, ["name": "string", "version": "string"], "creator")
    for (index, entry) in (log["entries"]?.array ?? []).enumerated() {
      problems += check(entry.object ?? JSONObject()).map { "entry \(index): \($0)" }
    }
    return problems
  }

  private static func check(_ entry: JSONObject) -> [String] {
    var problems = missing(
      entry,
      [
        "startedDateTime": "string", "time": "number", "request": "object", "response": "object", "cache": "object",
        "timings": "object",
      ], "entry")
    let request = entry["request"]?.object
    problems += missing(
      request,
      [
        "method": "string", "url": "string", "httpVersion": "string", "cookies": "array", "headers": "array",
        "queryString": "array", "headersSize": "number", "bodySize": "number",
      ], "request")
    if let data = request?["postData"]?.object {
      problems += missing(data, ["mimeType": "string", "text": "string"], "postData")
    }
    let response = entry["response"]?.object
    problems += missing(
      response,
      [
        "status": "number", "statusText": "string", "httpVersion": "string", "cookies": "array", "headers": "array",
        "content": "object", "redirectURL": "string", "headersSize": "number", "bodySize": "number",
      ], "response")
    problems += missing(response?["content"]?.object, ["size": "number", "mimeType": "string"], "content")
    return problems + timings(entry)
  }

  /// Without those that are -1, and with TLS as a part of connecting, the phases are the whole time.
  private static func timings(_ entry: JSONObject) -> [String] {
    let timings = entry["timings"]?.object
    var problems = missing(timings, ["send": "number", "wait": "number", "receive": "number"], "timings")
    func phase(_ name: String) -> Double { timings?[name]?.number?.double ?? -1 }
    for name in ["send", "wait", "receive"] where phase(name) < 0 { problems.append("\(name) is negative") }
    if phase("ssl") > phase("connect") { problems.append("TLS takes longer than connecting") }
    let sum = ["blocked", "dns", "connect", "send", "wait", "receive"].map(phase).filter { $0 >= 0 }.reduce(0, +)
    let time = entry["time"]?.number?.double ?? -1
    if abs(sum - time) > 0.001 { problems.append("time is \(time) and the phases are \(sum)") }
    return problems
  }

  private static func missing(_ object: JSONObject?, _ members: [String: String], _ name: String) -> [String] {
    members.sorted { $0.key < $1.key }.compactMap { member, kind in
      let found = object?[member]?.kindName.split(separator: " ").last.map(String.init) ?? "nothing"
      return found == kind ? nil : "\(name).\(member) is \(found), not \(kind)"
    }
  }
}
