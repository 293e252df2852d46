internal import Foundation

/// Fetches the values that the templates of a request need from outside of its collection's files, before the templates
/// are replaced.
struct ValueFetch {
  private let resolved: ResolvedRequest
  private(set) var fetched: FetchedValues
  /// The variables whose values look like credentials although they are not declared secret.
  private(set) var credentials: [String] = []
  private let sources: ValueSources

  private let index: VariableIndex

  init(_ resolved: ResolvedRequest) {
    self.resolved = resolved
    fetched = resolved.fetched
    sources = resolved.inputs.sources
    index = VariableIndex(resolved.variables)
  }

  mutating func run() async throws {
    let (variables, responses) = resolved.assembly.outsideNeeds()
    let files = try openedFiles(variables)
    // Those of checks are asked about before anything is sent.
    let secrets = resolved.secretsOfChecks.filter { !variables.contains($0) }
    try checkAccess(variables + secrets, files)
    try checkCommand(secrets)
    try answerPrompts(variables)
    for variable in variables { try await fetch(variable, files) }
    for reference in responses { try await fetch(reference) }
  }

  // MARK: Permission

  /// Checks that the collection may use the sources of its variables' values.
  func checkAccess() throws {
    let variables = resolved.assembly.outsideNeeds().variables
    try checkAccess(variables, try openedFiles(variables))
  }

  /// Checks that the collection may have its secrets from the user's command: scripts see all of them.
  func checkSecrets() throws(Failure) {
    try checkAccess(resolved.variables.all.map(\.variable).filter { !$0.isOff && $0.source == .secret }, [:])
  }

  /// Fails for a secret of a check that the user's command did not print.
  private func checkCommand(_ secrets: [Variable]) throws(Failure) {
    for secret in secrets where secret.defaultValue == nil && resolved.secretValue(secret) == nil {
      guard resolved.inputs.secretFailure(secret) != nil,
        let sentence = resolved.assembly.variableProblem.sentence(for: secret)
      else { continue }
      throw Failure(.unprepared, sentence)
    }
  }

  private func checkAccess(_ variables: [Variable], _ files: [String: OpenFile]) throws(Failure) {
    var refused: [OutsideSource] = []
    var places: [OutsideSource: [String]] = [:]
    for variable in variables {
      for source in outsideSources(variable, files) where !resolved.inputs.access.allows(source) {
        if !refused.contains(source) { refused.append(source) }
        places[source, default: []].append(place(of: variable))
      }
    }
    guard !refused.isEmpty else { return }
    resolved.refuse(refused, places: places)
    throw Failure(.unprepared, OutsideSource.refusal(of: refused))
  }

  /// The variable and the file that declares it.
  private func place(of variable: Variable) -> String {
    let name = "{{\(variable.name)}}"
    guard let scoped = index.origin(of: variable.name), scoped.variable == variable, let path = scoped.path else {
      return name
    }
    let root = (resolved.run.job.origin?.root ?? "") + "/"
    return "\(name) in \(path.removingExactly(prefix: root) ?? path)"
  }

  private func outsideSources(_ variable: Variable, _ files: [String: OpenFile]) -> [OutsideSource] {
    switch variable.source {
    case .command(let command): [.command(command.text)]
    case .dotenv(let path, _): files[absolute(path, variable)].map { [.file($0.path)] } ?? []
    case .environmentVariable(let name): [.environmentVariable(name)]
    case .secret: resolved.inputs.withheldSecret(variable)
    case .literal, .prompt: []
    }
  }

  // MARK: Prompts

  private mutating func answerPrompts(_ variables: [Variable]) throws(Failure) {
    var questions: [PromptQuestion] = []
    for variable in variables {
      guard case .prompt(let text) = variable.source else { continue }
      if let answer = sources.answers[variable.name] {
        adoptAnswer(answer, to: variable)
      } else {
        questions.append(question(text, variable))
      }
    }
    guard !questions.isEmpty else { return }
    resolved.run.ask(questions)
    let advice = "send it on a terminal, or pass --var \(questions[0].name)=…"
    throw .unanswered(questions, advice: advice)
  }

