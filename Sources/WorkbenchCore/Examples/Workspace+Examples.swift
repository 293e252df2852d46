import Foundation

// The examples of the shown request.
extension Workspace {
  /// The file whose request the shown response belongs to.
  var exampleFile: Address? {
    switch subject {
    case .request(let address): items[address].draft?.current.request == nil ? nil : address
    case .past: exchange?.origin.flatMap { $0.root == id.root && node($0.address) != nil ? $0.address : nil }
    case .folder, .environment, .globals, .nothing: nil
    }
  }

  var examples: [SavedExample] {
    exampleFile.flatMap { items[$0].draft?.current.request?.examples } ?? []
  }

  /// The shown response with its body, secrets masked.
  var exampleResponse: Response? {
    guard let live = exchange, var response = live.exchange?.response else { return nil }
    if let body = live.body { response.body = body.body }
    return response
  }

  var whyNoExampleToSave: String? {
    if exchange?.isRunning == true { return "The response is still being received" }
    guard let response = exampleResponse else { return "No response to save: {request.send} sends the request" }
    if exchange?.request?.kind == .program { return ExampleDraft.notOfPrograms }
    if let omission = response.omission {
      return "The response is incomplete: \(Formatting.bytes(omission.byteCount)) are missing"
    }
    if exampleFile?.isScratch == true { return whyNotSavedYet }
    return exampleFile == nil ? "This exchange has no request file here" : nil
  }

  var whyNoExamples: String? {
    guard exampleFile != nil else { return "Select a request first" }
    return examples.isEmpty ? "No examples yet: {response.example} in the response saves one" : nil
  }

  var whyNothingToCheck: String? {
    whyNoExamples ?? (exampleResponse == nil ? "No response to check: {request.send} sends the request" : nil)
  }

  /// The example that a response is checked against: the first with its status, else the first.
  func example(for response: Response) -> SavedExample? {
    examples.first { $0.status == response.status } ?? examples.first
  }

  /// The example that the shown response, or the conversation of a WebSocket, becomes.
  func exampleDraft(name: String? = nil) -> ExampleDraft? {
    guard let response = exampleResponse else { return nil }
    return exchange?.exchange.map { ExampleDraft(response, of: $0, name: name) } ?? ExampleDraft(response, name: name)
  }

  /// Asks for the name of the example that the shown response becomes.
  var examplePrompt: Prompt? {
    guard let address = exampleFile, let live = exchange, let draft = exampleDraft() else { return nil }
    return Prompt(
      title: "Save as example", hint: "Name, in \(title(of: address))", text: draft.name,
      purpose: ExampleName(address: address, id: live.id)
    ).selectingText
  }

  // MARK: Changes

  mutating func saveExample(_ draft: ExampleDraft, to address: Address) -> [PaneOutput] {
    guard items[address].draft?.current.request != nil else { return [.effect(.example(.add(draft), of: address))] }
    if draft.inlineText == nil { return [.effect(.example(.writeBody(draft), of: address))] }
    return addExample(draft, bodyFile: nil, to: address)
  }

  mutating func addExample(_ draft: ExampleDraft, bodyFile: String?, to address: Address) -> [PaneOutput] {
    changeExamples(of: address, done: "Saved") { $0.addExample(draft, bodyFile: bodyFile) }
  }

  mutating func deleteExample(_ example: SavedExample, of address: Address) -> [PaneOutput] {
    changeExamples(of: address, done: "Deleted") { request in
      guard let index = request.examples.firstIndex(of: example) else { return nil }
      return request.examples.remove(at: index).name
    }
  }

  /// Changes the examples as one edit, and saves the file unless it has other unsaved edits.
  ///
  /// - Parameter change: Returns the name of the changed example; `nil` without a change.
  private mutating func changeExamples(
    of address: Address, done: String, _ change: (inout SavedRequest) -> String?
  ) -> [PaneOutput] {
    guard let draft = items[address].draft, var request = draft.current.request, let name = change(&request) else {
      return []
    }
    let savesAtOnce = !draft.isUnsaved
    let outputs = apply(.replace(.request(request)), to: address)
    let rest = savesAtOnce ? "" : " among the unsaved edits: \(keys.name(of: "request.save")) saves them"
    return outputs + [.notice(Notice(.success, "\(done) the example \"\(name)\"\(rest)"))]
      + (savesAtOnce ? save(address) : [])
  }
}
