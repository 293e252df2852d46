package import Foundation
package import RequestModel

/// Requests of screens to the open folder.
package enum WorkspaceRequest: WorkspaceMessage, Equatable {
  case edit(Address, FileChange)
  case save(Address, overwriting: Bool, evenReadOnly: Bool)
  /// Saves the shown file.
  case saveShown
  case saveAll
  /// Saves all edits of files. New requests stay drafts.
  case saveFiles
  case revert
  /// Moves the credentials of the shown file to the user's secrets.
  case moveCredentials
  case discardEdits(Address)
  /// Saves edits that were merged with the file on disk.
  case adopt(Address, merged: SavedFile, disk: SavedFile)
  case undoDelete
  case redoFiles
  /// Undo the last change of an environment, or make it again.
  case undoEnvironment, redoEnvironment
  /// The replacement of a number was made, which is the last change to undo, or it was undone or made again.
  case noteReplacement(Int, FileStep?)
  /// Opens an empty request, for a file in that folder.
  case newRequest(in: Address)
  /// Opens pasted requests, which are not files yet.
  ///
  /// - Parameter secrets: Their variables whose values were stored.
  case newRequests([SavedRequest], in: Address, secrets: [String])
  /// Values were stored for a request that was replaced by a pasted one.
  case noteSecrets([String], of: Address)
  /// Opens the request of the shown exchange of history as a new one.
  case copyPast
  /// Saves a new request under a name, and then asks for those of others.
  case saveNew(Address, name: String, then: [Address])
  case placeNew(Address, name: String, in: Address, then: [Address])
  case askName(Address, typed: String?, then: [Address])
  /// The shown exchange of history was sent again and is listed now.
  case showSentAgain(ExchangeID, as: ExchangeID)
  /// Undoes an import of an earlier run, after a question.
  case undoImport(TrashID)
  /// The external editor was closed; `nil` if it failed or the text is unchanged.
  case edited(EditedText, text: String?)
  /// Lists a folder for choosing a file.
  case listFolder(FolderQuery)
  case environment(String?)
  case send
  /// Sends the shown request and carries out its steps.
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
  /// A file was not sent as a message, for this reason. Its path can be corrected.
  case unsentFile(ExchangeID, path: String, reason: String)
  /// A response was paused or resumed.
  case paused(ExchangeID, Bool)
  /// The time has gone on.
  case time(Date)
  /// Loads the last exchange of the shown request.
  case reopenLast
  /// A run was started, with which the next form of its folder or request begins.
  case keepRun(RunJob)
  /// These requests have later exchanges than the last ones that are known.
  case newExchanges([Address])

  package func apply(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .edit(let address, let change): return workspace.apply(change, to: address)
    case .save(let address, let overwriting, let evenReadOnly):
      return workspace.save(address, overwriting: overwriting, evenReadOnly: evenReadOnly)
    case .adopt(let address, let merged, let disk): return workspace.adopt(merged, over: disk, at: address)
    case .saveShown: return Self.saveShown(in: &workspace)
    case .saveAll: return workspace.saveAll()
    case .saveFiles: return workspace.saveFiles()
    case .revert: return workspace.revert()
    case .moveCredentials:
      return workspace.whyNoCredentials.map { [.information($0)] } ?? workspace.moveCredentials()
    case .discardEdits(let address): return workspace.discardEdits(of: address)
    case .undoDelete: return workspace.undoLast()
    case .redoFiles: return workspace.redoLast()
    case .undoEnvironment: return workspace.undoEnvironment()
    case .redoEnvironment: return workspace.redoEnvironment()
    case .noteReplacement(let number, let step): workspace.noteReplacement(number, step)
    case .showSentAgain(let old, let new): workspace.moveExchange(from: old, to: new)
    case .undoImport(let id): return workspace.undoImport(id)
    case .edited(let edited, let text):
      return edited.workspace == workspace.id ? text.map { workspace.commitEditedText($0, for: edited) } ?? [] : []
    case .listFolder(let query): return [workspace.files(.listFolder(query))]
    case .environment(let name): return workspace.choose(name)
    case .paused(let id, let isPaused): workspace.pause(id, isPaused)
    case .time(let now): workspace.now = now
    case .reconnect(let id): return workspace.closeToReconnect(id)
    case .unsent(let reason): return workspace.explain(unsent: reason)
    case .unsentFile(let id, let path, let reason):
      return [workspace.exchange?.id == id ? SentFile.ask(id, path, hint: reason) : .failure(reason)]
    case .reopenLast: return workspace.reopenLast()
    case .keepRun(let job): workspace.items[job.subject].lastRun = job
    case .newExchanges(let addresses): for address in addresses { workspace.items[address].lastExchange = nil }
    case .newRequest, .newRequests, .noteSecrets, .copyPast, .saveNew, .placeNew, .askName:
      return addRequest(to: &workspace)
    case .send, .runSteps, .fetchToken, .findToken, .allow, .answer: return exchange(in: &workspace)
    }
    return []
  }

  private static func saveShown(in workspace: inout Workspace) -> [PaneOutput] {
    let outputs = workspace.save()
    return outputs.isEmpty ? [.information(Workspace.noEdits)] : outputs
  }

  private func addRequest(to workspace: inout Workspace) -> [PaneOutput] {
    switch self {
    case .newRequest(let folder): workspace.newRequest(in: folder)
    case .newRequests(let requests, let folder, let secrets):
      workspace.pastedRequests(requests, in: folder, secrets: secrets)
    case .noteSecrets(let names, let address): workspace.notePasted(names, address)
    case .copyPast: workspace.copyPast()
    case .saveNew(let address, let name, let rest): workspace.saveNew(address, named: name, then: rest)
    case .placeNew(let address, let name, let folder, let rest):
      workspace.placeNew(address, name, in: folder, then: rest)
    case .askName(let address, let typed, let rest): workspace.askName(of: address, typed: typed, then: rest)
    default: []
    }
  }

  private func exchange(in workspace: inout Workspace) -> [PaneOutput] {
    var identifiers = workspace.identifiers
    defer { workspace.identifiers = identifiers }
    switch self {
    case .send: return workspace.send(&identifiers)
    case .runSteps: return workspace.runSteps(&identifiers)
    case .fetchToken: return workspace.fetchToken(&identifiers)
    case .findToken:
      let outputs = workspace.findToken(&identifiers)
      return outputs.isEmpty ? [] : outputs + [.request(.fit)]
    case .allow(let sources, let job, let consent):
      return workspace.allow(sources, job, consent, &identifiers)
    case .answer(let question, let text, let job): return workspace.answer(question, text, job, &identifiers)
    default: return []
    }
  }
}