  private func question(_ text: String, _ variable: Variable) -> PromptQuestion {
    let isSecret = index.isSecret(variable.name)
    let suggestion = isSecret ? nil : sources.lastAnswer(variable.name)
    return PromptQuestion(
      name: variable.name, question: text, suggestion: suggestion ?? variable.text, isSecret: isSecret)
  }

  private mutating func adoptAnswer(_ answer: String, to variable: Variable) {
    fetched.variables[variable] = answer
    guard !maskCredential(variable, "has an answer that") else { return }
    guard !index.isSecret(variable.name), sources.lastAnswer(variable.name) != answer else { return }
    do {
      try sources.keepAnswer(variable.name, answer)
    } catch {
      resolved.run.emit(.warning("The answer is not remembered: \(error)"))
    }
  }

  // MARK: Credentials

  /// Masks the value of a variable that is not declared secret, if it looks like a credential.
  ///
  /// - Returns: Whether it does.
  @discardableResult private mutating func maskCredential(
    _ variable: Variable, key: String? = nil, _ source: String
  ) -> Bool {
    let names = [variable.name, key].compactMap(\.self)
    guard let value = fetched.variables[variable], !index.isSecret(variable.name),
      SuppliedCredential.isLikely(names, value)
    else { return false }
    credentials.append(variable.name)
    resolved.run.maskCredential(value, of: variable.name, source)
    return true
  }

  // MARK: Commands and files

  private mutating func fetch(_ variable: Variable, _ files: [String: OpenFile]) async throws {
    switch variable.source {
    case .command(let command):
      do {
        fetched.variables[variable] =
          try await resolved.run.services.commands.value(of: command, in: folder(of: variable))
        maskCredential(variable, "has a value from a command that")
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // The output of a command for a secret may be the secret.
        let reason = index.isSecret(variable.name) ? "its command failed — run it in a shell to see why" : "\(error)"
        throw Failure(.unprepared, "{{\(variable.name)}} has no value: \(reason)")
      }
    case .dotenv(let path, let key):
      guard let file = files[absolute(path, variable)] else { return }
      fetched.variables[variable] = try dotenv(file)[key]
      maskCredential(variable, key: key, "has a value from \(path) that")
    case .literal, .secret, .prompt, .environmentVariable: break
    }
  }

  private func openedFiles(_ variables: [Variable]) throws(Failure) -> [String: OpenFile] {
    var files: [String: OpenFile] = [:]
    for variable in variables {
      guard case .dotenv(let written, _) = variable.source else { continue }
      let path = absolute(written, variable)
      // A default value may replace a missing file.
      if files[path] != nil || variable.defaultValue != nil && !FileManager.default.fileExists(atPath: path) {
        continue
      }
      do {
        files[path] = try OpenFile(path)
      } catch {
        throw Failure(.unprepared, "{{\(variable.name)}} has no value: \(error)")
      }
    }
    return files
  }

  /// The folder of the file that declares a variable. Its command runs there, and its paths are relative to it.
  private func folder(of variable: Variable) -> String {
    guard let own = sources.environmentFolder, let scoped = index.origin(of: variable.name),
      scoped.variable == variable, scoped.layer == .environment
    else { return sources.folder }
    return own
  }

  private func absolute(_ path: String, _ variable: Variable) -> String {
    if path.startsExactly(with: "/") { return path }
    guard path.startsExactly(with: "~/"), let home = HomeFolder.path(ProcessInfo.processInfo.environment) else {
      return (sources.dotenvFolder ?? folder(of: variable)) + "/" + path
    }
    return home + String(path.unicodeScalars.dropFirst())
  }

  private func dotenv(_ file: OpenFile) throws(Failure) -> Dotenv {
    do {
      return Dotenv(String(decoding: try Data(contentsOf: file.url), as: UTF8.self))
    } catch {
      throw Failure(.unprepared, "Cannot read \(file.path): \(error.localizedDescription)")
    }
  }

  // MARK: Responses

  private mutating func fetch(_ reference: ResponseReference) async throws {
    fetched.responses[reference] = try await ResponseFetch(resolved, reference).value()
  }
}
