internal import DequeModule
internal import Foundation

/// The state machine of the steps of a conversation.
///
/// Steps run one after another. A message that no `expect` has taken yet counts for the next one, so nothing is missed
/// that arrives between two steps. The first step that fails ends the conversation.
struct StepState {
  enum Input {
    case opened
    case received(LogEvent.Message)
    /// The message of the current step was handed to the network.
    case sent
    /// The message of the current step was not sent, with the reason as a sentence.
    case unsent(String)
    /// The time of a step is over.
    case timeout(step: Int)
    /// The time limit of the whole exchange is over.
    case expired(Duration)
    /// The connection has ended, with the reason as a clause.
    case ended(String)
  }

  enum Action: Equatable {
    case send(ChannelMessage)
    case close(CloseReason?)
    case timeout(step: Int, after: Duration)
    case report(LogEvent.Check)
    case note(String)
  }

  /// The default limits.
  static let patience = Duration.seconds(10)
  static let quiet = Duration.seconds(1)

  private let request: SavedRequest
  private let steps: [ConversationStep]
  private let services: StepServices
  /// The current step; beyond the last one when all are done or one has failed.
  private var index = -1
  /// The check of the current step, which is read from its line once.
  private var check: JSONObject?
  private var limit = Duration.zero
  private var waiting = WaitingMessages()
  /// The newest of those that did not pass the current step, and their number.
  private var others: [LogEvent.Message] = []
  private var otherCount = 0
  /// Why the last of them did not pass.
  private var lastDetail = ""
  /// Why nothing can be received any more; `nil` while the connection is open.
  private var end: String?

  init(_ request: SavedRequest, _ services: StepServices) {
    (self.request, self.services) = (request, services)
    steps = request.steps
  }

  mutating func apply(_ input: Input) -> [Action] {
    switch input {
    case .opened: return index < 0 ? startNext() : []
    case .received(let message): return receive(message)
    case .sent: return verb == .send ? startNext() : []
    case .unsent(let reason): return verb == .send ? fail("\(value: end ?? reason)") : []
    case .timeout(let step): return step == index ? timeOut() : []
    case .expired(let limit):
      let messages: CheckSentence = verb == .expect ? otherMessages : ""
      return fail("the request has only \(Self.text(limit)), its time limit\(messages)")
    case .ended(let reason): return finish(reason)
    }
  }

  private var step: ConversationStep? { steps.indices.contains(index) ? steps[index] : nil }
  private var verb: ConversationStep.Verb? { step?.verb }

  // MARK: Starting

  private mutating func startNext() -> [Action] {
    index += 1
    (check, others, otherCount, lastDetail) = (step?.check, [], 0, "")
    guard let step else { return [.close(nil)] }
    do throws(CheckProblem) {
      return try start(step)
    } catch {
      return fail(error.sentence)
    }
  }

  private mutating func start(_ step: ConversationStep) throws(CheckProblem) -> [Action] {
    limit = try time(step.within, else: step.verb == .never ? Self.quiet : Self.patience)
    switch step.verb {
    case .send: return try send(step)
    case .expect, .never:
      try services.resolveAll(in: step)
      return consider() ?? (end == nil ? [.timeout(step: index, after: limit)] : endOfMessages())
    case .wait:
      limit = try StepMistake.time(services.resolve(step.text)) ?? .zero
      return end == nil ? [.timeout(step: index, after: limit)] : startNext()
    case .close:
      let reason = try StepMistake.close(services.resolve(step.text))
      return [.close(reason)] + startNext()
    case nil: return fail("\(StepMistake.of(step) ?? "the step does nothing")")
    }
  }

  private func time(_ text: String?, else standard: Duration) throws(CheckProblem) -> Duration {
    guard let text else { return standard }
    return try StepMistake.limit(services.resolve(text)) ?? standard
  }

  private mutating func send(_ step: ConversationStep) throws(CheckProblem) -> [Action] {
    guard let message = step.message(of: request) else {
      throw CheckProblem("\(StepMistake.of(step, in: request) ?? "the request has no such message")")
    }
    if let end { throw CheckProblem("\(value: end)") }
    return [.send(message), .timeout(step: index, after: limit)]
  }

  // MARK: Messages

  private mutating func receive(_ message: LogEvent.Message) -> [Action] {
    let isClose = message.type == "close"
    guard message.direction == .received || isClose, isClose || !MessageQueries.isControl(message.type) else {
      return []
    }
    // Nobody waits for messages any more.
    guard index < steps.count else { return [] }
    waiting.append(message)
    guard !waiting.isFull else {
      return fail("more than \(WaitingMessages.limit >> 20) MB of messages came that no step has taken")
    }
    if isClose, end == nil {
      let reason = String(decoding: message.body.content, as: UTF8.self)
      let subject = message.direction == .received ? "the server closed the connection" : "the connection was closed"
      end = reason.isEmpty ? subject : "\(subject): \(reason)"
    }
    guard verb == .expect || verb == .never else { return [] }
    return consider(from: waiting.all.count - 1) ?? []
  }

