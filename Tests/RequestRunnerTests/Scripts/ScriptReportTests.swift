import Foundation
import RequestClient
import RequestModel
import RequestScript
import TestSupport
import Testing

@testable import RequestRunner

/// Secrets that a script sets, in what it has reported and sent.
@Suite(.timeLimit(.minutes(1)))
struct ScriptReportTests {
  /// How a script sets a secret: a variable that is declared secret, or one that the script makes a secret.
  private static let secrets: [(set: String, around: Around)] = {
    var (declared, plain) = (Around.secrets(["tok": ""]), Around.nothing)
    declared.access = .unrestricted
    plain.access = .unrestricted
    return [("pm.globals.set('tok', value)", declared), ("pm.globals.set('tok', value, 'secret')", plain)]
  }()

  private let recorded = Recorder<Exchange>()
  /// The exchanges before they are sent.
  private let noted = Recorder<Exchange>()
  private let server: RawServer
  private let engine: SendEngine

  init() throws {
    server = try RawServer { connection in
      let head = try connection.readHead()
      try connection.respond(body: String(head.split(separator: " ")[1]))
    }
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    engine = SendEngine(
      client: Session(), hooks: ScriptHooks(ScriptHost(options)).hooks,
      willSend: { [noted] _, exchange in noted.record(exchange()) }
    ) { [recorded] exchange, _ in recorded.record(exchange) }
  }

  /// The job of a request with a script before it, which may run another request.
  private func job(
    _ path: String = "/", before: String, _ around: Around, running other: SendEngine.Job? = nil
  ) throws -> SendEngine.Job {
    let document: JSONValue = ["url": .string(server.url + path), "scripts": ["preRequest": .string(before)]]
    return SendEngine.Job(request: try SavedRequest(json: document.compact)) { _ in
      var inputs = around.inputs
      if let other { inputs.sources.namedJob = { _ throws(Failure) in other } }
      return inputs
    }
  }

  /// Sends a request with a script before it, and returns the lines of the console and the names of tests.
  private func reports(
    _ before: String, _ around: Around, running other: SendEngine.Job? = nil
  ) async throws -> [String] {
    await engine.events(try job(before: before, around, running: other)).compactMap { event in
      guard case .logged(let event) = event else { return nil }
      switch event.content {
      case .check(let check): return check.name
      case .console(let line): return line.text
      default: return nil
      }
    }
  }

