import BodyDocument
import RequestModel
import TerminalUI

extension Workbench {
  mutating func handleInOverlay(_ key: Key) -> [Effect] {
    guard let top = overlays.last else { return [] }
    if key == .function(5), let send = Command.named("request.send") {
      overlays = []
      return isOverlayStale ? refuseStaleOverlay() : run(send)
    }
    if case .help(let help) = top, key != .control("c") { return handle(key, in: help) }
    if key == .escape || key == .control("c") {
      overlays.removeLast()
      return []
    }
    switch top {
    case .picker(let picker): return handle(key, in: picker)
    case .prompt(let prompt): return handle(key, in: prompt)
    case .confirm(let confirm):
      guard let choice = confirm.choice(for: key) else { return [] }
      overlays.removeLast()
      return perform(choice.action)
    case .help(let help): return handle(key, in: help)
    }
  }

  /// Whether something else is shown than when the overlay was opened, such as after a file was deleted meanwhile.
  private var isOverlayStale: Bool { workspace.subject != overlaySubject }

  private mutating func refuseStaleOverlay() -> [Effect] {
    notice = Notice(.information, "Another row is selected now: nothing was done")
    return []
  }

  private mutating func handle(_ key: Key, in picker: Picker) -> [Effect] {
    guard key == .enter else {
      var picker = picker
      picker.handle(key, on: size)
      overlays[overlays.count - 1] = .picker(picker)
      return []
    }
    guard let item = picker.selected else {
      guard picker.allowsOther, !picker.editor.text.isEmpty else { return [] }
      overlays.removeLast()
      return isOverlayStale ? refuseStaleOverlay() : perform(.method(picker.editor.text.uppercased()))
    }
    if let reason = item.whyUnavailable {
      notice = Notice(.information, reason)
      return []
    }
    overlays.removeLast()
    return isOverlayStale ? refuseStaleOverlay() : perform(item.action)
  }

  private mutating func handle(_ key: Key, in prompt: Prompt) -> [Effect] {
    guard key == .enter else {
      var prompt = prompt
      if case .saveBody(let includes?) = prompt.purpose, key == .control("t") {
        prompt = savePrompt(prompt.editor, includesSecrets: !includes)
      } else {
        _ = prompt.editor.handle(key)
      }
      overlays[overlays.count - 1] = .prompt(prompt)
      return []
    }
    let text = prompt.editor.text.filter { !$0.isNewline }
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    overlays.removeLast()
    if prompt.purpose.actsOnWhatIsShown, isOverlayStale { return refuseStaleOverlay() }
    switch prompt.purpose {
    case .create(let item, let folder): return [files(.create(item, in: folder, name: text))]
    case .rename(let address): return [files(.rename(address, to: text))]
    case .saveBody(let includesSecrets):
      responsePane.savesSecrets = includesSecrets
      return saveBody(to: text, overwriting: false)
    case .variable(let value, let isSecret): return setVariable(text, value, isSecret: isSecret)
    }
  }

  private mutating func handle(_ key: Key, in help: HelpScreen) -> [Effect] {
    var help = help
    let isOpen = help.handle(key, on: size)
    if isOpen { overlays[overlays.count - 1] = .help(help) } else { overlays.removeLast() }
    return []
  }

  /// The wheel moves the list on top; the panes below it stay as they are.
  mutating func scrollOverlay(by rows: Int) {
    switch overlays.last {
    case .help(var help):
      help.scroll(by: rows, on: size)
      overlays[overlays.count - 1] = .help(help)
    case .picker(var picker):
      picker.move(by: rows, on: size)
      overlays[overlays.count - 1] = .picker(picker)
    case .prompt, .confirm, nil: break
    }
  }

  private mutating func perform(_ action: Picker.Action) -> [Effect] {
    switch action {
    case .command(let name): return Command.named(name).map { run($0) } ?? []
    case .environment(let name):
      guard let scope = workspace.scope else { return [] }
      workspace.chosenEnvironments[scope.collection] = name ?? ""
      notice = Notice(.success, name.map { "Environment \($0)" } ?? "No environment")
      return [remember()]
    case .method(let method): return editDraft { $0.method = method }
    case .setting(let setting, let value): return change(setting, to: value)
    case .moveInto(let address, let folder): return [files(.move(address, into: folder))]
    case .copy(let text, let what): return [.copy(text, what: what)]
    case .compare(let id): return compare(with: id)
    }
  }

