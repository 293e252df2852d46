// Commands chosen from a list run whichever pane has the focus.
extension Command {
  /// Shows and focuses its pane, then runs it.
  func choose(in bench: inout Workbench) -> [Effect] {
    if let reason = whyNotShown(in: bench) { return bench.route(refusal(for: reason, in: bench)) }
    let wasShown = isShown(in: bench)
    let effects = showPane(in: &bench)
    guard wasShown || whenHidden != .awaitsRow else {
      return effects
        + bench.route(.information("Select a row first, then press \(bench.keys.name(of: name)): \(title)"))
    }
    return effects + bench.run(self)
  }

  /// The state of a command in a list.
  struct Choice {
    /// Why it cannot run; `nil` for commands of hidden panes, which report it once their pane is shown.
    var whyNotChosen: String?
    /// The dialog that the list offers instead.
    var offer: PaneOutput?
  }

  /// The choices of commands in the same order. Commands of a pane share its context.
  static func choices(among commands: [Command], in bench: Workbench) -> [Choice] {
    var contexts: [Scope: PaneContext] = [:]
    return commands.map { command in
      let context = contexts[command.scope] ?? bench.context(command.scope)
      contexts[command.scope] = context
      return command.choice(in: bench, context)
    }
  }

  private func choice(in bench: Workbench, _ context: PaneContext) -> Choice {
    if let reason = whyNotShown(in: bench) { return Choice(whyNotChosen: reason) }
    guard isShown(in: bench) else { return Choice() }
    if reveal != nil {
      var copy = bench
      _ = showPane(in: &copy)
      return Choice(whyNotChosen: whyUnavailable(in: copy))
    }
    guard let obstacle = obstacle(in: bench, context) else { return Choice() }
    return Choice(whyNotChosen: bench.keys.text(obstacle), offer: offer(against: obstacle, in: bench))
  }

  /// Its keys in a list, after its place if that has not the focus.
  func detail(in bench: Workbench) -> String {
    let names = bench.keys.keys(of: self).map(\.description).joined(separator: " ")
    guard scope != .everywhere, scope != bench.scope else { return names }
    return "in \(scope.title)" + (names.isEmpty ? "" : " · \(names)")
  }

  private func isShown(in bench: Workbench) -> Bool { scope == .everywhere || bench.shownPanes.contains(scope) }

  /// Why its pane cannot be shown for it.
  private func whyNotShown(in bench: Workbench) -> String? {
    guard !isShown(in: bench) else { return nil }
    if scope == .response, case .response = bench.neighbours {
      return "No response is shown: open a result of \(bench.leftPane.title) first, or Esc returns to the request"
    }
    guard let opener = scope.opener.flatMap(Command.named) else { return nil }
    if let reason = opener.whyUnavailable(in: bench) { return reason }
    return whenHidden == .refuses
      ? "Not open: \(bench.keys.name(of: opener.name)) opens \(scope.title)" : nil
  }

  private func showPane(in bench: inout Workbench) -> [Effect] {
    guard scope != .everywhere, scope != bench.scope || reveal != nil else { return [] }
    var effects: [Effect] = []
    if !isShown(in: bench) { effects += openPane(in: &bench) }
    effects += bench.focus(scope.place)
    // A pane computes its rows for its new size first.
    effects += bench.update(scope, .changed)
    reveal?(&bench)
    return effects
  }

  private func openPane(in bench: inout Workbench) -> [Effect] {
    if let opener = scope.opener.flatMap(Command.named) { return bench.run(opener) }
    let effects = bench.commit()
    return effects + bench.show(scope.place == .sidebar ? scope : .collections)
  }
}

// Why a command cannot run, and what would change that.
extension Command {
  /// Why it cannot run now, with names of commands in braces. Commands of the request would change a hidden form.
  func obstacle(in bench: Workbench) -> String? { obstacle(in: bench, bench.context(scope)) }

  /// The same with the context of its scope, which lists create once for all commands.
  func obstacle(in bench: Workbench, _ context: PaneContext) -> String? {
    (name.hasPrefix("request.") ? bench.whyCovered : nil) ?? reason(bench, context)
  }

  /// The same, with the keys of those commands.
  func whyUnavailable(in bench: Workbench) -> String? { obstacle(in: bench).map(bench.keys.text) }

  /// Explains why it cannot run: in a dialog if typed text may follow its key.
  func refusal(for obstacle: String, in bench: Workbench) -> PaneOutput {
    guard opensField else { return .information(bench.keys.text(obstacle)) }
    return offer(against: obstacle, in: bench)
      ?? .refusal(title, Self.remedy(in: obstacle)?.fact ?? bench.keys.text(obstacle))
  }

  /// The dialog that offers what makes it available; `nil` if nothing known does.
  private func offer(against obstacle: String, in bench: Workbench) -> PaneOutput? {
    guard let (fact, remedy) = Self.remedy(in: obstacle) else { return nil }
    guard let next = remedy.obstacle(in: bench) else { return .refusal(title, fact, remedy: remedy) }
    // An obstacle to the remedy comes first.
    guard let (cause, first) = Self.remedy(in: next), first.obstacle(in: bench) == nil else { return nil }
    return .refusal(title, cause == fact ? fact : "\(fact). \(cause)", remedy: first)
  }
}

extension Picker {
  /// The command palette, with the commands of the focused pane first.
  static func commands(in bench: Workbench) -> Picker {
    let scope = bench.scope
    let rank: (Command) -> Int = { $0.scope == scope ? 0 : $0.scope == .everywhere ? 1 : 2 }
    let commands = Command.listed.sorted { rank($0) < rank($1) }
    let items = zip(commands, Command.choices(among: commands, in: bench)).map { command, choice in
      Item(
        title: command.title, detail: command.detail(in: bench), whyUnavailable: choice.whyNotChosen,
        action: .choose(command.name), offer: choice.offer, word: command.word, keywords: command.keywords)
    }
    let (usable, others) = (items.filter { $0.whyUnavailable == nil }, items.filter { $0.whyUnavailable != nil })
    var picker = Picker(title: "Commands", items: usable + others)
    picker.choosing = "run"
    return picker
  }
}

/// Opens the command palette with a text that was typed elsewhere.
struct CommandSearch: Message, Equatable {
  let text: String

  func deliver(to bench: inout Workbench) -> [Effect] {
    var picker = Picker.commands(in: bench)
    picker.editor = TextEditor(text)
    return bench.route(.open(picker))
  }
}
