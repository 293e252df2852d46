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
  private let server: RawServer
  private let engine: SendEngine

  init() throws {
    server = try RawServer { connection in
      let head = try connection.readHead()
      try connection.respond(body: String(head.split(separator: " ")[1]))
    }
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    engine = SendEngine(client: Session(), hooks: ScriptHooks(ScriptHost(options)).hooks) { [recorded] exchange, _ in
      recorded.record(exchange)
    }
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
  private func reports(_ before: String, _ around: Around) async throws -> [String] {
    await engine.events(try job(before: before, around)).compactMap { event in
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
}
