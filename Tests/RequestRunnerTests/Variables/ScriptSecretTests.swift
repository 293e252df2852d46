import Foundation
import RequestClient
import RequestModel
import RequestScript
import Synchronization
import TestSupport
import Testing

@testable import RequestRunner

/// Secrets that scripts and captures set belong to a scope and its owner.
@Suite(.timeLimit(.minutes(1)))
struct ScriptSecretTests {
  private let server: RawServer
  /// The paths that the server was sent.
  private let sent = Recorder<String>()
  private let next = NextScript()
  private let engine: SendEngine

  init() throws {
    server = try RawServer { [sent] connection in
      let head = try connection.readHead()
      sent.record(String(head.split(separator: " ")[1]))
      let environment = head.contains("e=prod") ? "prod" : "staging"
      try connection.respond(body: #"{"token":"\#(environment)-token"}"#)
    }
    engine = SendEngine(
      client: Session(), hooks: RunHooks(preRequest: [{ [next] context in await next.play(in: &context) }])
    ) { _, _ in }
  }

  /// Sends a request of a collection, which runs a script before.
  private func send(
    _ path: String, environment: String? = nil, collection: String = "/shop", captures: [JSONObject] = [],
    _ script: @escaping NextScript.Body
  ) async throws {
    let document: JSONObject = [
      "url": .string(server.url + path), "captures": .array(captures.map(JSONValue.object)),
    ]
    let request = try SavedRequest(json: JSONValue.object(document).compact)
    var around = Around.secrets(["tok": ""])
    around.secrets = [:]
    var settings = try FolderSettings(json: #"{"variables":[{"name":"tok","secret":true}]}"#)
    (settings.path, settings.isTop) = (collection + "/collection.json", true)
    around.folders = [settings]
    if environment == nil { around.environment = nil }
    around.baseFolder = collection + "/orders"
    around.access = .unrestricted(allowed: [.vault])
    next.set(script)
    _ = await engine.events(
      SendEngine.Job(request: request, environment: environment) { [around] _ in around.inputs })
  }

  private static func set(_ scope: ScriptChange.Scope, _ value: String) -> ScriptChange {
    ScriptChange(scope, .set(key: "tok", value: .string(value), type: nil))
  }

  @Test func aSecretOfAnEnvironmentIsSentInThatEnvironmentAlone() async throws {
    for name in ["staging", "prod"] {
      try await send("/login", environment: name) { $0.apply([Self.set(.environment, "\(name)-token")]) }
    }
    for name in ["staging", "prod"] { try await send("/use?t={{tok}}", environment: name) { _ in } }
    #expect(sent.values == ["/login", "/login", "/use?t=staging-token", "/use?t=prod-token"])
  }

  @Test func anEnvironmentWithoutTheSecretGetsThatOfNoOther() async throws {
    try await send("/login", environment: "prod") { $0.apply([Self.set(.environment, "prod-token")]) }
    try await send("/use?t={{tok}}", environment: "staging") { _ in }
    try await send("/use?t={{tok}}", collection: "/other") { _ in }
    #expect(sent.values == ["/login"])
  }

  @Test func aSecretOfACollectionIsSentByThatCollectionAlone() async throws {
    for name in ["a", "b"] {
      try await send("/login", collection: "/" + name) {
        $0.apply([Self.set(.collectionVariables, "token-of-\(name)")])
      }
    }
    for name in ["a", "b"] { try await send("/use?t={{tok}}", collection: "/" + name) { _ in } }
    #expect(sent.values == ["/login", "/login", "/use?t=token-of-a", "/use?t=token-of-b"])
  }

  @Test func aNameHasASecretInEachScopeAndChangesOfOneLeaveTheOthers() async throws {
    let seen = Recorder<[ScriptVariable]>()
    try await send("/{{tok}}", environment: "local") { context in
      context.apply([
        Self.set(.environment, "environment"), Self.set(.globals, "globals"),
        Self.set(.collectionVariables, "collection"),
      ])
      let variables = context.scriptVariables
      seen.record(variables.globals + variables.collection + variables.environment)
    }
    try await send("/{{tok}}", environment: "local") { $0.apply([ScriptChange(.environment, .unset(key: "tok"))]) }
    try await send("/{{tok}}", environment: "local") { $0.apply([ScriptChange(.collectionVariables, .clear)]) }
    try await send("/{{tok}}", environment: "local") { $0.apply([Self.set(.environment, "again")]) }
    // It is no secret now that nothing declares it.
    try await send("/{{tok}}", environment: "local") { context in
      context.apply([ScriptChange(.environment, .clear), ScriptChange(.globals, .unset(key: "tok"))])
      context.apply([Self.set(.globals, "plain")])
    }
    #expect(sent.values == ["/environment", "/collection", "/globals", "/again", "/plain"])
    #expect(
      seen.values == [
        ["globals", "collection", "environment"].map { ScriptVariable("tok", .string($0), isSecret: true) }
      ])
  }

  /// Sets a secret as `pm.vault.set` does, or as `pm.variables.set`.
  private static func setInSession(_ value: String, inVault: Bool, _ context: HookContext) async {
    if inVault {
      _ = await ScriptAnswers(context).answer(.vault(method: "set", key: "tok", value: .string(value)))
    } else {
      context.apply([Self.set(.variables, value)])
    }
  }

  @Test(arguments: [true, false])
  func aSecretOfTheSessionIsSentInItsEnvironmentAndCollectionAlone(inVault: Bool) async throws {
    for name in ["staging", "prod"] {
      try await send("/login", environment: name) { context in
        await Self.setInSession("\(name)-token", inVault: inVault, context)
      }
    }
    try await send("/use?t={{tok}}", environment: "staging") { _ in }
    try await send("/use?t={{tok}}", environment: "prod") { _ in }
    try await send("/use?t={{tok}}", environment: "prod", collection: "/other") { _ in }
    try await send("/use?t={{tok}}") { _ in }
    #expect(sent.values == ["/login", "/login", "/use?t=staging-token", "/use?t=prod-token"])
  }

  /// - Parameter name: A declared secret, and one that only the capture makes secret.
  @Test(arguments: ["tok", "other"])
  func aCapturedSecretIsSentInItsEnvironmentAndCollectionAlone(name: String) async throws {
    let capture: JSONObject = [
      "name": .string(name), "query": "jsonpath", "expression": "$.token", "scope": "session", "secret": true,
    ]
    for environment in ["staging", "prod"] {
      try await send("/login?e=\(environment)", environment: environment, captures: [capture]) { _ in }
    }
    try await send("/use?t={{\(name)}}", environment: "staging") { _ in }
    try await send("/use?t={{\(name)}}", environment: "prod") { _ in }
    try await send("/use?t={{\(name)}}", environment: "prod", collection: "/other") { _ in }
    try await send("/use?t={{\(name)}}") { _ in }
    #expect(
      sent.values == ["/login?e=staging", "/login?e=prod", "/use?t=staging-token", "/use?t=prod-token"])
  }

