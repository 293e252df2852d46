// Exporting a body to the clipboard, a file, another program or a variable.
extension BodyTab {
  /// The choice made in a dialog of the tab.
  package enum Message: PaneMessage, Equatable {
    case compare(ExchangeID)
    case compareExample(SavedExample, Address)
    case save(path: String, of: ExchangeID?, includesSecrets: Bool?)
    /// Asks for another path.
    case saveAs(path: String, of: ExchangeID?)
    /// Saves all messages as lines of JSON.
    case saveMessages(path: String, of: ExchangeID?)
    case refused(SaveRefusal)
    /// Asks for the environment that gets a value, which is a new one.
    case nameEnvironment(KeptValue)
    /// Asks for the variable of an environment that gets a value.
    case nameVariable(KeptValue, of: String)
    case keepVariable(KeptValue, of: String)

    package var cause: Cause? { .of(BodyEffect.self) }

    package func apply(to pane: inout ResponsePane, in context: PaneContext) -> [PaneOutput] {
      pane.withTab(BodyTab.self) { $0.receive(self, in: context) } ?? []
    }
  }

  mutating func receive(_ message: Message, in context: PaneContext) -> [PaneOutput] {
    switch message {
    case .compare(let id): return compare(with: id, in: context)
    case .compareExample(let example, let address): return compare(with: example, of: address, in: context)
    case .save(_, let id, _) where id != context.workspace.exchange?.id,
      .saveAs(_, let id) where id != context.workspace.exchange?.id,
      .saveMessages(_, let id) where id != context.workspace.exchange?.id:
      return [.information("Another response is shown: nothing was written")]
    case .save(let path, _, let includesSecrets):
      (savesSecrets, savesMessages) = (includesSecrets, false)
      return save(to: path, in: context)
    case .saveMessages(let path, _):
      savesMessages = true
      return save(to: path, in: context)
    case .saveAs(let path, _): return promptSaveAgain(path, in: context)
    case .refused(let refusal): return askAboutRefusal(refusal, in: context)
    case .nameEnvironment(let value): return nameEnvironment(for: value, in: context)
    case .nameVariable(let value, let environment): return Self.nameVariable(value, of: environment)
    case .keepVariable(let value, let environment): return setVariable(value, of: environment, in: context)
    }
  }

  // MARK: The clipboard

  static let maxCopiedBytes = 16 << 20

  /// What is copied and saved.
  private var noun: String { shown.filtered != nil ? "filtered body" : message == nil ? "body" : "message" }

  func copy(in context: PaneContext) -> [PaneOutput] {
    guard let body = shown.document else { return [] }
    let what = "the \(noun)"
    guard body.copiedSize <= Self.maxCopiedBytes else {
      let size = Formatting.bytes(body.copiedSize)
      return [.failure("\(size) is too much for the clipboard — \(saveKey(context)) saves \(what) to a file")]
    }
    let named = body.isCopiedInHex ? "\(what) in hex" : what
    let remarked = secretsRemark(in: context).map { "\(named) (\($0))" } ?? named
    return [.effect(.copy(body.copiedText, what: remarked))]
  }

  package func value(in context: PaneContext) throws(Refusal) -> RowValue? {
    guard shown.comparison == nil, let body = shown.document, let line = body.lineOfValue(at: line) else { return nil }
    let bytes = body.line(at: line, columns: 0..<0).bytes
    guard bytes.count <= Self.maxCopiedBytes else {
      let size = Formatting.bytes(bytes.count)
      throw Refusal("\(size) is too much for the clipboard — \(saveKey(context)) saves the body to a file")
    }
    return body.value(at: line).map { RowValue(text: $0, what: remarking("the value", bytes: bytes, in: context)) }
  }

  private func saveKey(_ context: PaneContext) -> String { context.workspace.keys.name(of: "response.saveBody") }

  /// Lists what can be copied from the selected row.
  func openCopy(in context: PaneContext) -> [PaneOutput] {
    guard let body = shown.document else { return [] }
    let line = min(line, body.lineCount - 1)
    let own = body.ownBytes(ofLine: line)
    var items: [Picker.Item] = []
    func add(_ title: String, _ value: RowValue?) {
      guard let value, !value.text.isEmpty else { return }
      let detail = value.text.prefix(60).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      let copy = PaneOutput.effect(.copy(value.text, what: value.what))
      items.append(Picker.Item(title: title, detail: detail, action: copy))
    }
    func add(_ title: String, _ command: String) {
      let key = context.workspace.keys.name(of: command)
      items.append(Picker.Item(title: title, detail: key, action: .run(command)))
    }
    // A value that is too large is left out: its own key says why.
    if let value = try? value(in: context) { add("Value", value) }
    add("Key", body.key(at: line).map { RowValue(text: $0, what: remarking("the key", bytes: own, in: context)) })
    add("Path", RowValue(text: body.path(at: line), what: remarking("the path", bytes: own, in: context)))
    add("Row", "response.copyRow")
    add("Whole body", "response.copyBody")
    return [.open(Picker(title: "Copy", items: items))]
  }

