package import Foundation

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
  /// Moves one value of the shown file to the user's secrets.
  case moveValue(EditTarget)
  case discardEdits(Address)
  /// Saves edits that were merged with the file on disk.
  case adopt(Address, merged: SavedFile, disk: SavedFile)
  /// The shown exchange of history was sent again and is listed now.
  case showSentAgain(ExchangeID, as: ExchangeID)
  /// The external editor was closed; `nil` if it failed or the text is unchanged.
  case edited(EditedText, text: String?)
  /// Lists a folder for choosing a file.
  case listFolder(FolderQuery)
  case environment(String?)
  /// Sets the time.
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
    case .moveValue(let target): return workspace.moveValue(target)
    case .discardEdits(let address): return workspace.discardEdits(of: address)
    case .showSentAgain(let old, let new): workspace.moveExchange(from: old, to: new)
    case .edited(let edited, let text):
      return edited.workspace == workspace.id ? text.map { workspace.commitEditedText($0, for: edited) } ?? [] : []
    case .listFolder(let query): return [workspace.files(.listFolder(query))]
    case .environment(let name): return workspace.choose(name)
    case .time(let now): workspace.now = now
    case .reopenLast: return workspace.reopenLast()
    case .keepRun(let job): workspace.items[job.subject].lastRun = job
    case .newExchanges(let addresses): for address in addresses { workspace.items[address].lastExchange = nil }
    }
    return []
  }

  private static func saveShown(in workspace: inout Workspace) -> [PaneOutput] {
    let outputs = workspace.save()
    return outputs.isEmpty ? [.information(Workspace.noEdits)] : outputs
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
  /// Whether it is the last value needed.
  let isLast: Bool

  func output(_ text: String) -> PaneOutput { .tell(SendRequest.answer(question, text, job)) }
  var accepting: String {
    question.place == nil ? (isLast ? "send" : "next") : isLast ? "keep and send" : "keep, next"
  }
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
