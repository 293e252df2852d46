internal import Foundation

extension ResolvedRequest {
  /// - Parameter folder: The folder of the file with the checks; `nil` for the request's folder.
  func checkContext(in folder: String? = nil) -> CheckContext {
    let assembly = assembly
    var context = CheckContext(digests: LibcryptoDigests(), now: run.now)
    context.resolve = { (text) throws(CheckProblem) in try resolved(text, assembly) }
    context.variable = { name in variable(name, assembly) }
    context.file = { (path) throws(CheckProblem) in try file(path, in: folder, assembly) }
    context.mask = { [run] in run.mask.current.masked($0) }
    return context
  }

  /// The value of a variable with its type; `nil` if it has no value.
  private func variable(_ name: String, _ assembly: RequestAssembly) -> JSONValue? {
    // The reason why it is missing does not matter to a check.
    guard let text = try? resolved("{{\(name)}}", assembly) else { return nil }
    guard case .literal(let value)? = VariableIndex(variables)[name]?.source, value.string == nil else {
      return .string(text)
    }
    return (try? JSONText(text).value) ?? .string(text)
  }

  private func resolved(_ text: String, _ assembly: RequestAssembly) throws(CheckProblem) -> String {
    var resolver = assembly.resolver
    let result = resolver.resolve(text)
    run.mask.addSecrets(resolver.secrets)
    if resolver.excess != nil, let flaw = VariableProblem(resolver: resolver, scope: variables, collection: "").flaw {
      throw CheckProblem("\(flaw)")
    }
    if let name = resolver.missing.first { throw CheckProblem("{{\(name)}} has no value") }
    if let source = resolver.missingOutside.flatMap(inputs.withheldSecret).first {
      throw CheckProblem("\(OutsideSource.refusal(of: [source]))")
    }
    if let variable = resolver.missingOutside.first {
      let failure = inputs.secretFailure(variable).map { ": your secret command \($0)" } ?? ""
      throw CheckProblem("{{\(variable.name)}} has no value\(failure)")
    }
    if let problem = resolver.problems.first { throw CheckProblem("\(problem)") }
    if let circle = resolver.circles.first { throw CheckProblem("variables refer to each other: \(circle)") }
    if let template = resolver.unfetched.first { throw CheckProblem("\(template) is not fetched for checks") }
    return result
  }

  /// The secrets that checks and captures use, without those that captures set first.
  var secretsOfChecks: [Variable] {
    let isConversation = kind.takesMessages
    let inherited = inputs.folders.flatMap(\.checks).filter {
      MessageQueries.areMeant(by: $0, inFolderOf: isConversation)
    }
    let texts = (inherited + request.checks + request.captures).flatMap { TemplateTexts.all(inCheck: $0) }
      .filter(\.hasBraces)
    guard !texts.isEmpty else { return [] }
    var resolver = assembly.resolver
    for text in texts { _ = resolver.resolve(text) }
    let captured = Set(request.captures.compactMap { $0["name"]?.string }.map { ExactText($0) })
    return resolver.outsideVariables.filter { $0.source == .secret && !captured.contains(ExactText($0.name)) }
  }

  private func file(
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
  var facts: ResponseFacts? {
    guard let head else { return nil }
    let hops = response.timeline.hops
    var facts = ResponseFacts(
      head: head, body: body, url: hops.last?.url ?? prepared.sent.url, duration: duration, hops: hops)
    facts.omission = omission
    return facts
  }
}

extension RunContext {
  /// The unmasked response, with the events or lines of a stream as its messages; `nil` if none was received.
  func facts(of received: ReceivedMessage) -> ResponseFacts? {
    guard var facts = received.facts, received.isStream else { return received.facts }
    facts.isStream = true
    facts.messages = record.streamMessages + stream.heldMessages
    facts.lacksEvents = stream.isFull
    return facts
  }
}

extension ExchangeRecord {
  /// The unmasked facts of a connection that accepted messages; `nil` without a response.
  func conversationFacts(of kind: RequestKind) -> ResponseFacts? {
    guard let (log, duration) = conversation, let response = log.response else { return nil }
    let hops = log.timeline.hops
    var facts = ResponseFacts(
      head: response.head, body: response.body, url: hops.last?.url ?? log.sent?.url ?? "", duration: duration,
      hops: hops)
    facts.omission = response.omission
    facts.messages = log.messages.compactMap { if case .message(let message) = $0.content { message } else { nil } }
    facts.omittedMessages = leftOutMessages
    facts.openedKind = kind.isOpened(by: response.status) ? kind : nil
    return facts
  }
}

extension HookContext {
  /// The unmasked response, or the conversation on a connection.
  var facts: ResponseFacts? { received.flatMap(run.facts(of:)) ?? run.record.conversationFacts(of: resolved.kind) }
}