  // MARK: Files and other programs

  func promptSave(_ path: String? = nil, in context: PaneContext) -> [PaneOutput] {
    let text = path ?? context.workspace.nameBesideRequests(suggestedFileName(in: context))
    let exchange = context.workspace.exchange?.id
    let secrets = secrets(in: context)
    guard !secrets.isEmpty, shown.filtered == nil else {
      let title = (["Save \(noun)"] + [secretsRemark(in: context)].compactMap(\.self)).joined(separator: ", ")
      return [.open(Prompt(title: title, hint: Self.pathHint, text: text, purpose: SavePlace.body(of: exchange)))]
    }
    let isRevealed = shown.revealed != nil
    let includesSecrets = path == nil ? isRevealed : savesSecrets ?? isRevealed
    var prompt = Prompt(
      title: "Save body, \(secrets.remark)", hint: Self.pathHint + " · Ctrl+T includes secrets", text: text,
      purpose: SavePlace.body(of: exchange, includesSecrets: false))
    prompt.alternative = .init(
      title: "Save body, secrets included", hint: Self.pathHint + " · Ctrl+T masks secrets",
      purpose: SavePlace.body(of: exchange, includesSecrets: true))
    if includesSecrets { prompt.toggleAlternative() }
    return [.open(prompt)]
  }

  /// Asks for another path of what was not saved.
  private func promptSaveAgain(_ path: String, in context: PaneContext) -> [PaneOutput] {
    savesMessages ? Self.promptSaveMessages(path, in: context) : promptSave(path, in: context)
  }

  static let pathHint = "Path; ~ is your home"

  private mutating func save(to path: String, in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let effect = effect(saving: live, to: path, in: context) else {
      return []
    }
    lastSave = BodySave(exchange: live.id, path: path, effect: effect)
    return [.effect(.body(effect))]
  }

  private func effect(saving live: LiveExchange, to path: String, in context: PaneContext) -> BodyEffect? {
    if savesMessages { return .saveMessages(live.messages, path: path, overwriting: false) }
    guard let document = shown.document else { return nil }
    let secrets = secrets(in: context)
    guard let includesSecrets = savesSecrets, shown.filtered == nil, let body = shown.body else {
      let remarks = [shown.filtered.map { _ in noun }, secretsRemark(in: context)].compactMap(\.self)
      let remark = remarks.isEmpty ? nil : remarks.joined(separator: ", ")
      return .save(document.body, path: path, overwriting: false, remark: remark)
    }
    return .save(
      body.body, path: path, overwriting: false, restoring: includesSecrets ? secrets : MaskedSecrets(),
      remark: includesSecrets ? "secrets included" : secrets.remark)
  }

  /// Asks what to do about a body that was not saved. The answer applies to that body, whatever is shown by then.
  private func askAboutRefusal(_ refusal: SaveRefusal, in context: PaneContext) -> [PaneOutput] {
    guard let save = lastSave else { return [.failure(refusal.sentence)] }
    let cancel = Confirm.Choice.leave("cancel")
    switch refusal {
    case .failed(let path, _): return [.failure(refusal.sentence)] + promptSaveAgain(path, in: context)
    case .exists(save.path, let isReadOnly):
      let overwrite = Confirm.Choice.letter(
        "o", "overwrite", .effect(.body(save.effect.again(overwriting: true, creatingFolder: false))))
      let confirm = Confirm(
        title: isReadOnly ? "File already exists and is read-only" : "File already exists", text: save.path,
        choices: [overwrite, save.another("choose another name"), cancel])
      return [.open(confirm)]
    case .noFolder(save.path, let folder):
      let create = Confirm.Choice.letter(
        "c", "create it, and write the file", short: "create",
        .effect(.body(save.effect.again(overwriting: false, creatingFolder: true))))
      let confirm = Confirm(
        title: "There is no such folder", text: folder,
        choices: [create, save.another("choose another path"), cancel])
      return [.open(confirm)]
    case .exists, .noFolder: return [.failure(refusal.sentence)]
    }
  }

