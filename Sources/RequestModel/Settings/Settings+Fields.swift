// The settings. The file, its schema, the settings screen and the reference are based on these declarations.
extension Settings {
  package static let fields = [
    Field(
      "theme", "Theme",
      "The colours: auto follows the terminal's background; anything else names a built-in theme, or one of yours.",
      defaultValue: "auto"),
    Field(
      "themes", "Themes",
      "Your own themes: a base, and the colours that differ, such as #ff8800, 208 or red.", .json()),
    Field(
      "colours", "Colours", "How many colours are used; auto uses what the terminal has.",
      .choice(["auto", "none", "16", "256"]), defaultValue: "auto"),
    Field(
      "plain", "Plain screen",
      "One pane at a time, as text without lines, with the cursor on the selected row: for screen readers and braille.",
      .flag, defaultValue: false),
    Field(
      "motion", "Motion",
      "How often the clock of a running request is refreshed: ten times a second, or once if motion is reduced.",
      .choice(["full", "reduced"]), defaultValue: "full"),
    Field(
      "keys", "Keys", "The keys of commands, by their names: [\"F5\", \"Ctrl+R\"]. An empty list removes all.",
      .json()),
    Field(
      "layout", "Layout", "Where the panes are. Keys and the mouse change it until the layout is reset.",
      .object([
        Field(
          "response", "Response", "Where the response is; auto puts it beside the request from 160 columns on.",
          .choice(["auto", "below", "beside"]), defaultValue: "auto"),
        Field(
          "sidebar", "Sidebar", "Whether the sidebar is shown while other panes have the focus.", .flag,
          defaultValue: true),
        Field("sidebarColumns", "Sidebar columns", "The width of the sidebar.", .number(.columns)),
        Field(
          "requestRows", "Request rows", "The request's percentage of the rows, if the response is below it.",
          .number(.percent)),
        Field(
          "requestColumns", "Request columns", "The request's percentage of the columns, if the response is beside it.",
          .number(.percent)),
      ])),
    Field(
      "notices", "Notices", "How to report the end of a long request while another window has the focus.",
      .object([
        Field(
          "show", "Show", "A bell, a desktop notification (through the terminal), or off.",
          .choice(["off", "bell", "desktop"]), defaultValue: "bell"),
        Field("after", "After", "Seconds after which a request counts as long.", .number(.seconds), defaultValue: 10),
        .flag("always", "Always", "Whether to notify even if the terminal has the focus, or does not report it."),
      ])),
    Field(
      "editor", "Editor", "How text is edited.",
      .object([
        Field("command", "Command", "The editor that E opens. Default: $VISUAL, $EDITOR or vi."),
        .flag("vim", "Vim keys", "Whether text fields have modes and keys like vim."),
      ])),
    Field("pager", "Pager", "The program that shows bodies one page at a time. Default: $PAGER or less."),
    Field(
      "history", "History", "Limits of history. Without a limit, everything is kept.",
      .object([
        Field("count", "Exchanges", "The number of exchanges that are kept.", .number(.positive)),
        Field("days", "Days", "The number of days for which exchanges are kept.", .number(.positive)),
        Field("size", "Size", "The size of history on disk: bytes, or text such as 2G.", .json()),
      ])),
    Field(
      "secrets", "Secrets", "Where the values of secrets are kept, and a command that prints them.",
      .object([
        Field(
          "place", "Place",
          "The Secret Service of the desktop, or a file that only you can read. Default: the Secret Service if there is one.",
          .choice(["secret-service", "file"])),
        Field(
          "command", "Command",
          "A command that prints a value: [\"pass\", \"show\", \"work/{collection}/{name}\"]. Asks first if it lacks {collection}.",
          .json()),
      ])),
    Field(
      "cookies", "Cookies", "What is kept of cookies.",
      .object([
        Field(
          "session", "Session",
          "Whether session cookies, which have no expiry, are kept when the program ends. Applies from the next start.",
          .flag, defaultValue: true)
      ])),
    Field(
      "scripts", "Scripts", "What scripts of requests may load.",
      .object([Field("packages", "Packages", "A folder of JavaScript packages that scripts may require.")])),
  ]
}

extension NumberRule {
  fileprivate static let seconds = setting("seconds from 0 to 86400", 0...86_400, isWhole: false)
  fileprivate static let columns = setting("a whole number from 16 to 200", 16...200)
  fileprivate static let percent = setting("a whole number from 10 to 90", 10...90)
  fileprivate static let positive = setting("a whole number from 1", 1...1e12)

  private static func setting(_ advice: String, _ range: ClosedRange<Double>, isWhole: Bool = true) -> NumberRule {
    NumberRule(range, isWhole: isWhole, noun: "number", advice: advice, not: advice)
  }
}
