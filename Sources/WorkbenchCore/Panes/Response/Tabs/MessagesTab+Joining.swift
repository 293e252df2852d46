import Foundation
import ResponseChecks

// The pieces of a text that arrives in messages, such as the answer of a language model.
extension MessagesTab {
  static let joining = TabCommand<MessagesTab>(
    .whileShown,
    PaneCommand(
      "response.join", "Join the pieces of a text",
      "Show the text at a JSONPath of each message as one, such as the answer of a language model.",
      keywords: "stream llm openai anthropic delta chat tokens concatenate", keys: [], opensField: true,
      whyUnavailable: { tab, _ in tab.rows.count == 0 ? "No messages yet" : nil },
      run: { tab, _ in
        guard let messages = tab.messages else { return [] }
        return [askForPath(of: messages, for: tab.view.nextTask(of: Self.id))]
      }))

  private static func askForPath(of messages: MessageRows, for task: TaskID) -> PaneOutput {
    var pieces = TextPieces()
    _ = messages.firstTexts(JoinPrompt.searchedMessages).first { pieces.piece(of: $0) != nil }
    return .open(
      Prompt(
        title: "Join the pieces of a text", hint: "The JSONPath of a piece in each message, such as $.delta.text",
        text: pieces.path ?? "$.", purpose: JoinPrompt(messages: messages, task: task)))
  }
}

extension MessageRows {
  /// The contents of the first received messages with text.
  fileprivate func firstTexts(_ limit: Int) -> some Sequence<Data> {
    (0..<min(count, limit)).lazy.compactMap { message(at: $0) }
      .filter { $0.direction == .received && $0.type == "text" }.map(\.body.content)
  }
}

/// Asks for the path of the pieces.
struct JoinPrompt: PromptUse {
  let messages: MessageRows
  let task: TaskID

  /// Where a usual path is looked for.
  static let searchedMessages = 200
  var accepting: String { "join" }

  func output(_ text: String) -> PaneOutput {
    do throws(CheckProblem) {
      let job = JoinJob(task: task, messages: messages, pieces: try TextPieces(path: text))
      return .tell(ResponsePane.MessageRequest.join(job))
    } catch {
      return .failure("Not joined: \(error.sentence.text { $0 })")
    }
  }
}

/// Joins the pieces of a text, each of which is parsed. `run` runs it on the calling thread.
package struct JoinJob: Equatable, Sendable {
  package let task: TaskID
  let messages: MessageRows
  let pieces: TextPieces

  /// The rest is left out.
  private static let joinedMessages = 20_000

  /// - Returns: `nil` if it was stopped.
  package func run(isStopped: () -> Bool) -> BodyTaskEvent? {
    var (pieces, joined) = (pieces, "")
    for message in messages.firstTexts(Self.joinedMessages) {
      if isStopped() { return nil }
      if let piece = pieces.piece(of: message) { joined += piece }
    }
    if joined.isEmpty { return .joiningFailed("No message has a text at \(pieces.path ?? "")") }
    return .joined(joined, first: messages.count > Self.joinedMessages ? Self.joinedMessages : nil)
  }
}

extension MessagesTab {
  mutating func join(_ job: JoinJob) -> [PaneOutput] {
    joiningJob = job
    return WaitingScreen.start(
      .body(.join(job)), title: "Joined text", text: "Joining the pieces…", ending: .body(.stopJoining))
  }

  /// Shows the result of joining, or why there is none, while it is awaited.
  mutating func endJoining(_ task: TaskID, with output: PaneOutput) -> [PaneOutput] {
    guard let job = joiningJob, job.task == task else { return [] }
    joiningJob = nil
    return [.tell(WaitingScreen.Completion(work: .body(.join(job)), outputs: [output]))]
  }

  /// Shows a joined text.
  ///
  /// - Parameter first: The number of messages that it is of, if there are more.
  static func show(joined text: String, first: Int?) -> PaneOutput {
    let copy = Confirm.Choice.letter("y", "copy", .effect(.copy(text, what: "the joined text")))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Span(String($0)) }
    let note = first.map { [Span("Of the first \(Formatting.number($0)) messages", .hint)] } ?? []
    return .open(TextScreen(title: "Joined text", lines: lines + note, choices: [copy]))
  }
}
