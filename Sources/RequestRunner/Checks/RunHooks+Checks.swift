internal import Foundation
internal import RequestClient
package import RequestModel
internal import RequestRuns
internal import ResponseChecks

/// A variable that a response sets in a file of the collection.
package struct CapturedVariable: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    case environment(String)
    case collection
  }

  package var name: String
  package var value: String
  package var isSecret: Bool
  package var place: Place
  /// The file of the request.
  package var origin: Exchange.Origin

  package init(name: String, value: String, isSecret: Bool, place: Place, origin: Exchange.Origin) {
    (self.name, self.value, self.isSecret) = (name, value, isSecret)
    (self.place, self.origin) = (place, origin)
  }
}

extension RunHooks {
  /// Sets the variables that a request captures.
  ///
  /// - Parameter save: Writes a variable to its file or to the secrets.
  package static func captures(save: @escaping @Sendable (CapturedVariable) throws -> Void) -> RunHooks {
    RunHooks(postResponse: [
      { context in
        var run = ResponseCheckRun(context, save)
        await run.capture()
        context = run.context
      }
    ])
  }

  /// Evaluates the checks of the folders of a request, and its own.
  package static let checks = RunHooks(postResponse: [
    { context in
      var run = ResponseCheckRun(context) { _ in }
      await run.check()
      context = run.context
    }
  ])
}

/// The captures and checks for one response.
private struct ResponseCheckRun {
  private(set) var context: HookContext
  private let save: @Sendable (CapturedVariable) throws -> Void

  init(_ context: HookContext, _ save: @escaping @Sendable (CapturedVariable) throws -> Void) {
    (self.context, self.save) = (context, save)
  }

  @concurrent mutating func capture() async {
    let captures = context.resolved.captures
    guard !captures.isEmpty, let facts = context.received?.facts else { return }
    for capture in captures { set(capture, facts) }
  }

  @concurrent mutating func check() async {
    let (folders, own) = (context.resolved.inputs.folders, context.request.checks)
    let hasChecks = !own.isEmpty || folders.contains { !$0.checks.isEmpty }
    guard hasChecks, let facts = context.received?.facts else { return }
    for folder in folders where !folder.checks.isEmpty {
      if endsRun(folder.checks, facts, context.resolved.surroundings(in: folder.folder)) { return }
    }
    if !own.isEmpty { _ = endsRun(own, facts, context.resolved.surroundings()) }
  }

  /// Logs the results of checks. Returns whether a hard check failed.
  private mutating func endsRun(
    _ checks: [JSONObject], _ facts: ResponseFacts, _ surroundings: CheckContext
  ) -> Bool {
    let (results, isEnded) = CheckEvaluation(facts, surroundings).results(of: checks)
    for result in results { context.log(.check(result)) }
    guard isEnded else { return false }
    context.direction.next = .none
    context.direction.failedHardCheck = true
    let note = "A hard check failed: the remaining checks and requests of the iteration are skipped"
    context.log(.console(LogEvent.ConsoleLine("warn", note)))
    return true
  }

  // MARK: Captures

  private mutating func set(_ capture: JSONObject, _ facts: ResponseFacts) {
    let name = capture["name"]?.string ?? ""
    let label = CheckName.ofCapture(capture)
    do {
      guard !name.isEmpty else { throw CheckProblem("the capture has no name") }
      let captured = try CheckEvaluation(facts, context.resolved.surroundings()).capturedValue(capture)
      let value = captured.string ?? captured.compact
      // A variable declared as secret stays secret.
      let declared = context.resolved.variables.secretVariables
      let isSecret = capture["secret"]?.bool == true || declared.contains { $0.name.isExactly(name) }
      if isSecret { context.mask.learn([value]) }
      try set(name, to: captured, isSecret, in: CaptureScope(of: capture))
      let source = CheckSubject(row: capture).text
      context.log(LogEvent.Capture(name, source: source, value: isSecret ? nil : value).content)
    } catch {
      let mask = context.mask.current
      let reason =
        (error as? CheckProblem)?.sentence.text(masking: { mask.masked($0) }) ?? String(describing: error)
      context.log(.check(LogEvent.Check(label, isPassed: false, detail: reason)))
    }
  }

  private mutating func set(_ name: String, to captured: JSONValue, _ isSecret: Bool, in scope: CaptureScope) throws {
    guard scope != .session else { return context.setVariable(name, to: captured, isSecret: isSecret) }
    // Other collections send to what an environment of the workspace says.
    if scope == .environment, context.resolved.inputs.environmentOwner != nil, !isSharedSecret(name) {
      let note = "{{\(name)}} is kept in memory: an environment of the workspace takes captures of its secrets only"
      context.log(.console(LogEvent.ConsoleLine("warn", note)))
      return context.setVariable(name, to: captured, isSecret: isSecret)
    }
    let value = captured.string ?? captured.compact
    var place = CapturedVariable.Place.collection
    if scope == .environment {
      guard let environment = context.job.environment else {
        throw CheckProblem("no environment is selected to keep {{\(name)}} in — select one, or use the session")
      }
      place = .environment(environment)
    }
    guard let origin = context.job.origin else {
      throw CheckProblem("the request has no file, so there is no \(scope.rawValue) to keep {{\(name)}} in")
    }
    // A short secret may occur by chance.
    let hasSecret = !context.mask.current.masked(value).isExactly(value)
    if !isSecret, hasSecret { return keep(name, captured, in: scope) }
    try save(CapturedVariable(name: name, value: value, isSecret: isSecret, place: place, origin: origin))
    context.resolved.add(name, value, isSecret, to: scope == .environment ? .environment : .collection)
  }

