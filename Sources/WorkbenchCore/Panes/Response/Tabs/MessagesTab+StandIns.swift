import Foundation

// The commands of the body as they act on messages.
extension MessagesTab {
  package static let standIns: [String: StandIn<MessagesTab>] = [
    "response.fold": StandIn(footer: "open", whyUnavailable: whyNoMessage) { tab, _ in
      tab.selectedNumber.map { [.tell(ResponsePane.MessageRequest.open($0))] } ?? []
    },
    "response.filter": StandIn(footer: "filter", whyUnavailable: whyNoMessages) { $0.openFilter(in: $1) },
    "response.compare": StandIn(whyUnavailable: whyNoMessage) { tab, context in tab.compare(in: context) },
    "response.example": StandIn(whyUnavailable: whyNothingToSave) { tab, context in
      guard context.workspace.keepsMessages else { return MessageKeeper.promptForExample(in: context) }
      return tab.selectedNumber.map { MessageKeeper.prompt(forMessage: $0, in: context) } ?? []
    },
    "response.copyBody": StandIn(whyUnavailable: whyNoMessage) { tab, _ in tab.copyLines() },
    "response.saveBody": StandIn(whyUnavailable: whyNoMessages) { _, context in
      BodyTab.promptSaveMessages(in: context)
    },
    "response.follow": StandIn(footer: "follow", whyUnavailable: whyNotFollowing) { tab, context in
      tab.goToEnd(in: context)
      tab.noteSeen()
      return []
    },
    "response.editor": StandIn(whyUnavailable: whyNoMessage) { tab, _ in tab.open(in: .editor) },
    "response.pager": StandIn(whyUnavailable: whyNoMessage) { tab, _ in tab.open(in: .pager) },
  ]

  @Sendable private static func whyNoMessage(_ tab: MessagesTab, _ context: PaneContext) -> String? {
    tab.selectedNumber == nil ? noMessagesYet : nil
  }

  @Sendable private static func whyNothingToSave(_ tab: MessagesTab, _ context: PaneContext) -> String? {
    guard context.workspace.keepsMessages else { return context.workspace.whyNoExampleToSave }
    return whyNoMessage(tab, context) ?? context.workspace.whyNoMessageToKeep
  }

  @Sendable private static func whyNoMessages(_ tab: MessagesTab, _ context: PaneContext) -> String? {
    tab.messages.map(\.count) ?? 0 == 0 ? noMessagesYet : nil
  }

  @Sendable private static func whyNotFollowing(_ tab: MessagesTab, _ context: PaneContext) -> String? {
    if context.workspace.exchange?.isRunning != true { return "The connection has ended: no message will arrive" }
    return tab.isAtEnd ? "The end is followed already" : nil
  }

  /// Compares the ends of the selection, else the selected message with one that is chosen.
  private mutating func compare(in context: PaneContext) -> [PaneOutput] {
    guard let number = selectedNumber else { return [] }
    guard let anchor = view.anchor, anchor != view.window.selected, anchor < filter.numbers.count else {
      return MessagePicker.open(for: number, in: context)
    }
    view.anchor = nil
    let other = filter.numbers[anchor]
    return [.tell(ResponsePane.MessageRequest.compare(max(number, other), with: min(number, other)))]
  }

  /// Copies the listed messages as lines of JSON.
  private func copyLines() -> [PaneOutput] {
    guard let messages else { return [] }
    var lines = Data()
    for row in 0..<filter.numbers.count {
      lines += messages.line(at: filter.numbers[row])
      if lines.count > BodyTab.maxCopiedBytes {
        return [.failure("The messages are too much for the clipboard: save them to a file")]
      }
    }
    let what = Formatting.count(filter.numbers.count, "message") + " as lines of JSON"
    return [.effect(.copy(String(decoding: lines, as: UTF8.self), what: what))]
  }

  private func open(in program: OutsideProgram) -> [PaneOutput] {
    guard let number = selectedNumber, let document = selectedMessage?.document else { return [] }
    return [.effect(.body(.open(document, name: "message-\(number + 1)" + document.fileExtension, program)))]
  }
}

extension BodyTab {
  /// Asks for the file that gets all messages.
  static func promptSaveMessages(_ path: String? = nil, in context: PaneContext) -> [PaneOutput] {
    let prompt = Prompt(
      title: "Save messages as lines of JSON", hint: pathHint, text: path ?? "messages.jsonl",
      purpose: SavePlace.messages(of: context.workspace.exchange?.id))
    return [.open(prompt)]
  }
}
