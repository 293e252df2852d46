import RequestModel
package import TerminalUI

/// A dialog or list drawn over the panes.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case prompt(Prompt)
  case confirm(Confirm)
  case help(HelpScreen)
  case text(TextScreen)
  case docs(DocsScreen)
  case table(TableScreen)
  case importing(ImportScreen)
  case merging(MergeScreen)
  case workspaces(WorkspacesScreen)
  case keys(KeyTester)
  case files(FilePicker)
  case goTo(GoToScreen)
  case search(SearchScreen)
  case run(RunForm)

  /// Its keys in the footer, besides Escape.
  var hints: [(key: String, label: String)] {
    switch self {
    case .text(let screen): screen.choices.map { ($0.key.description, $0.label) }
    case .table(let table): table.hints
    case .importing(let screen): screen.hints
    case .docs: [("/", "find")]
    case .merging(let screen): screen.hints
    case .workspaces(let screen): screen.hints
    case .goTo(let screen): screen.hints
    case .search(let screen): screen.hints
    case .run(let form): form.hints
    case .picker, .prompt, .confirm, .help, .keys: []
    case .files: FilePicker.hints
    }
  }

  mutating func update(_ event: OverlayEvent, on screen: Size) -> OverlayOutcome {
    if case .key(.control("c")) = event { return .closed(cancelOutputs) }
    switch self {
    case .picker(var picker):
      defer { self = .picker(picker) }
      return picker.update(event, on: screen)
    case .prompt(var prompt):
      defer { self = .prompt(prompt) }
      return prompt.update(event)
    case .confirm(var confirm):
      defer { self = .confirm(confirm) }
      return confirm.update(event, on: screen)
    case .help(var help):
      defer { self = .help(help) }
      return help.update(event, on: screen)
    case .text(var text):
      defer { self = .text(text) }
      return text.update(event, on: screen)
    case .docs(var docs):
      defer { self = .docs(docs) }
      return docs.update(event, on: screen)
    case .table(var table):
      defer { self = .table(table) }
      return table.update(event, on: screen)
    case .importing(var importing):
      defer { self = .importing(importing) }
      return importing.update(event, on: screen)
    case .merging(var merging):
      defer { self = .merging(merging) }
      return merging.update(event, on: screen)
    case .workspaces(var workspaces):
      defer { self = .workspaces(workspaces) }
      return workspaces.update(event, on: screen)
    case .keys(var tester):
      defer { self = .keys(tester) }
      return tester.update(event)
    case .files(var files):
      defer { self = .files(files) }
      return files.update(event, on: screen)
    case .goTo(var goTo):
      defer { self = .goTo(goTo) }
      return goTo.update(event, on: screen)
    case .search(var search):
      defer { self = .search(search) }
      return search.update(event, on: screen)
    case .run(var form):
      defer { self = .run(form) }
      return form.update(event, on: screen)
    }
  }

  /// What follows Ctrl+C, which closes it. A dialog of a run stops the run.
  private var cancelOutputs: [PaneOutput] {
    switch self {
    case .confirm(let confirm): confirm.whenCancelled ?? confirm.whenLeft
    case .prompt(let prompt): prompt.purpose.whenCancelled
    default: endOutputs
    }
  }

  /// What ends with it.
  var endOutputs: [PaneOutput] {
    switch self {
    case .picker(let picker): picker.whenLeft
    case .confirm(let confirm): confirm.whenLeft
    case .prompt(let prompt): prompt.purpose.whenLeft
    case .keys: [.effect(.traceKeys(false))]
    case .search(let search): search.endOutputs
    default: []
    }
  }

  /// Whether it takes the key that sends.
  var takesSend: Bool {
    switch self {
    case .goTo, .run: true
    default: false
    }
  }

  /// The exchange that waits for the login that this is about.
  var login: ExchangeID? {
    switch self {
    case .confirm(let confirm): return confirm.login
    case .prompt(let prompt): if case .login(let id) = prompt.purpose { return id }
    case .picker, .help, .text, .docs, .table, .importing, .merging, .workspaces, .keys, .files, .goTo, .search, .run:
      break
    }
    return nil
  }

  func draw(into canvas: inout Canvas) {
    switch self {
    case .picker(let picker): picker.draw(into: &canvas)
    case .prompt(let prompt): prompt.draw(into: &canvas)
    case .confirm(let confirm): confirm.draw(into: &canvas)
    case .help(let help): help.draw(into: &canvas)
    case .text(let text): text.draw(into: &canvas)
    case .docs(let docs): docs.draw(into: &canvas)
    case .table(let table): table.draw(into: &canvas)
    case .importing(let screen): screen.draw(into: &canvas)
    case .merging(let screen): screen.draw(into: &canvas)
    case .workspaces(let screen): screen.draw(into: &canvas)
    case .keys(let tester): tester.draw(into: &canvas)
    case .files(let picker): picker.draw(into: &canvas)
    case .goTo(let screen): screen.draw(into: &canvas)
    case .search(let screen): screen.draw(into: &canvas)
    case .run(let form): form.draw(into: &canvas)
    }
  }
}

/// An event for the top overlay.
package enum OverlayEvent: Sendable {
  case key(Key)
  case paste(String)
  /// Mouse wheel, in rows.
  case scrolled(Int)
}

package enum OverlayOutcome: Equatable, Sendable {
  case stays([PaneOutput] = [])
  /// - Parameter appliesToSubject: Whether the outputs apply to the subject shown when the overlay was opened.
  case closed([PaneOutput], appliesToSubject: Bool = false)
}