  private mutating func perform(_ action: Confirm.Action) -> [Effect] {
    switch action {
    case .dismiss: return []
    case .quit: return [remember(), .quit]
    case .saveAllAndQuit:
      quitsWhenSaved = Set(workspace.unsaved)
      return saveAll()
    case .delete(let address): return [files(.delete(address))]
    case .overwrite(let address):
      guard let draft = workspace.drafts[address] else { return [] }
      return [files(.save(address, draft.current, overwriting: true))]
    case .saveReadOnly(let address, let overwriting):
      guard let draft = workspace.drafts[address] else { return [] }
      return [files(.save(address, draft.current, overwriting: overwriting, evenReadOnly: true))]
    case .reload(let address): return [files(.open(address))]
    case .allow(let sources, let order, let forGood): return allow(sources, order, forGood: forGood)
    case .discardEdits(let address): return discardEdits(of: address)
    case .overwriteFile(let path):
      return saveBody(to: path, overwriting: true)
    case .saveBodyAs(let path): return promptSaveBody(path)
    }
  }

  func files(_ effect: FileEffect) -> Effect { .files(workspace.id, effect) }

  func remember() -> Effect {
    files(
      .remember(
        environments: workspace.chosenEnvironments, selection: selectedNode?.address, filters: filterHistory.suffix(100)
      ))
  }

  // MARK: Opening

  mutating func openPalette() -> [Effect] {
    let scope = scope
    let rank: (Command) -> Int = { $0.scope == scope ? 0 : $0.scope == .everywhere ? 1 : 2 }
    let commands = Command.all.sorted { rank($0) < rank($1) }
    let items = commands.map { command in
      Picker.Item(
        title: command.title, detail: command.keys.map(\.description).joined(separator: " "),
        whyUnavailable: rank(command) == 2 ? "in \(command.scope.title)" : command.whyUnavailable(self),
        action: .command(command.name))
    }
    overlays.append(.picker(Picker(title: "Commands", items: items)))
    return []
  }

  mutating func openHelp() -> [Effect] {
    overlays.append(.help(HelpScreen(scope: scope)))
    return []
  }

  mutating func openEnvironments() -> [Effect] {
    let environments = workspace.scope?.environments ?? []
    let none = Picker.Item(title: "No environment", detail: "", whyUnavailable: nil, action: .environment(nil))
    let items = environments.map { environment in
      let names = environment.variables.prefix(4).map(\.name).joined(separator: ", ")
      let mark = environment.name == workspace.environment ? "✓ " : "  "
      return Picker.Item(
        title: mark + environment.name, detail: "sets \(names)", whyUnavailable: nil,
        action: .environment(environment.name))
    }
    let selected = environments.firstIndex { $0.name == workspace.environment } ?? items.count
    overlays.append(.picker(Picker(title: "Environment", items: items + [none], selected: selected)))
    return []
  }

  mutating func prompt(_ item: NewItem) -> [Effect] {
    // A collection in a collection would inherit nothing from it: new ones stand side by side.
    let folder = item == .collection ? Address("") : selectedFolder
    let place = folder.path.isEmpty ? "the workbench's folder" : folder.path
    overlays.append(
      .prompt(
        Prompt(
          title: "New \(item.rawValue)", hint: "Its name; it goes into \(place)", purpose: .create(item, in: folder))))
    return []
  }

  mutating func promptRename() -> [Effect] {
    guard let node = selectedNode else { return [] }
    overlays.append(
      .prompt(
        Prompt(
          title: "Rename \(node.title)", hint: "The file is renamed too", text: node.title,
          purpose: .rename(node.address))))
    return []
  }

  mutating func openMove() -> [Effect] {
    guard let node = selectedNode else { return [] }
    let folders = [Address("")] + workspace.tree.nodes.filter(\.isFolder).map(\.address)
    let items = folders.filter { !$0.isInside(node.address) && $0 != node.address.parent || node.address.path.isEmpty }
      .map { folder in
        Picker.Item(
          title: folder.path.isEmpty ? "/" : folder.path, detail: "", whyUnavailable: nil,
          action: .moveInto(node.address, folder: folder))
      }
    overlays.append(.picker(Picker(title: "Move \(node.title) into", items: items)))
    return []
  }
}

extension Command.Scope {
  var title: String {
    switch self {
    case .everywhere: "everywhere"
    case .collections: "collections"
    case .history: "history"
    case .request: "the request"
    case .response: "the response"
    }
  }
}
