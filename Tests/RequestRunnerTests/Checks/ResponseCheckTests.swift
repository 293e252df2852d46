import Foundation
import RequestClient
import RequestModel
import TestSupport
import Testing

@testable import RequestRunner

/// Checks and captures of real responses.
@Suite(.timeLimit(.minutes(1)))
struct ResponseCheckTests {
  private let server: RawServer
  private let saved = Recorder<CapturedVariable>()
  private let recorded = Recorder<Exchange>()
  private let engine: SendEngine

  init() throws {
    server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: #"{"id":7,"token":"s3cret-token"}"#)
    }
    engine = SendEngine(
      client: Session(), hooks: .checks, save: { [saved] in saved.record($0) }
    ) { [recorded] exchange, _ in recorded.record(exchange) }
  }

  /// - Parameter scope: Replaces the scope of the first capture, as no file can have it.
  private func send(
    _ members: String, _ around: Around = .nothing, environment: String? = nil, scope: String? = nil,
    save: SendEngine.Save? = nil
  ) async throws -> Exchange {
    var request = try SavedRequest(json: #"{"url":"\#(server.url)/x",\#(members)}"#)
    if let scope {
      var file = SavedFile.request(request)
      var rows = PlacedField(.captures).rows(in: file)
      rows[0].document["scope"] = .string(scope)
      PlacedField(.captures).setRows(rows, in: &file)
      request = try #require(file.request)
    }
    var job = SendEngine.Job(request: request, environment: environment) { _ in around.inputs }
    job.origin = Exchange.Origin(root: "/w", address: Address("shop/x.json"))
    return try #require(await (save.map { engine.saving($0) } ?? engine).events(job).exchange)
  }

  private struct ReadOnlyFile: Error, CustomStringConvertible {
    let description = "The file is read-only"
  }

  @Test("A capture that its owner cannot write is a failed check, and has no value for what follows")
  func captureThatIsNotWritten() async throws {
    let exchange = try await send(
      #""captures":[{"name":"id","query":"jsonpath","expression":"$.id","scope":"environment"},{"name":"n","query":"jsonpath","expression":"$.id"}],"checks":[{"query":"variable","expression":"id","predicate":"exists","not":true},{"query":"variable","expression":"n","value":7}]"#,
      environment: "local"
    ) { _ in throw ReadOnlyFile() }
    #expect(exchange.log.checks.map(\.isPassed) == [false, true, true])
    #expect(exchange.log.checks.first?.detail == "The file is read-only")
    #expect(engine.session.all.map(\.name) == ["n"])
  }

  @Test("The checks of the folders come first, then those of the request, and all results are in the exchange")
  func folderChecksComeFirst() async throws {
    var around = Around.variables(["wanted": "7"])
    around.folders = [
      try FolderSettings(json: #"{"checks":[{"query":"status","predicate":"less","value":400}]}"#),
      try FolderSettings(json: #"{"checks":[{"query":"status","value":201,"description":"is created"}]}"#),
    ]
    let exchange = try await send(
      #""checks":[{"query":"jsonpath","expression":"$.id","value":"{{wanted}}"},{"query":"status","value":1,"off":true}]"#,
      around)
    #expect(
      exchange.log.checks == [
        LogEvent.Check("status less 400", isPassed: true),
        LogEvent.Check("is created", isPassed: false, detail: "expected 201, got 200"),
        LogEvent.Check("jsonpath $.id equals {{wanted}}", isPassed: true),
      ])
    #expect(recorded.values == [exchange])
  }

  @Test("A capture sets a session variable, which the checks and later requests can use")
  func captureSetsSessionVariable() async throws {
    let exchange = try await send(
      #""captures":[{"name":"id","query":"jsonpath","expression":"$.id"}],"checks":[{"query":"variable","expression":"id","value":7}]"#
    )
    #expect(exchange.log.checks.map(\.isPassed) == [true])
    let next = try #require(await engine.events(SavedRequest(url: "\(server.url)/{{id}}")).exchange)
    #expect(next.sent?.url == "\(server.url)/7")
  }

  @Test("A secret capture and the checks of its value show nothing of it")
  func secretCaptureIsMasked() async throws {
    let exchange = try await send(
      #""captures":[{"name":"t","query":"jsonpath","expression":"$.token","secret":true}],"checks":[{"query":"jsonpath","expression":"$.token","value":"other"}]"#
    )
    #expect(exchange.log.checks.map(\.detail) == ["expected \"other\", got \"\(SecretMask.mark)\""])
    #expect(!"\(recorded.values)".contains("s3cret-token"))
  }

  @Test("Trailers are checked, captured and masked")
  func trailersAreCheckedCapturedAndMasked() async throws {
    let server = try RawServer { connection in
      _ = try connection.readHead()
      try connection.send(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Token: s3cret-token\r\nX-Sum: 42\r\n\r\n")
    }
    let request = try SavedRequest(
      json: #"""
        {"url":"\#(server.url)","captures":[{"name":"t","query":"trailer","expression":"x-token","secret":true}],
        "checks":[{"query":"trailer","expression":"X-Sum","value":42},{"query":"variable","expression":"t","value":""}]}
        """#)
    let exchange = try #require(await engine.events(request).exchange)
    #expect(exchange.log.checks.map(\.isPassed) == [true, false])
    #expect(exchange.trailers == [Header("X-Token", SecretMask.mark), Header("X-Sum", "42")])
    #expect(!"\(recorded.values)".contains("s3cret-token"))
  }

  @Test(
    "What filters and regular expressions make of a secret is masked",
    arguments: [
      #""query":"jsonpath","expression":"$.token","filters":["replace \"s3\" \"Z\""]"#,
      #""query":"jsonpath","expression":"$.token","filters":["split \"-\""]"#,
      #""query":"regex","expression":"s3([a-z]*)-""#,
      #""query":"jsonpath","expression":"$.token","filters":["regex /(.*)-/"]"#,
    ])
  func partsOfSecretsAreMasked(row: String) async throws {
    let exchange = try await send(
      #""captures":[{"name":"t","query":"jsonpath","expression":"$.token","secret":true}],"checks":[{\#(row),"value":"x"}]"#
    )
    let detail = exchange.log.checks.first?.detail
    #expect(
      detail == "expected \"x\", got \(SecretMask.mark)" || detail == "expected \"x\", got \"\(SecretMask.mark)\"")
  }

  @Test("A capture for the environment or the collection is saved in its file and in force for this run")
  func captureIsSaved() async throws {
    let exchange = try await send(
      #""captures":[{"name":"id","query":"jsonpath","expression":"$.id","scope":"environment"},{"name":"t","query":"jsonpath","expression":"$.token","scope":"collection","secret":true}],"checks":[{"query":"jsonpath","expression":"$.token","value":"{{t}}"}]"#,
      environment: "local")
    let origin = Exchange.Origin(root: "/w", address: Address("shop/x.json"))
    #expect(
      saved.values == [
        CapturedVariable(name: "id", value: "7", isSecret: false, place: .environment("local"), origin: origin),
        CapturedVariable(name: "t", value: "s3cret-token", isSecret: true, place: .collection, origin: origin),
      ])
    #expect(exchange.log.checks.map(\.isPassed) == [true])
    #expect(engine.session.all.isEmpty)
  }

  @Test("A captured value keeps its type for later checks")
  func captureKeepsItsType() async throws {
    let exchange = try await send(
      #""captures":[{"name":"id","query":"jsonpath","expression":"$.id"},{"name":"all","query":"jsonpath","expression":"$"}],"checks":[{"query":"variable","expression":"id","predicate":"isType","value":"integer"},{"query":"variable","expression":"all","filters":["count"],"value":2}]"#
    )
    #expect(exchange.log.checks.map(\.isPassed) == [true, true], "\(exchange.log.checks)")
  }

  @Test("A captured value with a known secret in it is written to no file")
  func captureWithSecretIsNotSaved() async throws {
    let around = Around.secrets(["key": "s3cret-token"])
    let exchange = try await send(
      #""captures":[{"name":"t","query":"jsonpath","expression":"$.token","scope":"collection"},{"name":"all","query":"body","scope":"environment"}],"checks":[{"query":"jsonpath","expression":"$.token","value":"{{t}}"}]"#,
      around, environment: "local")
    #expect(saved.values.isEmpty)
    #expect(exchange.log.checks.map(\.isPassed) == [true])
    #expect(
      exchange.log.console.map(\.text) == [
        "{{t}} is not written to the file of the collection, because it contains a secret — make the capture secret",
        "{{all}} is not written to the file of the environment, because it contains a secret — make the capture secret",
      ])
  }

  @Test("A variable that is too large fails the check, also a negated one")
  func tooLargeVariableFails() async throws {
    let around = Around.variables([
      "big": String(repeating: "x", count: 1 << 20), "bomb": String(repeating: "{{big}}", count: 65),
    ])
    let exchange = try await send(
      #""checks":[{"query":"body","predicate":"startsWith","value":"{{bomb}}"},{"query":"body","predicate":"contains","not":true,"value":"{{bomb}}"}]"#,
      around)
    #expect(exchange.log.checks.map(\.isPassed) == [false, false])
    #expect(exchange.log.checks.allSatisfy { $0.detail.contains("more than 64 MB") }, "\(exchange.log.checks)")
  }

  @Test("A capture without a value is a failed check that says why, and the others are still set")
  func missingCaptureFails() async throws {
    let exchange = try await send(
      #""captures":[{"name":"a","query":"header","expression":"X-None"},{"name":"b","query":"status","scope":"environment"},{"name":"c","query":"status"}]"#
    )
    #expect(
      exchange.log.checks.map(\.detail) == [
        "the response has no such value",
        "no environment is selected to keep {{b}} in — select one, or use the session",
      ])
    #expect(exchange.log.checks.first?.name == "capture a from header X-None")
    #expect(engine.session.all.map(\.name) == ["c"])
  }

  @Test(
    "A secret that is captured is masked in the response that it comes from before that is shown",
    arguments: [#""secret":true"#, #""off":false"#])
  func secretIsMaskedBeforeItIsShown(member: String) async throws {
    let capture = #"{"name":"t","query":"jsonpath","expression":"$.token",\#(member)}"#
    let request = try SavedRequest(json: #"{"url":"\#(server.url)/x","captures":[\#(capture)]}"#)
    var job = SendEngine.Job(request: request, publishesPartialBodies: true) { _ in
      var inputs = Around.nothing.inputs
      inputs.variables.add([Variable("t", .value(""), secret: true)], to: .environment)
      return inputs
    }
    job.origin = Exchange.Origin(root: "/w", address: Address("shop/x.json"))
    var shown: [Data] = []
    for event in await engine.events(job) {
      switch event {
      case .body(let response): shown.append(response.body)
      case .partialBody(let body): shown.append(body.response.body)
      default: break
      }
    }
    #expect(shown.count == 1)
    #expect(shown.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("s3cret-token") })
  }

  @Test("What was captured is in the exchange, a secret without its value")
  func capturesAreLogged() async throws {
    let exchange = try await send(
      #""captures":[{"name":"id","query":"jsonpath","expression":"$.id"},{"name":"t","query":"jsonpath","expression":"$.token","secret":true}]"#
    )
    #expect(
      exchange.log.captures == [
        LogEvent.Capture("id", source: "jsonpath $.id", value: "7"),
        LogEvent.Capture("t", source: "jsonpath $.token", value: nil),
      ])
    #expect(exchange.log.checks.isEmpty)
  }

  @Test("A capture with an unknown scope sets nothing and writes no file")
  func unknownScopeIsRefused() async throws {
    let exchange = try await send(
      #""captures":[{"name":"t","query":"jsonpath","expression":"$.token","scope":"session"}]"#,
      scope: "sessionxyz")
    #expect(exchange.log.checks.first?.detail.hasPrefix("unknown scope \"sessionxyz\"") == true)
    #expect(saved.values.isEmpty && engine.session.all.isEmpty)
  }

  @Test("A schema in a file of the collection is read, and one outside of it is not")
  func schemaFileIsRead() async throws {
    let parent = TemporaryPath("checks")
    let folder = parent.path + "/in"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let schema = Data(#"{"properties":{"id":{"type":"string"}}}"#.utf8)
    for name in ["/a.json", "/../b.json"] { try schema.write(to: URL(filePath: folder + name)) }
    var around = Around.nothing
    around.baseFolder = folder
    let exchange = try await send(
      #""checks":[{"query":"body","predicate":"schema","value":{"file":"a.json"}},{"query":"body","predicate":"schema","value":{"file":"../b.json"}}]"#,
      around)
    #expect(exchange.log.checks.first?.detail == "/id is a number, not a string")
    #expect(exchange.log.checks.last?.detail.contains("which is outside of it") == true)
    withExtendedLifetime(parent) {}
  }
}
