import Foundation
import RequestModel
import ResponseChecks
import TerminalUI

// The pieces of a text that arrives in messages, such as the answer of a language model.
extension MessagesTab {
  static let joining = TabCommand<MessagesTab>(
    .whileShown,
    PaneCommand(
      "response.join", "Join the pieces of a text",
      "Show the text at a JSONPath of each message as one, such as the answer of a language model.",
      keywords: "stream llm openai anthropic delta chat tokens concatenate", keys: [], opensField: true,
      whyUnavailable: { tab, _ in tab.rows.count == 0 ? "No messages yet" : nil },
      run: { tab, _ in tab.messages.map { [askForPath(of: $0)] } ?? [] }))

  private static func askForPath(of messages: MessageRows) -> PaneOutput {
    var pieces = TextPieces()
    _ = messages.firstTexts(JoinPrompt.searchedMessages).first { pieces.piece(of: $0) != nil }
    return .overlay(
      .prompt(
        Prompt(
          title: "Join the pieces of a text", hint: "The JSONPath of a piece in each message, such as $.delta.text",
          text: pieces.path ?? "$.", purpose: JoinPrompt(messages: messages))))
  }
}

extension MessageRows {
  /// The contents of the first received messages with text.
  fileprivate func firstTexts(_ limit: Int) -> some Sequence<Data> {
    (0..<min(count, limit)).lazy.compactMap { message(at: $0) }
      .filter { $0.direction == .received && $0.type == "text" }.map(\.body.content)
  }
}

/// Asks for the path of the pieces, and shows the joined text.
struct JoinPrompt: PromptUse {
  let messages: MessageRows

  /// Where a usual path is looked for.
  static let searchedMessages = 200
  /// The rest is left out, since each message is parsed.
  private static let joinedMessages = 20_000

  var accepting: String { "join" }

  func output(_ text: String) -> PaneOutput {
    do throws(CheckProblem) {
      var pieces = try TextPieces(path: text)
      let joined = messages.firstTexts(Self.joinedMessages).compactMap { pieces.piece(of: $0) }.joined()
      return joined.isEmpty ? .failure("No message has a text at \(text)") : show(joined)
    } catch {
      return .failure("Not joined: \(error.sentence.text { $0 })")
    }
  }

  private func show(_ text: String) -> PaneOutput {
    let copy = Confirm.Choice(
      key: .character("y"), label: "copy", action: .effect(.copy(text, what: "the joined text")))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Span(String($0)) }
    let isCut = messages.count > Self.joinedMessages
    let note = isCut ? [Span("Of the first \(Formatting.number(Self.joinedMessages)) messages", .hint)] : []
    return .overlay(.text(TextScreen(title: "Joined text", lines: lines + note, choices: [copy])))
  }
}
