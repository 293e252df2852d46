internal import Foundation

extension HookContext {
  /// Sets the variables that the request captures from its response.
  @concurrent mutating func capture() async {
    let captures = resolved.captures.filter { canBeEvaluated($0) }
    guard !captures.isEmpty, let facts else { return }
    set(captures, from: facts)
  }

  mutating func set(_ captures: [JSONObject], from facts: ResponseFacts) {
    var known = KnownVariables(resolved)
    for capture in captures { set(capture, facts, &known) }
  }

  private mutating func set(_ row: JSONObject, _ facts: ResponseFacts, _ known: inout KnownVariables) {
    do {
      let capture = try Capture(row, facts, resolved, &known)
      defer { known.add(capture) }
      if capture.isSecret { mask.addSecrets([capture.text]) }
      if let variable = try variable(of: capture) {
        try run.services.save(variable)
        resolved.useCaptured(variable)
      }
      let source = CheckSubject(row: row).text
      log(LogEvent.Capture(capture.name, source: source, value: capture.isSecret ? nil : capture.text).content)
    } catch {
      let mask = mask.current
      let reason =
        (error as? CheckProblem)?.sentence.text(masking: { mask.masked($0) }) ?? String(describing: error)
      log(.check(LogEvent.Check(CheckName.ofCapture(row), isPassed: false, detail: reason)))
    }
  }

  /// The variable to write to its file; `nil` if it was set in memory instead.
  private func variable(of capture: Capture) throws -> CapturedVariable? {
    let (name, scope) = (capture.name, capture.scope)
    if scope == .session {
      setVariable(name, to: capture.value, isSecret: capture.isSecret)
      return nil
    }
    // Other collections send to what an environment of the workspace says.
    if scope == .environment, resolved.inputs.environmentOwner != nil, !resolved.isSharedSecret(name) {
      warn("{{\(name)}} is kept in memory: an environment of the workspace takes captures of its secrets only")
      setVariable(name, to: capture.value, isSecret: capture.isSecret)
      return nil
    }
    let place = try place(of: capture)
    guard let origin = job.origin else {
      throw CheckProblem("the request has no file, so there is no \(scope.rawValue) to keep {{\(name)}} in")
    }
    // A short secret may occur by chance.
    if !capture.isSecret, !mask.current.masked(capture.text).isExactly(capture.text) {
      keepInMemory(capture)
      return nil
    }
    return CapturedVariable(
      name: name, value: capture.text, isSecret: capture.isSecret, place: place, origin: origin)
  }

  private func place(of capture: Capture) throws(CheckProblem) -> CapturedVariable.Place {
    guard capture.scope == .environment else { return .collection }
    guard let environment = job.environment else {
      throw CheckProblem(
        "no environment is selected to keep {{\(capture.name)}} in — select one, or use the session")
    }
    return .environment(environment)
  }

  /// Keeps a value with a known secret in it only in memory, like a value set by a script.
  private func keepInMemory(_ capture: Capture) {
    let scope = resolved.scriptScopes[capture.scope == .environment ? 2 : 1]
    run.session.scopes.set(capture.name, to: capture.value, isSecret: false, masking: run.maskedValue, in: scope)
    let note =
      "{{\(capture.name)}} is not written to the file of the \(capture.scope.rawValue), because it contains a secret"
    warn("\(note) — make the capture secret")
  }
}

/// The variables that captures read. Collecting all variables anew for each capture would take quadratic time.
private struct KnownVariables {
  private var secrets: Set<ExactText>
  private var latest: CheckContext?
  /// Whether the context lacks the variables of the latest captures.
  private var isOutdated = false

  init(_ resolved: ResolvedRequest) { secrets = resolved.secretNames }

  func isSecret(_ row: JSONObject) -> Bool {
    row["secret"]?.bool == true || secrets.contains(ExactText(row["name"]?.string ?? ""))
  }

  /// The context to evaluate a capture in. Few captures use variables.
  mutating func context(for row: JSONObject, _ resolved: ResolvedRequest) -> CheckContext {
    if let latest, !isOutdated || !Self.usesVariables(row) { return latest }
    let context = resolved.checkContext()
    (latest, isOutdated) = (context, false)
    return context
  }

  private static func usesVariables(_ row: JSONObject) -> Bool {
    row["query"]?.string == "variable" || JSONValue.object(row).compact.containsExactly("{{")
  }

  mutating func add(_ capture: Capture) {
    if capture.isSecret { secrets.insert(ExactText(capture.name)) }
    isOutdated = true
  }
}

/// A value from a response, and the place to keep it.
private struct Capture {
  let name: String
  let value: JSONValue
  let isSecret: Bool
  let scope: CaptureScope

  var text: String { value.string ?? value.compact }

