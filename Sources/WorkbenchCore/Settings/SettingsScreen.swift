// The settings screen: a list of all settings, then the values of one.
extension Settings {
  static let listTitle = "Settings"

  fileprivate func open() -> [PaneOutput] {
    [.open(Picker(title: Self.listTitle, items: items, staysOpen: true))]
  }

  /// All settings with their values, after the mistakes in the file.
  var items: [Picker.Item] {
    let problems = findings.map { finding in
      Picker.Item(
        title: "settings.json:\(finding)", detail: "⏎ opens the file",
        action: .effect(.program(.editSettings)), help: "settings.json:\(finding)", choosing: Self.opening)
    }
    let all = Settings.paths.compactMap { path -> Picker.Item? in
      guard let field = Settings.field(at: path) else { return nil }
      let section = path.count > 1 ? (Settings.field(at: [path[0]])?.label ?? "") + " · " : ""
      let entries = path.count == 1 ? self[path[0]]?.object?.members.count : nil
      let value = entries.map { $0 == 1 ? "1 entry" : "\($0) entries" } ?? text(at: path)
      return Picker.Item(
        title: section + field.label, detail: value.isEmpty ? "–" : value,
        action: .tell(SettingsRequest.choose(path)), help: field.help, choosing: Self.choosing(path, field))
    }
    let file = Picker.Item(
      title: "Edit settings.json", detail: "in $EDITOR; comments are allowed",
      action: .effect(.program(.editSettings)), choosing: Self.opening)
    return problems + all + [file]
  }

  private static let opening = "open in $EDITOR"

  /// The footer's label of Enter on a setting.
  private static func choosing(_ path: [String], _ field: Field) -> String {
    if path == ["theme"] { return "choose" }
    if case .json = field.type { return opening }
    return field.choices == nil ? "edit" : "choose"
  }

  /// Shows the values to choose from, or asks for one. Settings written as JSON are edited in the file.
  fileprivate func choose(_ path: [String]) -> [PaneOutput] {
    guard let field = Settings.field(at: path) else { return [] }
    if path == ["theme"] { return chooseTheme() }
    if case .json = field.type { return [.effect(.program(.editSettings))] }
    guard let choices = field.choices else {
      let value = SettingValue(path: path)
      return [.open(Prompt(title: field.label, hint: field.help, text: text(at: path), purpose: value))]
    }
    let current = text(at: path)
    let items = choices.map { choice in
      Picker.Item(
        title: (choice == current ? "✓ " : "  ") + (choice.isEmpty ? "default" : choice),
        action: .setting(path, to: (try? field.value(of: choice)) ?? nil))
    }
    let selected = choices.firstIndex(of: current) ?? 0
    return [.open(Picker(title: field.label, items: items, selected: selected))]
  }

  fileprivate func chooseTheme() -> [PaneOutput] {
    let own = (self["themes"]?.object?.keys ?? []).map { ($0, "of your settings") }
    let names =
      [("auto", "the terminal's colours, for its background")] + ThemeColours.all.map { ($0.name, $0.summary) }
    let current = text(at: ["theme"])
    let items = (names + own).map { name, summary in
      Picker.Item(
        title: (name == current ? "✓ " : "  ") + name, detail: summary,
        action: .setting(["theme"], to: name == "auto" ? nil : .string(name)), preview: .previewTheme(name))
    }
    let selected = (names + own).firstIndex { $0.0 == current } ?? 0
    var picker = Picker(title: "Theme", items: items, selected: selected)
    picker.whenLeft = [.previewTheme(nil)]
    return [.open(picker)]
  }
}

package struct SettingsScreen: Feature {
  package static let commands = [
    PaneCommand<SettingsScreen>(
      "settings.open", "Settings", "Change settings: theme, keys, editor, limits.",
      keywords: "preferences options configuration config keybindings editor", keys: [.character(",")],
      run: { _, context in context.workspace.settings.open() }),
    PaneCommand<SettingsScreen>(
      "settings.theme", "Theme", "Choose the colours.",
      keywords: "colours colors dark light mode scheme appearance style change", keys: [],
      run: { _, context in context.workspace.settings.chooseTheme() }),
  ]
}

/// Requests of screens to the settings.
enum SettingsRequest: FeatureMessage, Equatable {
  /// Asks for the value of a setting.
  case choose([String])

  func apply(to screen: inout SettingsScreen, in context: PaneContext) -> [PaneOutput] {
    switch self {
    case .choose(let path): context.workspace.settings.choose(path)
    }
  }
}

extension PaneOutput {
  /// Sets a setting, or removes it, by its names from the root.
  static func setting(_ path: [String], to value: JSONValue?) -> PaneOutput { .effect(.program(.set(path, value))) }

  /// Uses a theme without setting it; `nil` restores the set one.
  static func previewTheme(_ name: String?) -> PaneOutput { .effect(.program(.previewTheme(name))) }
}

struct SettingValue: PromptUse {
  let path: [String]

  var accepting: String { "set" }
  func output(_ text: String) -> PaneOutput {
    do throws(FieldProblem) {
      return .setting(path, to: try Settings.value(of: text, at: path))
    } catch {
      return .failure(error.sentence)
    }
  }
  var acceptsNothing: Bool { true }
}
