/// A mistake in a step of a conversation that does not depend on what is received.
package enum StepMistake {
  /// Examines the enabled steps of a request.
  package static func all(in request: SavedRequest) -> [(place: JSONLocation, problem: String)] {
    request.document.enabledRows("steps").compactMap { place, row in
      of(ConversationStep(document: row), in: request).map { (place, $0) }
    }
  }

  /// - Parameter request: Has the saved messages; `nil` accepts any name.
  /// - Returns: `nil` if no mistake is found. Parts with variables are assumed to be valid.
  package static func of(_ step: ConversationStep, in request: SavedRequest? = nil) -> String? {
    do throws(CheckProblem) {
      let verb = try verb(of: step)
      try CheckMembers.refuseUnknown(in: step.document, of: .step)
      try checkTimes(of: step, verb)
      if let request, !request.kind.takesMessages { try checkIsOfStream(step, verb) }
      switch verb {
      case .send: try checkMessage(of: step, request)
      case .expect, .never: try checkCheck(of: step, verb, request)
      case .wait: break
      case .close: _ = try close(step.text)
      }
      return nil
    } catch {
      return error.sentence.text { $0 }
    }
  }

  private static func verb(of step: ConversationStep) throws(CheckProblem) -> ConversationStep.Verb {
    let known = ConversationStep.Verb.allCases.map(\.rawValue)
    if let word = step.unknownVerb { throw CheckProblem.unknown("step", word, among: known) }
    if let verb = step.verb { return verb }
    let names = step.verbs.map(\.rawValue)
    guard names.isEmpty else {
      throw CheckProblem("a step does one thing, and this one has \(names.joined(separator: " and "))")
    }
    try CheckMembers.refuseUnknown(in: step.document, of: .step)
    throw CheckProblem("a step needs one of \(known.joined(separator: ", "))")
  }

  // MARK: Values

  private static func checkTimes(
    of step: ConversationStep, _ verb: ConversationStep.Verb
  ) throws(CheckProblem) {
    if verb == .wait { _ = try time(step.text) }
    guard let within = step.within else { return }
    if verb == .wait || verb == .close {
      throw CheckProblem("within is for send, expect and never, not for \(verb.rawValue)")
    }
    _ = try limit(within)
  }

  /// Reads a time whose variables are replaced.
  ///
  /// - Returns: `nil` for a text with variables.
  package static func time(_ text: String) throws(CheckProblem) -> Duration? {
    if let time = ConversationStep.time(text) { return time }
    if CheckMistake.hasVariables(text) { return nil }
    throw CheckProblem("\"\(value: text)\" is not a time — write one such as 500ms, 2s or 1m")
  }

  /// Reads a time in which messages can arrive. In no time at all, `never` would always pass.
  ///
  /// - Returns: `nil` for a text with variables.
  package static func limit(_ text: String) throws(CheckProblem) -> Duration? {
    let limit = try time(text)
    if limit == .zero {
      throw CheckProblem("within \(value: text) leaves no time for a message — write one such as 500ms, 2s or 1m")
    }
    return limit
  }

  /// Reads a code and a reason. Without any, the code is 1000.
  ///
  /// - Returns: `nil` for a text with variables.
  package static func close(_ text: String) throws(CheckProblem) -> CloseReason? {
    if text.trimmingSpaces.isEmpty { return CloseReason(1000) }
    if CheckMistake.hasVariables(text) { return nil }
    guard let reason = CloseReason(text) else {
      throw CheckProblem("\"\(value: text)\" does not begin with a code to close with, such as 1000 bye")
    }
    if let problem = reason.problem { throw CheckProblem("\(value: problem)") }
    return reason
  }

  private static func checkMessage(of step: ConversationStep, _ request: SavedRequest?) throws(CheckProblem) {
    guard let message = step.ownMessage else {
      guard step.document["send"]?.string != nil else {
        throw CheckProblem("send is the name of a saved message, or an object with value or file")
      }
      return try checkName(step.text, request)
    }
    for member in message.document.members where !["value", "file", "type"].contains(member.key.value) {
      throw CheckProblem.unknown("member", member.key.value, among: ["value", "file", "type"])
    }
    if message.document["type"] != nil, message.kind == nil {
      let word = message.document["type"]?.string ?? message.document["type"]?.compact ?? ""
      throw CheckProblem.unknown("type", word, among: SavedMessage.Kind.allCases.map(\.rawValue))
    }
    if (message.document["value"] == nil) == (message.file == nil) {
      throw CheckProblem("a message has either a value or a file")
    }
  }

  /// Refuses what is only for a WebSocket.
  private static func checkIsOfStream(
    _ step: ConversationStep, _ verb: ConversationStep.Verb
  ) throws(CheckProblem) {
    switch verb {
    case .send: throw CheckProblem("send is for a WebSocket: a stream takes no messages")
    case .expect, .never:
      if step.check.map(MessageQueries.areAboutClose) == true { throw MessageQueries.noClose }
    case .close:
      guard step.text.trimmingSpaces.isEmpty else {
        throw CheckProblem("a stream is not closed with a code — write \"close\": \"\"")
      }
    case .wait: break
    }
  }

  private static func checkName(_ name: String, _ request: SavedRequest?) throws(CheckProblem) {
    guard let request, request.message(named: name) == nil else { return }
    if request.hasMessageOff(name) { throw CheckProblem("the message \"\(name)\" is off — enable it, or name another") }
    let names = request.messages.map(\.name)
    guard !names.isEmpty else {
      throw CheckProblem("the request has no message \"\(name)\" — send an object with a value, or save one")
    }
    throw CheckProblem.unknown("message", name, among: names)
  }

  private static func checkCheck(
    of step: ConversationStep, _ verb: ConversationStep.Verb, _ request: SavedRequest?
  ) throws(CheckProblem) {
    guard let row = step.check else { return }
    if step.text.isEmpty { throw CheckProblem("\(verb.rawValue) needs a check of a message, such as $.type == done") }
    let isAboutClose = verb == .expect && row["query"]?.string == "close"
    if !isAboutClose { try MessageQueries.refuseOthers(row, as: step.text) }
    if request?.kind.takesMessages == true, MessageQueries.areAboutEvents(row) { throw MessageQueries.noEvent }
    try CheckMembers.refuseUnknown(in: row, of: .check)
    if let mistake = CheckMistake.of(check: row) { throw CheckProblem("\(value: mistake.sentence)") }
  }
}
