import Foundation
import RequestClient
import RequestModel
import RequestScript
import TestSupport
import Testing

@testable import RequestRunner

/// Secrets that a script sets, in what it has reported.
@Suite(.timeLimit(.minutes(1)))
struct ScriptReportTests {
  /// How a script sets a secret: a variable that is declared secret, or one that the script makes a secret.
  private static let secrets: [(set: String, around: Around)] = {
    var (declared, plain) = (Around.secrets(["tok": ""]), Around.nothing)
    declared.access = .unrestricted
    plain.access = .unrestricted
    return [("pm.globals.set('tok', value)", declared), ("pm.globals.set('tok', value, 'secret')", plain)]
  }()

  private let server: RawServer
  private let engine: SendEngine

  init() throws {
    server = try RawServer { connection in
      try connection.readHead()
      try connection.respond("204 No Content")
    }
    var options = ScriptHost.Options()
    options.command = [TestedProgram.path, "__script-host", "--test"]
    engine = SendEngine(client: Session(), hooks: ScriptHooks(ScriptHost(options)).hooks) { _, _ in }
  }

  /// Sends a request with a script before it, and returns the lines of the console and the names of tests.
  private func reports(_ before: String, _ around: Around) async throws -> [String] {
    let document: JSONValue = ["url": .string(server.url), "scripts": ["preRequest": .string(before)]]
    let request = try SavedRequest(json: document.compact)
    return await engine.events(request, around).compactMap { event in
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
}