  /// Whether the environment declares a secret of that name.
  private func isSharedSecret(_ name: String) -> Bool {
    context.resolved.variables.all.contains { scoped in
      scoped.layer == .environment && scoped.variable.name.isExactly(name) && scoped.variable.source == .secret
    }
  }

  /// Keeps a value with a known secret in it only in memory, like a value set by a script.
  private func keep(_ name: String, _ value: JSONValue, in scope: CaptureScope) {
    let scopes = context.resolved.scriptScopes
    context.run.session.scopes.set(
      name, to: value, isSecret: false, masking: context.run.maskedValue, in: scopes[scope == .environment ? 2 : 1])
    let note = "{{\(name)}} is not written to the file of the \(scope.rawValue), because it contains a secret"
    context.log(.console(LogEvent.ConsoleLine("warn", "\(note) — make the capture secret")))
  }
}

extension ResolvedRequest {
  fileprivate var captures: [JSONObject] { request.captures.filter { $0["off"]?.bool != true } }

  /// Whether a capture takes a secret from the response.
  var capturesSecrets: Bool { !captures.isEmpty && !secretCaptures.isEmpty }

  /// Learns the values that captures will take as secrets, so that they are masked in the response itself.
  func learnSecretCaptures(of received: ReceivedMessage) {
    guard capturesSecrets, let facts = received.facts else { return }
    let evaluation = CheckEvaluation(facts, surroundings())
    for capture in secretCaptures {
      // A failing capture is reported when it runs.
      if let value = try? evaluation.captured(capture) { run.mask.learn([value]) }
    }
  }

  /// The captures of variables that are secret, by the capture or by their declaration.
  private var secretCaptures: [JSONObject] {
    let declared = variables.secretVariables
    return captures.filter { capture in
      capture["secret"]?.bool == true || declared.contains { $0.name.isExactly(capture["name"]?.string ?? "") }
    }
  }

  /// Adds a variable for the rest of this run; later runs read it from its file.
  fileprivate mutating func add(_ name: String, _ value: String, _ isSecret: Bool, to layer: VariableScope.Layer) {
    var inputs = inputs.value
    var variable = Variable(name, isSecret ? .secret : .value(value))
    if isSecret {
      // Secrets of other layers may have the same name.
      variable.secretScope = SessionValues.Scope(layer: layer, owner: "")
      let known = inputs.secretValue
      inputs.secretValue = { [variable] in $0 == variable ? value : known($0) }
    }
    inputs.variables.add([variable], to: layer)
    self.inputs = Shared(inputs)
  }

  // MARK: Templates and files

  /// - Parameter folder: The folder of the file with the checks; `nil` for the request's folder.
  fileprivate func surroundings(in folder: String? = nil) -> CheckContext {
    let assembly = assembly
    var surroundings = CheckContext(
      digests: LibcryptoDigests(), now: run.now,
      resolve: { (text) throws(CheckProblem) in try resolved(text, assembly) },
      variable: { name in variable(name, assembly) },
      file: { (path) throws(CheckProblem) in try file(path, in: folder, assembly) })
    surroundings.mask = { [run] in run.mask.current.masked($0) }
    return surroundings
  }

  /// The value of a variable with its type; `nil` if it has no value.
  fileprivate func variable(_ name: String, _ assembly: RequestAssembly) -> JSONValue? {
    // The reason why it is missing does not matter to a check.
    guard let text = try? resolved("{{\(name)}}", assembly) else { return nil }
    guard case .literal(let value)? = VariableIndex(variables)[name]?.source, value.string == nil else {
      return .string(text)
    }
    return (try? JSONText(text).value) ?? .string(text)
  }

  fileprivate func resolved(_ text: String, _ assembly: RequestAssembly) throws(CheckProblem) -> String {
    var resolver = assembly.resolver
    let result = resolver.resolve(text)
    run.mask.learn(resolver.secrets)
    if resolver.excess != nil, let flaw = VariableProblem(resolver, variables, collection: "").flaw {
      throw CheckProblem("\(flaw)")
    }
    if let name = resolver.missing.first { throw CheckProblem("{{\(name)}} has no value") }
    if let variable = resolver.missingOutside.first { throw CheckProblem("{{\(variable.name)}} has no value") }
    if let problem = resolver.problems.first { throw CheckProblem("\(problem)") }
    if let circle = resolver.circles.first { throw CheckProblem("variables refer to each other: \(circle)") }
    if let template = resolver.unfetched.first { throw CheckProblem("\(template) is not fetched for checks") }
    return result
  }

  fileprivate func file(
    _ path: String, in folder: String?, _ assembly: RequestAssembly
  ) throws(CheckProblem) -> Data {
    do {
      let file = try OpenFile(assembly.file(path, in: folder).path)
      guard inputs.access.allows(.file(file.path)) else {
        throw CheckProblem("the collection may not read \(file.path), which is outside of it")
      }
      return try Data(contentsOf: file.url)
    } catch {
      throw error as? CheckProblem ?? CheckProblem("\(path) cannot be read: \(error)")
    }
  }
}

extension ReceivedMessage {
  /// The unmasked response; `nil` if none was received.
  fileprivate var facts: ResponseFacts? {
    guard let head else { return nil }
    let hops = response.timeline.hops
    var facts = ResponseFacts(
      head: head, body: body, url: hops.last?.url ?? prepared.sent.url, duration: duration, hops: hops)
    facts.omission = omission
    return facts
  }
}
