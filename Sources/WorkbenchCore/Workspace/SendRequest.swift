/// Requests of screens to send the shown request, and reports about its connection.
package enum SendRequest: WorkspaceMessage, Equatable {
  case send
  /// Sends the shown request and runs its steps.
  case runSteps
  /// Closes the connection of the shown request and sends the request again.
  case reconnect(ExchangeID)
  /// Fetches a new token for the shown request.
  case fetchToken
  /// Looks up the kept token of the shown request.
  case findToken
  /// Sends again with the refused sources allowed.
  case allow([OutsideSource], SendJob, Consent)
  /// Sends again with a value typed for a variable.
  case answer(PromptQuestion, String, SendJob)
  /// A message of a conversation was not sent, for this reason.
  case unsent(String)
  /// A text was not sent as a message, for this reason. It can be corrected.
  case unsentText(ExchangeID, text: String, reason: String)
  /// A file was not sent as a message, for this reason. Its path can be corrected.
  case unsentFile(ExchangeID, path: String, reason: String)
  /// A response was paused or resumed.
  case paused(ExchangeID, Bool)

  package var cause: Cause? { if case .unsentFile(let id, _, _) = self { .exchange(id) } else { nil } }

  package func apply(to workspace: inout Workspace) -> [PaneOutput] {
    // A text that is being typed is part of the request.
    if let answered, workspace.isTyping(in: answered) { return [.commit, .tell(self)] }
    switch self {
    case .send: return workspace.send()
    case .runSteps: return workspace.runSteps()
    case .reconnect(let id): return workspace.closeToReconnect(id)
    case .fetchToken: return workspace.fetchToken()
    case .findToken:
      let outputs = workspace.findToken()
      return outputs.isEmpty ? [] : outputs + [.request(.fit)]
    case .allow(let sources, let job, let consent): return workspace.allow(sources, job, consent)
    case .answer(let question, let text, let job): return workspace.answer(question, text, job)
    case .unsent(let reason): return workspace.explain(unsent: reason)
    case .unsentText(let id, let text, let reason):
      return workspace.explain(unsent: reason) + [.tell(ResponsePane.MessageRequest.restore(id, text))]
    case .unsentFile(let id, let path, let reason):
      return [workspace.exchange?.id == id ? SentFile.ask(id, path, hint: reason) : .failure(reason)]
    case .paused(let id, let isPaused):
      workspace.pause(id, isPaused)
      return []
    }
  }

  /// The job that the user has answered a question about.
  private var answered: SendJob? {
    switch self {
    case .allow(_, let job, _), .answer(_, _, let job): job
    default: nil
    }
  }
}