extension PaneOutput {
  static func edit(_ address: Address, _ change: FileChange) -> PaneOutput { .workspace(.edit(address, change)) }

  static func workspace(_ request: WorkspaceRequest) -> PaneOutput { .tell(request) }
}

extension Event {
  package static func edited(_ edited: EditedText, text: String?) -> Event {
    .message(WorkspaceRequest.edited(edited, text: text))
  }
}

extension Workspace {
  mutating func choose(_ environment: String?) -> [PaneOutput] {
    guard let scope else { return [] }
    if let environment, let problem = scope.environmentProblems[environment] {
      return [.failure("Environment \(environment) cannot be used: \(problem.sentence)")]
    }
    chosenEnvironments[scope.collection] = environment ?? ""
    return [.success(environment.map { "Environment \($0)" } ?? "No environment"), .remember]
  }
}

/// The value of a variable that a request needs.
struct PromptedValue: PromptUse {
  let question: PromptQuestion
  let job: SendJob
  /// The key that sends again.
  let again: String

  func output(_ text: String) -> PaneOutput { .workspace(.answer(question, text, job)) }
  var accepting: String { question.place == nil ? "send" : "keep and send" }
  var leaving: String { question.place == nil ? "cancel" : "do not send" }
  var sends: Bool { true }
  var whenLeft: [PaneOutput] {
    [.information("No value for {{\(question.name)}}: not sent; \(again) asks again")]
  }
}

/// The name of a file or folder to create.
struct NewItemName: PromptUse {
  let item: NewItem
  let folder: Address
  let workspace: WorkspaceID

  func output(_ text: String) -> PaneOutput {
    .effect(.files(workspace, .create(item, in: folder, name: text)))
  }
  var accepting: String { "create" }
}

/// The name that a file or folder gets.
struct NewName: PromptUse {
  let address: Address
  let workspace: WorkspaceID

  func output(_ text: String) -> PaneOutput { .effect(.files(workspace, .rename(address, to: text))) }
  var accepting: String { "rename" }
}
