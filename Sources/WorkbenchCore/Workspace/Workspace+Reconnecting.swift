// Connecting again.
extension Workspace {
  /// Closes a connection, which is opened again once it has ended.
  mutating func closeToReconnect(_ id: ExchangeID) -> [PaneOutput] {
    guard let subject = items.subjects(where: { $0.live?.id == id }).first else { return [] }
    // It may have ended since the question was asked.
    guard items[subject].live?.isRunning == true else {
      return subject == self.subject ? [.tell(SendRequest.send)] : []
    }
    items[subject].reconnects = id
    return [.effect(.exchange(.give(id, .close(nil)))), .information("Closing the connection to open it again…")]
  }

  /// Sends the request of a connection that was closed for it.
  mutating func reconnect(_ subject: Subject) -> [PaneOutput] {
    items[subject].reconnects = nil
    guard subject == self.subject else {
      return [.information("Not connected again: another request is shown")]
    }
    // The notice of closing replaces the footer until a key is pressed, and is no longer true.
    return [.clearNotice, .tell(SendRequest.send)]
  }
}

extension Confirm {
  /// Asks about sending the request of a connection that is open.
  static func reconnecting(_ id: ExchangeID) -> Confirm {
    Confirm(
      title: "Already connected", text: "The connection is closed before the request connects again.",
      choices: [
        .letter("c", "close and connect again", short: "reconnect", .tell(SendRequest.reconnect(id))),
        .leave("stay connected"),
      ])
  }
}