  @Test func aValueWithASecretInItIsSentInItsEnvironmentAndCollectionAlone() async throws {
    for name in ["staging", "prod"] {
      try await send("/login", environment: name) { context in
        let auth = ScriptChange.Change.set(key: "auth", value: .string("Bearer-\(name)-token"), type: nil)
        context.apply([ScriptChange(.variables, auth), Self.set(.environment, "\(name)-token")])
      }
    }
    try await sendEverywhere("/use?a={{auth}}")
    #expect(sent.values == ["/login", "/login", "/use?a=Bearer-staging-token", "/use?a=Bearer-prod-token"])
  }

  @Test func aKnownSecretThatIsCapturedIsSentInItsEnvironmentAndCollectionAlone() async throws {
    let capture: JSONObject = ["name": "copy", "query": "jsonpath", "expression": "$.token", "scope": "session"]
    for name in ["staging", "prod"] {
      try await send("/login?e=\(name)", environment: name, captures: [capture]) {
        $0.apply([Self.set(.environment, "\(name)-token")])
      }
    }
    try await sendEverywhere("/use?t={{copy}}")
    #expect(
      sent.values == ["/login?e=staging", "/login?e=prod", "/use?t=staging-token", "/use?t=prod-token"])
  }

  /// Sends a request in two environments, in another collection, and without an environment.
  private func sendEverywhere(_ path: String) async throws {
    try await send(path, environment: "staging") { _ in }
    try await send(path, environment: "prod") { _ in }
    try await send(path, environment: "prod", collection: "/other") { _ in }
    try await send(path) { _ in }
  }

  @Test func aValueWithASecretInItKeepsItsTypeAndIsNoSecretAsAWhole() async throws {
    let context = try await context()
    let value: JSONValue = ["user": "plain-user", "token": "hidden-token"]
    context.apply([
      Self.set(.variables, "hidden-token"), ScriptChange(.variables, .set(key: "all", value: value, type: nil)),
    ])
    #expect(
      context.scriptVariables.local == [
        ScriptVariable("tok", "hidden-token", isSecret: true), ScriptVariable("all", value),
      ])
    #expect(context.mask.current.masked("plain-user hidden-token") == "plain-user " + SecretMask.mark)
    let shown = engine.session.shown
    #expect(shown.variables == [])
    #expect(
      shown.changes.values.flatMap(\.set).map(\.value) == [
        nil, .string(#"{"user":"plain-user","token":"\#(SecretMask.mark)"}"#),
      ])
    context.apply([ScriptChange(.variables, .set(key: "all", value: "plain", type: nil))])
    #expect(context.scriptVariables.local.last == ScriptVariable("all", "plain"))
    #expect(engine.session.all.map(\.name) == ["all"])
  }

  @Test func aSecretThatIsTakenOutOfTheVaultShowsTheOneBelowItAgain() async throws {
    try await send("/{{tok}}", environment: "local") { context in
      context.apply([Self.set(.environment, "below")])
      await Self.setInSession("vault", inVault: true, context)
    }
    try await send("/{{tok}}", environment: "local") { context in
      _ = await ScriptAnswers(context).answer(.vault(method: "unset", key: "tok", value: nil))
    }
    #expect(sent.values == ["/vault", "/below"])
  }

  @Test func aRequestThatAScriptSendsHasTheSecretsOfItsOwn() async throws {
    let url = server.url + "/send?t={{tok}}"
    try await send("/use", environment: "staging") { context in
      context.apply([Self.set(.environment, "staging-token")])
      _ = await ScriptAnswers(context).answer(.send(ScriptRequest(url: url)))
    }
    #expect(sent.values == ["/send?t=staging-token", "/use"])
  }

  /// The context of a script.
  private func context() async throws -> HookContext {
    let contexts = Recorder<HookContext>()
    try await send("/use") { contexts.record($0) }
    return try #require(contexts.values.first)
  }

  private static let scopes: [ScriptChange.Scope] = [.globals, .collectionVariables, .environment, .variables]

  @Test(arguments: scopes)
  func fourTimesTheVariablesThatAScriptSetsAreFourTimesTheWork(scope: ScriptChange.Scope) async throws {
    let context = try await context()
    @Sendable func changes(_ count: Int) -> [ScriptChange] {
      let sets = (0..<count).map { ScriptChange(scope, .set(key: "k\($0)", value: "v", type: nil)) }
      return [ScriptChange(scope, .clear)] + sets
    }
    let work = Work("variables that a script sets: \(scope)", { changes($0) }) { context.apply($0) }
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  @Test(arguments: scopes)
  func fourTimesTheSecretsThatAScriptReplacesAreFourTimesTheWork(scope: ScriptChange.Scope) async throws {
    let context = try await context()
    @Sendable func changes(_ count: Int) -> [ScriptChange] {
      func secret(_ key: String) -> ScriptChange { ScriptChange(scope, .set(key: key, value: "v", type: "secret")) }
      var changes = [ScriptChange(scope, .clear)]
      for number in 0..<count { changes.append(secret("old\(number)")) }
      for number in 0..<count {
        changes += [ScriptChange(scope, .unset(key: "old\(number)")), secret("new\(number)")]
      }
      return changes
    }
    let work = Work("secrets that a script replaces: \(scope)", { changes($0) }) { context.apply($0) }
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }

  @Test(arguments: scopes) func theMaskIsMadeOnceForAllSecretsThatAScriptSets(scope: ScriptChange.Scope) async throws {
    let context = try await context()
    let version = context.mask.version
    context.apply(
      (0..<100).map { ScriptChange(scope, .set(key: "k\($0)", value: .string("secret-value-\($0)"), type: "secret")) })
    #expect(context.mask.version == version + 1)
    #expect(context.mask.current.masked("a secret-value-99") == "a " + SecretMask.mark)
  }

  @Test func aNameThatIsRemovedAndSetAgainIsNoSecret() async throws {
    let context = try await context()
    context.apply([
      ScriptChange(.environment, .set(key: "once", value: "former-value", type: "secret")),
      ScriptChange(.environment, .unset(key: "once")),
      ScriptChange(.globals, .set(key: "once", value: "latter-value", type: nil)),
    ])
    #expect(context.mask.current.masked("former-value latter-value") == SecretMask.mark + " latter-value")
  }

  @Test func fourTimesTheVariablesThatAreExportedAreFourTimesTheWork() {
    let make: @Sendable (Int) -> ScopeChanges = { count in
      let changes = ScopeChanges()
      let scope = SessionValues.Scope(layer: .environment, owner: "o")
      for number in 0..<count { changes.set("k\(number)", to: "v", in: scope) }
      return changes
    }
    let work = Work("variables that are exported", make) { changes in
      let declared = changes.applied(to: [], of: .environment, owner: "o").map { Variable($0.name, .value("w")) }
      let all = changes.applied(to: declared, of: .environment, owner: "o")
      _ = all.filter { changes.holdsSecret($0.name, of: .environment, owner: "o") }
    }
    let factor = work.factor
    #expect(factor < Work.most, "\(work): \(factor) times")
  }
}

/// Plays a script before the next request.
private final class NextScript: Sendable {
  typealias Body = @Sendable (inout HookContext) async -> Void

  private let next = Mutex<Body?>(nil)

  func set(_ body: @escaping Body) { next.withLock { $0 = body } }

  func play(in context: inout HookContext) async {
    let body = next.withLock { next in
      defer { next = nil }
      return next
    }
    await body?(&context)
  }
}
