/// The first steps, shown if there is no request yet.
enum FirstSteps {
  static let paste = "Paste a curl command or a URL anywhere: it becomes a request."

  private static let first = [("collections.activate", "first steps"), ("collections.new", "new request")]
  private static let others = [
    ("collections.newFolder", "new folder"), ("collections.import", "import"), ("workspaces.open", "other folder"),
    ("help.open", "help"),
  ]

  /// Draws the keys of the first steps, or those beside a first request that is listed.
  static func draw(in area: Rect, _ keys: KeyMap, hasRequest: Bool = false, _ canvas: inout Canvas) {
    guard area.rows > 0 else { return }
    let steps = (hasRequest ? [("palette.open", "all commands")] : first) + others
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
    let lines = paste.wrapped(to: area.columns).prefix(room)
    canvas.write(lines: lines, column: area.column, row: area.row + named.count + 1, style: Style(.hint))
  }

  /// Suggestions for a new request that was not sent, in a folder without files also the tutorial.
  static func next(_ keys: KeyMap, _ verb: String, isFirst: Bool) -> [[Span]] {
    let palette = keys.name(of: "palette.open")
    let tutorial = [Span("\(palette) tutorial", .key), Span(" opens requests that explain themselves", .hint)]
    return [
      [Span(notYet(verb), .hint)], [],
      [
        Span("⏎", .key), Span(" in the URL or ", .hint), Span(keys.name(of: "request.send"), .key),
        Span(" \(verb)s\(verb == "send" ? " it" : "")", .hint),
      ],
      [Span(keys.name(of: "request.save"), .key), Span(" saves it under a name", .hint)],
      [Span("Paste", .key), Span(" a curl command or URL: another request", .hint)],
    ] + (isFirst ? [tutorial] : [])
  }

  static func notYet(_ verb: String) -> String { verb == "connect" ? "Not connected yet" : "Not sent yet" }

  static let picker = Picker(
    title: "First steps",
    items: [
      item("Tutorial", "twelve self-explanatory requests and a local server", .run("app.tutorial")),
      item("New request", "type its URL, ⏎ sends it", .run("collections.new")),
      item("Import", "a file, folder or URL: Postman, Insomnia, Bruno, OpenAPI, HAR, curl …", .run("import.open")),
      item("Paste", "a curl command, URL or file from the clipboard", .tell(ImportRequest.start(.clipboard))),
      item("Open another folder", "a recent workspace or any folder", .run("workspaces.open")),
      item("Help", "all keys of the current pane", .run("help.open")),
    ])

  private static func item(_ title: String, _ detail: String, _ action: PaneOutput) -> Picker.Item {
    Picker.Item(title: title, detail: detail, action: action)
  }
}

extension Command {
  static let firstSteps = [
    Command(
      "app.firstSteps", "First steps", "Try the tutorial, create, import or paste a request, or open another folder.",
      keywords: "welcome start begin onboarding introduction getting started",
      in: .everywhere, keys: [], opensField: true, run: { $0.route(.open(FirstSteps.picker)) }),
    Command(
      "app.tutorial", "Tutorial", "Open twelve self-explanatory requests and a local server for them.",
      keywords: "learn lesson guide demo introduction example",
      in: .everywhere, keys: [], run: { _ in [.program(.openTutorial)] }),
  ]
}