  func open(in program: OutsideProgram, _ context: PaneContext) -> [PaneOutput] {
    guard let body = shown.document else { return [] }
    let remark = secretsRemark(in: context).map { PaneOutput.information("Opened a copy of the \(noun), \($0)") }
    // Pagers pass the file to other programs, by its extension and through shells.
    let name = Self.plain(suggestedFileName(in: context)) ?? "body.txt"
    return [remark, .effect(.body(.open(body, name: name, program)))].compactMap(\.self)
  }

  /// The file name of what is shown: a filtered body is not named as the whole one.
  private func suggestedFileName(in context: PaneContext) -> String {
    let name = wholeFileName(in: context)
    guard shown.filtered != nil else { return name }
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return stem + "-filtered" + (shown.document?.fileExtension ?? ".txt")
  }

  /// The file name that the response suggests, else one made from the last segment of the URL and the body's type.
  private func wholeFileName(in context: PaneContext) -> String {
    if let message { return "message-\(message.index + 1)" + (shown.document?.fileExtension ?? ".txt") }
    if let name = context.workspace.exchange?.exchange?.outcome.response?.suggestedFileName { return name }
    let url = context.workspace.exchange?.exchange?.timeline.lastOwn?.url ?? ""
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let segment = path.split(separator: "/").dropFirst(2).last.map(String.init) ?? "body"
    let stem = String((Self.plain(segment) ?? "body").prefix(80))
    guard !stem.contains(".") else { return stem }
    return stem + (shown.document?.fileExtension ?? ".txt")
  }

  /// The name reduced to letters, digits and a few marks; `nil` if the result is empty or the name of a hidden file.
  private static func plain(_ name: String) -> String? {
    let plain = name.filter { $0.isLetter || $0.isNumber || "._-".contains($0) }
    return plain.isEmpty || plain.first == "." ? nil : plain
  }
}

/// Why a body was not saved to a file.
package enum SaveRefusal: Equatable, Sendable {
  /// A file of that name exists; it may be read-only.
  case exists(String, isReadOnly: Bool = false)
  /// The folder of the file is missing, and can be created.
  case noFolder(String, folder: String)
  case failed(String, Problem)

  fileprivate var sentence: String {
    switch self {
    case .exists(let path, _): "Not written: \(path) already exists"
    case .noFolder(let path, let folder): "Not written: \(path): there is no folder \(folder)"
    case .failed(_, let problem): problem.sentence
    }
  }
}

/// The last save to a file, for the answer to a question about the file.
struct BodySave: Equatable, Sendable {
  let exchange: ExchangeID
  let path: String
  let effect: BodyEffect

  fileprivate func another(_ label: String) -> Confirm.Choice {
    Confirm.Choice.letter("n", label, .body(.saveAs(path: path, of: exchange)))
  }
}

extension BodyEffect {
  /// The same save, with these permissions.
  fileprivate func again(overwriting: Bool, creatingFolder: Bool) -> BodyEffect {
    switch self {
    case .save(let body, let path, _, _, let secrets, let remark):
      .save(
        body, path: path, overwriting: overwriting, creatingFolder: creatingFolder, restoring: secrets, remark: remark)
    case .saveMessages(let messages, let path, _, _):
      .saveMessages(messages, path: path, overwriting: overwriting, creatingFolder: creatingFolder)
    default: self
    }
  }
}

/// An external program that shows a body.
package enum OutsideProgram: Equatable, Sendable {
  case pager, editor
}

extension PaneOutput {
  static func body(_ message: BodyTab.Message) -> PaneOutput { .tell(message) }
}

extension Event {
  package static func saveRefused(_ refusal: SaveRefusal) -> Event { .message(BodyTab.Message.refused(refusal)) }
}

/// The file that the response of an exchange is saved to.
enum SavePlace: PromptUse {
  /// The body, with or without its secrets; `nil` if it has none.
  case body(of: ExchangeID?, includesSecrets: Bool? = nil)
  /// All messages, as lines of JSON.
  case messages(of: ExchangeID?)

  func output(_ text: String) -> PaneOutput {
    switch self {
    case .body(let id, let includesSecrets): .body(.save(path: text, of: id, includesSecrets: includesSecrets))
    case .messages(let id): .body(.saveMessages(path: text, of: id))
    }
  }
  var accepting: String { "write" }
  var pathHints: (new: String, existing: String)? { Self.writtenPath }
  var appliesToSubject: Bool { true }
}
