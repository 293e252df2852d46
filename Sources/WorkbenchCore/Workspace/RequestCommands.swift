/// Sending and saving what is shown, from everywhere.
package struct RequestCommands: Feature {
  package static let commands = [
    PaneCommand<RequestCommands>(
      "request.send", "Send request", "Send the request with its unsaved edits and the current environment.",
      keywords: "resend execute fire submit call invoke run perform",
      keys: [.function(5), .controlEnter, .altEnter], footer: "send", footerNow: { $1.workspace.verbOfSending() },
      isHinted: { !$1.isList && !$1.workspace.isWithoutRequest && !$1.workspace.isSending }, worksWhileEditing: true,
      whyUnavailable: { $1.workspace.whyNotSent }, run: { _, _ in [.commit, .tell(SendRequest.send)] }),
    PaneCommand<RequestCommands>(
      "request.runSteps", "Run steps", "Connect, carry out the steps of the conversation and evaluate its checks.",
      keywords: "websocket conversation test expect messages", keys: [],
      whyUnavailable: { $1.workspace.whyNothingToSend ?? $1.workspace.whyNoSteps },
      run: { _, _ in [.commit, .tell(SendRequest.runSteps)] }),
    PaneCommand<RequestCommands>(
      "request.save", "Save request", "Save the request; unedited lines of its file stay unchanged.",
      keywords: "write store persist keep",
      keys: [.control("s"), .function(2)], go: "S", footer: "save", worksWhileEditing: true,
      whyUnavailable: { $1.workspace.whyNothingToSave },
      run: { _, _ in [.request(.write), .workspace(.saveShown)] }),
    PaneCommand<RequestCommands>(
      "request.saveAll", "Save all requests", "Save every request with unsaved edits.",
      keywords: "write store everything", keys: [],
      whyUnavailable: { $1.workspace.unsaved.isEmpty ? "No unsaved edits" : nil },
      run: { _, _ in [.commit, .workspace(.saveAll)] }),
    PaneCommand<RequestCommands>(
      "credentials.move", "Move credentials to secrets",
      "Move the credentials of this file to your secrets, and put variables in their place.",
      keywords: "password token vault keychain hide extract api key",
      keys: [.character("@")], whyUnavailable: { $1.workspace.whyNoCredentials },
      run: { _, _ in [.commit, .workspace(.moveCredentials)] }),
    PaneCommand<RequestCommands>(
      "request.revert", "Revert to saved", "Revert all edits since the last save; undo restores them.",
      keywords: "discard reset restore undo throw away changes", keys: [],
      whyUnavailable: { $1.workspace.draft?.isUnsaved == true ? nil : "This request has no unsaved edits" },
      run: { _, _ in [.workspace(.revert)] }),
    PaneCommand<RequestCommands>(
      "request.merge", "Merge with disk", "Compare unsaved edits with the changed file on disk, and merge both.",
      keywords: "conflict resolve combine changed reload",
      keys: [], whyUnavailable: { $1.workspace.whyNothingToMerge },
      run: { _, context in
        [.commit] + (context.workspace.shownFile.map { [context.workspace.files(.readDisk($0))] } ?? [])
      }),
  ]
}

/// Sending the last request again.
package struct SendAgain: Feature {
  package static let commands = [
    PaneCommand<SendAgain>(
      "request.sendLast", "Send again", "Show and send the request that was sent last.",
      keywords: "resend repeat retry replay redo rerun request", keys: [.character(".")],
      whyUnavailable: { $1.workspace.whyNothingToRepeat }, run: { _, context in context.workspace.sendLast() })
  ]
}

extension Workspace {
  /// Why there is nothing to read, and what changes that, with names of commands in braces.
  var noResponse: String { "No response yet: {request.send} sends the request" }

  /// The word for sending a request whose URL is being typed, else the shown one.
  func verbOfSending(_ typed: SavedRequest? = nil) -> String {
    if exchange?.login != nil { return "log in" }
    guard (typed ?? request)?.kind.takesMessages == true else { return "send" }
    return exchange?.isRunning == true && exchange?.isConversation == true ? "reconnect" : "connect"
  }

  /// Whether the shown item is not a request, or a request that cannot be read.
  fileprivate var isWithoutRequest: Bool {
    switch subject {
    case .folder, .environment, .globals, .nothing: true
    case .request(let address): request == nil && items[address].problem != nil
    case .past: false
    }
  }

  fileprivate var whyNoSteps: String? {
    guard let request, request.kind.takesMessages || !request.steps.isEmpty else {
      return "Only conversations and streams have steps"
    }
    return request.steps.isEmpty ? "The request has no steps: the Messages tab of its form adds one" : nil
  }

  fileprivate var whyNothingToRepeat: String? {
    guard let lastSent else { return "Nothing was sent yet: \(keys.name(of: "request.send")) sends the request" }
    return node(lastSent) == nil ? "The request that was sent last no longer exists" : nil
  }

  /// Shows the request that was sent last and sends it, after its file was read if need be.
  fileprivate func sendLast() -> [PaneOutput] {
    guard let lastSent else { return [] }
    return [.commit] + (subject == .request(lastSent) ? [] : [.reveal(lastSent)]) + [.commit, .tell(SendRequest.send)]
  }
}