  @Test(arguments: secrets.indices)
  func aNumberThatAScriptSetsAsASecretIsMasked(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    let script = """
      const value = 1234567890; console.log('is', value, 'of', { value }); pm.test(`has ${value}.`, () => {});
      \(set); console.log(value, 'in', 1234567890123, value + 'x');
      """
    let mark = SecretMask.mark
    #expect(
      try await reports(script, around) == [
        "is \(mark) of { value: \(mark) }", "has \(mark).", "\(mark) in 1234567890123 1234567890x",
      ])
  }

  @Test(arguments: secrets.indices)
  func aNumberOrBooleanTooShortToBeAKeyIsMaskedOnlyAsAWholeValue(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    func script(_ value: String) -> String {
      "const value = \(value); console.log('is', value); \(set); console.log(value)"
    }
    #expect(try await reports(script("true"), around) == ["is true", "true"])
    #expect(try await reports(script("1234"), around) == ["is 1234", SecretMask.mark])
  }

  @Test(arguments: secrets.indices)
  func theTextsAndNumbersInAnObjectThatAScriptSetsAsASecretAreMasked(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    let script = """
      const value = { user: 'inner-user', keys: ['inner-key'], pin: 87654321 }; console.log(value);
      pm.test(value.keys[0], () => {}); \(set); console.log(`is ${value.user}`, value.pin, JSON.stringify(value));
      """
    let mark = SecretMask.mark
    #expect(
      try await reports(script, around) == [
        "{ user: '\(mark)', keys: [ '\(mark)' ], pin: \(mark) }", mark, "is \(mark) \(mark) \(mark)",
      ])
    // A later script gets the JSON of the object.
    let later = try await reports("console.log(JSON.parse(pm.globals.get('tok')).keys, 'inner-key')", around)
    #expect(later == ["[ '\(mark)' ] \(mark)"])
  }

  @Test(arguments: secrets.indices)
  func whatAScriptHasSentBeforeItSetsASecretIsMaskedInHistory(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    let (value, mark) = ("s3cret-value", SecretMask.mark)
    let inner = try job(
      "/inner?q=\(value)", before: "await pm.sendRequest('\(server.url)/below?q=\(value)')", around)
    let script = """
      const value = '\(value)'; await pm.sendRequest('\(server.url)/first?q=' + value);
      await pm.execution.runRequest('inner'); pm.sendRequest('\(server.url)/last', () => \(set));
      """
    _ = await engine.events(try job("/own", before: script, around, running: inner))
    let paths = ["/first?q=", "/below?q=", "/inner?q=", "/last", "/own"]
    func all(_ masked: String) -> [String] { paths.map { $0.hasSuffix("=") ? $0 + masked : $0 } }
    let exchanges = recorded.values
    #expect(exchanges.map { $0.sent?.url ?? "" } == all(mark).map { server.url + $0 })
    #expect(exchanges.map(\.request.url) == all("{{\(KeptRequest.placeholder)}}").map { server.url + $0 })
    let bodies = exchanges.map { String(decoding: $0.response?.body ?? Data(), as: UTF8.self) }
    #expect(bodies == all(String(repeating: "*", count: value.utf8.count)))
  }

  /// It captures a secret from its response. Nothing else declares it.
  private func login(_ server: RawServer) throws -> SendEngine.Job {
    let capture: JSONObject = ["name": "token", "query": "jsonpath", "expression": "$.token", "secret": true]
    let document: JSONObject = ["url": .string(server.url + "/login"), "captures": [.object(capture)]]
    let request = try SavedRequest(json: JSONValue.object(document).compact)
    return SendEngine.Job(request: request) { _ in Around.nothing.inputs }
  }

  @Test func whatARequestOfAScriptLearnsAsASecretIsMaskedInWhatTheScriptReportsAndSends() async throws {
    let loginServer = try RawServer { connection in
      _ = try connection.readHead()
      try connection.respond(body: #"{"token":"\#(Self.secret)"}"#)
    }
    let script = """
      const token = (await pm.execution.runRequest('login')).json().token;
      console.log('is', token); pm.test(`has ${token}`, () => pm.expect(token).to.equal('none'));
      await pm.sendRequest('\(server.url)/next?q=' + token);
      """
    let around = Self.secrets[1].around
    let mark = SecretMask.mark
    #expect(try await reports(script, around, running: login(loginServer)) == ["is \(mark)", "has \(mark)"])
    #expect(
      recorded.values.map { $0.sent?.url ?? "" } == [
        loginServer.url + "/login", server.url + "/next?q=" + mark, server.url + "/",
      ])
    #expect(server.received.contains { $0.contains("/next?q=\(Self.secret)") })
    #expect(!"\(recorded.values)".contains(Self.secret))
  }

  private static let secret = "s3cret-value"
  private static let name = "X-Value"

  /// The call that sends a request with the secret in its URL and in a header, without its last parenthesis.
  private func sending(_ path: String) -> String {
    let (value, name) = (Self.secret, Self.name)
    return "pm.sendRequest({ url: '\(server.url)\(path)?q=\(value)', header: { '\(name)': '\(value)' } }"
  }

  /// The URL and the header of a request, as written and as sent.
  private static func requestTexts(_ exchange: Exchange) -> [String?] {
    let written = exchange.request.headers.first { $0.name == name }
    return [exchange.request.url, written?.value, exchange.sent?.url, exchange.sent?.headers.first(name)]
  }

  /// The same texts of a request that a script has sent.
  private func texts(_ path: String, isMasked: Bool) -> [String?] {
    let written = isMasked ? "{{\(KeptRequest.placeholder)}}" : Self.secret
    let sent = isMasked ? SecretMask.mark : Self.secret
    return [server.url + path + "?q=" + written, written, server.url + path + "?q=" + sent, sent]
  }

  @Test(arguments: secrets.indices)
  func aRequestSentAfterItsScriptHasSetASecretIsNotedInHistoryWithoutIt(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    let inner = try job("/inner", before: "await \(sending("/below")))", around)
    let script = """
      const value = '\(Self.secret)'; \(set); await \(sending("/direct")));
      await pm.execution.runRequest('inner');
      """
    _ = await engine.events(try job("/own", before: script, around, running: inner))
    let plain: [[String?]] = ["/inner", "/own"].map { [server.url + $0, nil, server.url + $0, nil] }
    let masked = ["/direct", "/below"].map { texts($0, isMasked: true) }
    #expect(noted.values.map(Self.requestTexts) == masked + plain)
    #expect(recorded.values.map(Self.requestTexts) == masked + plain)
  }

  @Test(arguments: secrets.indices)
  func aSecretSetInACallbackIsMaskedInTheRecordOfItsRequest(index: Int) async throws {
    let (set, around) = Self.secrets[index]
    let script = "const value = '\(Self.secret)'; \(sending("/early")), () => \(set))"
    _ = await engine.events(try job("/own", before: script, around))
    let own: [String?] = [server.url + "/own", nil, server.url + "/own", nil]
    #expect(noted.values.map(Self.requestTexts) == [texts("/early", isMasked: false), own])
    #expect(recorded.values.map(Self.requestTexts) == [texts("/early", isMasked: true), own])
  }
}
