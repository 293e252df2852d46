import RequestModel
import TerminalUI

// The settings screen: a list of all settings, then the values of one.
extension Workbench {
  static let settingsTitle = "Settings"

  mutating func openSettings() -> [Effect] {
    route(.overlay(.picker(Picker(title: Self.settingsTitle, items: settingItems, staysOpen: true))))
  }

  /// All settings with their values, after what is wrong with the file.
  var settingItems: [Picker.Item] {
    let problems = settings.findings.map { finding in
      Picker.Item(
        title: "settings.json:\(finding)", detail: "⏎ opens the file", whyUnavailable: nil,
        action: .effect(.program(.editSettings)), help: "settings.json:\(finding)")
    }
    let items = Settings.paths.compactMap { path -> Picker.Item? in
      guard let field = Settings.field(at: path) else { return nil }
      let section = path.count > 1 ? (Settings.field(at: [path[0]])?.label ?? "") + " · " : ""
      let entries = path.count == 1 ? settings[path[0]]?.object?.members.count : nil
      let text = entries.map { $0 == 1 ? "1 entry" : "\($0) entries" } ?? settings.text(at: path)
      return Picker.Item(
        title: section + field.label, detail: text.isEmpty ? "–" : text, whyUnavailable: nil,
        action: .chooseSetting(path), help: field.help)
    }
    let file = Picker.Item(
      title: "Edit settings.json", detail: "in $EDITOR; comments are allowed", whyUnavailable: nil,
      action: .effect(.program(.editSettings)))
    return problems + items + [file]
  }

  /// Shows the values to choose from, or asks for one. What is written as JSON is edited in the file.
  mutating func chooseSetting(_ path: [String]) -> [Effect] {
    guard let field = Settings.field(at: path) else { return [] }
    if path == ["theme"] { return chooseTheme() }
    if case .json = field.type { return [.program(.editSettings)] }
    guard let choices = field.choices else {
      var prompt = Prompt(title: field.label, hint: field.help, text: settings.text(at: path), purpose: .setting(path))
      prompt.hint = field.help
      return route(.overlay(.prompt(prompt)))
    }
    let current = settings.text(at: path)
    let items = choices.map { choice in
      Picker.Item(
        title: (choice == current ? "✓ " : "  ") + (choice.isEmpty ? "default" : choice), detail: "",
        whyUnavailable: nil,
        action: .set(path, (try? field.value(of: choice)) ?? nil))
    }
    let selected = choices.firstIndex(of: current) ?? 0
    return route(.overlay(.picker(Picker(title: field.label, items: items, selected: selected))))
  }

  mutating func chooseTheme() -> [Effect] {
    let own = (settings["themes"]?.object?.keys ?? []).map { ($0, "of your settings") }
    let names =
      [("auto", "the terminal's colours, for its background")] + ThemeColours.all.map { ($0.name, $0.summary) }
    let current = settings.text(at: ["theme"])
    let items = (names + own).map { name, summary in
      Picker.Item(
        title: (name == current ? "✓ " : "  ") + name, detail: summary, whyUnavailable: nil,
        action: .set(["theme"], name == "auto" ? nil : .string(name)), preview: .previewTheme(name))
    }
    let selected = (names + own).firstIndex { $0.0 == current } ?? 0
    var picker = Picker(title: "Theme", items: items, selected: selected)
    picker.whenLeft = [.previewTheme(nil)]
    return route(.overlay(.picker(picker)))
  }
}