  /// Looks for a message that passes the check of the step.
  ///
  /// - Parameter start: The first that was not looked at yet.
  /// - Returns: `nil` if there is none yet.
  private mutating func consider(from start: Int = 0) -> [Action]? {
    guard let step, let row = check else { return nil }
    let isAboutClose = row["query"]?.string == "close"
    let isAboutEvents = MessageQueries.areAboutEvents(row)
    for place in start..<waiting.all.count where (waiting.all[place].type == "close") == isAboutClose {
      let message = waiting.all[place]
      // No line could pass, which `never` would take for a success.
      if isAboutEvents, message.part?.kind != .event { return fail(MessageQueries.noEvent.sentence) }
      let result = services.result(row, message)
      if result.isPassed {
        if step.verb == .never { return fail("this message came: \(value: Self.text(message))") }
        waiting.removeFirst(place + 1)
        return [.report(LogEvent.Check(step.name, isPassed: true))] + startNext()
      }
      note(message, result.detail)
    }
    // None of them is looked at again.
    if step.verb == .expect { waiting.remove(from: start, closes: isAboutClose) }
    return nil
  }

  private mutating func note(_ message: LogEvent.Message, _ detail: String) {
    others = others.suffix(Self.shown - 1) + [message]
    otherCount += 1
    lastDetail = detail
  }

  // MARK: Ends

  private mutating func timeOut() -> [Action] {
    guard let step else { return [] }
    switch step.verb {
    case .send: return fail("the message was not taken within \(Self.text(limit))")
    case .expect: return fail("no such message within \(Self.text(limit))\(otherMessages)")
    case .never: return [.report(LogEvent.Check(step.name, isPassed: true))] + startNext()
    case .wait: return startNext()
    case .close, nil: return []
    }
  }

  /// The result of a step that waits for messages when there are no more.
  private mutating func endOfMessages() -> [Action] {
    guard let step, let end else { return [] }
    if step.verb == .expect { return fail("\(value: end)\(otherMessages)") }
    return [.report(LogEvent.Check(step.name, isPassed: true))] + startNext()
  }

  private mutating func finish(_ reason: String) -> [Action] {
    end = end ?? reason
    switch verb {
    case .expect, .never: return endOfMessages()
    case .wait: return startNext()
    case .send: return fail("\(value: end ?? reason)")
    // The connection did not open.
    case nil where index < 0 && !steps.isEmpty:
      index = 0
      return fail("\(value: reason)")
    case .close, nil: return []
    }
  }

  /// Ends the conversation with the failure of the current step.
  private mutating func fail(_ detail: CheckSentence) -> [Action] {
    guard let step else { return [] }
    let rest = steps.count - index - 1
    index = steps.count
    let check = LogEvent.Check(step.name, isPassed: false, detail: detail.text(masking: services.mask))
    let note = "The conversation ends: \(rest) \(rest == 1 ? "step is" : "steps are") not run"
    return [.report(check)] + (rest > 0 ? [.note(note)] : []) + [.close(nil)]
  }

  // MARK: Sentences

  /// The number of messages that a failure shows.
  private static let shown = 3

  private var otherMessages: CheckSentence {
    guard !others.isEmpty else { return ", and no other message came" }
    let texts = others.map { message -> CheckSentence in "\(value: Self.text(message))" }
    let list = texts.dropFirst().reduce(texts[0]) { "\($0), \($1)" }
    let count = otherCount == 1 ? "one other came" : "\(otherCount) others came"
    let why = lastDetail.isEmpty ? "" : " (\(lastDetail))"
    return "; \(count): \(otherCount > others.count ? "… " : "")\(list)\(value: why)"
  }

  private static func text(_ message: LogEvent.Message) -> String {
    message.type == "binary"
      ? "\(message.body.content.count) bytes" : String(decoding: message.body.content, as: UTF8.self)
  }

  private static func text(_ duration: Duration) -> String {
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}

/// Evaluates the texts and checks of steps with the variables of this moment.
struct StepServices: Sendable {
  let resolve: @Sendable (String) throws(CheckProblem) -> String
  /// The result of a check of a message, or of a close.
  let result: @Sendable (JSONObject, LogEvent.Message) -> LogEvent.Check
  let mask: @Sendable (String) -> String
}

extension StepServices {
  init(_ resolved: ResolvedRequest) {
    self.init(
      resolve: { (text) throws(CheckProblem) in try resolved.checkContext().resolve(text) },
      result: { row, message in
        CheckEvaluation(ResponseFacts(message: message), resolved.checkContext()).result(of: row)
      },
      mask: { [run = resolved.run] in run.mask.current.masked($0) })
  }

  /// Throws if a variable of a step has no value, which would only look like a message that does not come.
  func resolveAll(in step: ConversationStep) throws(CheckProblem) {
    for text in step.templates { _ = try resolve(text) }
  }
}
