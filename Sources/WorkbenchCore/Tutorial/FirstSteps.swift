import TerminalUI

/// The first steps, shown if there is no request yet.
enum FirstSteps {
  static let paste = "Paste a curl command or a URL anywhere: it becomes a request."

  private static let steps = [
    ("collections.activate", "first steps"), ("collections.new", "new request"),
    ("collections.newFolder", "new folder"),
    ("collections.import", "import"), ("workspaces.open", "other folder"), ("help.open", "help"),
  ]

  /// Draws the keys of the first steps.
  static func draw(in area: Rect, _ keys: KeyMap, _ canvas: inout Canvas) {
    let named = steps.map { (key: keys.name(of: $0.0), label: $0.1) }
    let width = named.reduce(0) { max($0, $1.key.columns) }
    for (row, step) in named.prefix(area.rows).enumerated() {
      canvas.write(
        step.key, column: area.column, row: area.row + row, style: Style(.key, bold: true), limit: area.columns)
      canvas.write(
        step.label, column: area.column + width + 2, row: area.row + row, style: Style(.label),
        limit: area.columns - width - 2)
    }
    let room = area.rows - named.count - 1
    guard room > 0, area.columns > 0 else { return }
    for (row, line) in paste.wrapped(to: area.columns).prefix(room).enumerated() {
      canvas.write(line, column: area.column, row: area.row + named.count + 1 + row, style: Style(.hint))
    }
  }

  static let picker = Picker(
    title: "First steps",
    items: [
      item("Tutorial", "ten requests that explain themselves, with a server on this machine", .run("app.tutorial")),
      item("New request", "in the open folder", .run("collections.new")),
      item("Import", "a file, folder or URL: Postman, Insomnia, Bruno, OpenAPI, HAR, curl …", .run("import.open")),
      item("Paste", "the curl command, URL or file that the clipboard has", .tell(ImportRequest.start(.clipboard))),
      item("Open another folder", "a workspace, recent or not", .run("workspaces.open")),
      item("Help", "all keys of where you are", .run("help.open")),
    ])

  private static func item(_ title: String, _ detail: String, _ action: PaneOutput) -> Picker.Item {
    Picker.Item(title: title, detail: detail, whyUnavailable: nil, action: action)
  }
}

extension Command {
  static let firstSteps = [
    Command(
      "app.firstSteps", "First steps", "Try the tutorial, create, import or paste a request, or open another folder.",
      keywords: "welcome start begin onboarding introduction getting started",
      in: .everywhere, keys: [], opensField: true, run: { $0.route(.overlay(.picker(FirstSteps.picker))) }),
    Command(
      "app.tutorial", "Tutorial", "Open ten requests that explain themselves, with a server for them on this machine.",
      keywords: "learn lesson guide demo introduction example",
      in: .everywhere, keys: [], run: { _ in [.program(.openTutorial)] }),
  ]
}
