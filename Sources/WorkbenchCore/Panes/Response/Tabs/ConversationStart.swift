/// Opens the field for messages once the shown connection is open, unless the user has turned to something else.
struct ConversationStart: Message, Equatable {
  let id: ExchangeID

  func deliver(to bench: inout Workbench) -> [Effect] {
    let isAmongMessages =
      bench.focusedPane == .response && bench.responsePane.tabID == MessagesTab.id && !bench.responsePane.isTyping
    guard bench.workspace.exchange?.id == id, bench.overlays.isEmpty, !bench.requestPane.isTyping,
      bench.focusedPane == .request || isAmongMessages
    else { return [] }
    return bench.route([.focus(.response), .run("response.compose")])
  }
}