  init(
    _ row: JSONObject, _ facts: ResponseFacts, _ resolved: ResolvedRequest, _ known: inout KnownVariables
  ) throws {
    name = row["name"]?.string ?? ""
    guard !name.isEmpty else { throw CheckProblem("the capture has no name") }
    value = try CheckEvaluation(facts, known.context(for: row, resolved)).capturedValue(row)
    isSecret = known.isSecret(row)
    scope = try CaptureScope(of: row)
  }
}

extension ResolvedRequest {
  fileprivate var captures: [JSONObject] { request.captures.filter { $0["off"]?.bool != true } }

  /// Whether a capture takes a secret from the response.
  var capturesSecrets: Bool { !secretCaptures.isEmpty }

  /// Whether each secret that a capture takes is known with the head of the response.
  var knowsSecretsWithHead: Bool { secretCaptures.allSatisfy { $0.isOfHead && !$0.hasTemplates } }

  /// Whether each secret that a capture takes from a stream is known with the head, or with the event or line that has it.
  var knowsSecretsOfEvents: Bool {
    secretCaptures.allSatisfy { ($0.isOfHead || $0.isOfOneMessage) && !$0.hasTemplates }
  }

  /// Learns what captures will take as secrets from the head of a response, before it is shown.
  func learnSecretCaptures(of head: Response.Head) {
    let captures = secretCaptures.filter(\.isOfHead)
    guard !captures.isEmpty else { return }
    let facts = ResponseFacts(head: head, body: Data(), url: "", duration: .zero, hops: [])
    let evaluation = CheckEvaluation(facts, checkContext())
    run.mask.addSecrets(Set(captures.compactMap { try? evaluation.captured($0) }))
  }

  /// Learns the values that captures will take as secrets, so that they are masked in the response itself.
  func learnSecretCaptures(of received: ReceivedMessage) {
    let captures = secretCaptures
    guard !captures.isEmpty, let facts = run.facts(of: received) else { return }
    let evaluation = CheckEvaluation(facts, checkContext())
    // A failing capture is reported when it runs.
    run.mask.addSecrets(Set(captures.compactMap { try? evaluation.captured($0) }))
  }

  /// Learns what captures will take as secrets from a message, before it is shown.
  func learnSecretCaptures(of message: LogEvent.Message) {
    // The numbers of messages are not known here: `message 2` may be any.
    let facts = with(ResponseFacts(message: message)) { $0.isOneMessage = false }
    let evaluation = CheckEvaluation(facts, checkContext())
    let captures = secretCaptures.filter { !$0.isOfHead }
    run.mask.addSecrets(Set(captures.compactMap { try? evaluation.captured($0.withoutMessageNumber) }))
  }

  /// The captures of secret variables. One declared as secret stays secret.
  private var secretCaptures: [JSONObject] {
    let captures = captures
    return captures.isEmpty ? [] : captures.filter(KnownVariables(self).isSecret)
  }

  /// The names of the variables that any layer declares secret.
  var secretNames: Set<ExactText> { Set(variables.secretVariables.map { ExactText($0.name) }) }

  /// Whether the environment declares a secret of that name.
  fileprivate func isSharedSecret(_ name: String) -> Bool {
    variables.all.contains { scoped in
      scoped.layer == .environment && scoped.variable.name.isExactly(name) && scoped.variable.source == .secret
    }
  }

  /// Adds a variable for the rest of this run; later runs read it from its file.
  fileprivate mutating func useCaptured(_ captured: CapturedVariable) {
    let layer: VariableScope.Layer = captured.place == .collection ? .collection : .environment
    var inputs = inputs.value
    var variable = Variable(captured.name, captured.isSecret ? .secret : .value(captured.value))
    if captured.isSecret {
      // Secrets of other layers may have the same name.
      variable.secretScope = SessionValues.Scope(layer: layer, owner: "")
      let known = inputs.secretValue
      inputs.secretValue = { [variable] in $0 == variable ? captured.value : known($0) }
    }
    inputs.variables.add([variable], to: layer)
    self.inputs = Shared(inputs)
  }
}

extension JSONObject {
  fileprivate var isOfHead: Bool {
    ["status", "reason", "version", "header", "cookie"].contains(self["query"]?.string ?? "")
  }

  fileprivate var hasTemplates: Bool { JSONValue.object(self).compact.containsExactly("{{") }

  fileprivate var isOfOneMessage: Bool { ["message", "event", "eventId"].contains(self["query"]?.string ?? "") }

  /// The capture of any message that it could be of.
  fileprivate var withoutMessageNumber: JSONObject {
    guard isOfOneMessage, let text = self["expression"]?.string else { return self }
    let (word, rest) = text.trimmingSpaces.cut(at: " ") ?? (text.trimmingSpaces, "")
    guard Int(word) != nil else { return self }
    return with(self) { $0["expression"] = rest.isEmpty ? nil : .string(rest) }
  }
}
