import RequestModel

extension Workbench {
  /// Opens the field for messages once the shown connection is open, unless the user has turned to something else.
  mutating func beginConversation(on id: ExchangeID) -> [Effect] {
    let isAmongMessages = focusedPane == .response && responsePane.tabID == MessagesTab.id && !responsePane.isTyping
    guard workspace.exchange?.id == id, inputs.overlays.isEmpty, !requestPane.isTyping,
      focusedPane == .request || isAmongMessages
    else { return [] }
    return route([.focus(.response), .run("response.compose")])
  }
}
