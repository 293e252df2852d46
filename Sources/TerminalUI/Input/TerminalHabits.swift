/// Keys that the terminal, or a multiplexer in it, does not pass on, or sends like other keys.
///
/// Detected from the environment variables of these programs. Over ssh, all but `TERM` are those of the remote machine.
package struct TerminalHabits: Equatable, Sendable {
  package struct Habit: Equatable, Sendable {
    package let keys: [Key]
    /// A description of what happens to these keys, and advice.
    package let remark: String
  }

  /// The programs between the keyboard and this one, such as `tmux in kitty`.
  package let name: String
  package let habits: [Habit]

  /// - Parameter tmuxPrefix: The prefix keys reported by tmux, in its notation, such as `C-b`.
  package init(environment: [String: String], tmuxPrefix: [String] = []) {
    let multiplexer = Self.multiplexer(environment, tmuxPrefix)
    let terminal = Self.terminal(environment)
    let isRemote = environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
    name =
      [multiplexer?.name, terminal?.name ?? "TERM=" + (environment["TERM"] ?? "")].compactMap(\.self)
      .joined(separator: " in ") + (isRemote ? ", over ssh" : "")
    habits = (multiplexer?.habits ?? []) + (terminal?.habits ?? [])
  }

  /// The remark on a key; `nil` if nothing is known about it.
  package func remark(on key: Key) -> String? { habits.first { $0.keys.contains(key) }?.remark }

  // MARK: What is known

  private typealias Known = (name: String, habits: [Habit])

  private static func multiplexer(_ environment: [String: String], _ tmuxPrefix: [String]) -> Known? {
    if environment["TMUX"] != nil {
      let named = tmuxPrefix.compactMap(Key.init(tmux:))
      let prefixes = named.isEmpty ? [.control("b")] : named
      return (
        "tmux",
        prefixes.map { Habit(keys: [$0], remark: "is tmux's prefix: press it twice") } + [
          Habit(keys: [.controlEnter], remark: "needs \"set -g extended-keys on\" in tmux.conf")
        ]
      )
    }
    guard environment["STY"] != nil else { return nil }
    return (
      "GNU screen",
      [
        Habit(keys: [.control("a")], remark: "is the prefix of GNU screen: press Ctrl+A a"),
        Habit(keys: [.controlEnter], remark: "arrives as ⏎ in GNU screen"),
      ]
    )
  }

  private static func terminal(_ environment: [String: String]) -> Known? {
    if environment["KITTY_WINDOW_ID"] != nil { return ("kitty", []) }
    if environment["WT_SESSION"] != nil { return ("Windows Terminal", [fullScreen(.altEnter, .function(11))]) }
    if environment["KONSOLE_VERSION"] != nil { return ("Konsole", [fullScreen(.function(11)), plainEnter]) }
    if environment["VTE_VERSION"] != nil {
      return (
        environment["GNOME_TERMINAL_SCREEN"] == nil ? "a terminal with VTE" : "GNOME Terminal",
        [
          Habit(keys: [.function(1)], remark: "may open the help of this terminal"),
          Habit(keys: [.function(10)], remark: "may open the menu of this terminal"),
          Habit(
            keys: (1...9).map { .alt(Character(String($0))) },
            remark: "switches tabs of this terminal, if it has several"),
          fullScreen(.function(11)), plainEnter,
        ]
      )
    }
    if let known = program(environment["TERM_PROGRAM"]) { return known }
    if environment["XTERM_VERSION"] != nil { return ("xterm", [fullScreen(.altEnter)]) }
    if environment["TERM"] == "linux" {
      return (
        "the Linux console",
        [plainEnter, Habit(keys: [.altLeft, .altRight], remark: "switches consoles")]
      )
    }
    return nil
  }

  private static let plainEnter = Habit(keys: [.controlEnter], remark: "arrives as ⏎ in this terminal")

  private static func fullScreen(_ keys: Key...) -> Habit {
    Habit(keys: keys, remark: "makes this terminal fill the screen")
  }

  /// - Parameter name: The value of `TERM_PROGRAM`.
  private static func program(_ name: String?) -> Known? {
    switch name {
    case "iTerm.app":
      return ("iTerm2", [Habit(keys: [], remark: "Alt needs \"Esc+\" for the Option key, in Profiles, Keys")])
    case "Apple_Terminal":
      return (
        "Terminal",
        [plainEnter, Habit(keys: [], remark: "Alt needs \"Use Option as Meta key\", in Profiles, Keyboard")]
      )
    case "WezTerm": return ("WezTerm", [fullScreen(.altEnter)])
    case "ghostty": return ("Ghostty", [fullScreen(.controlEnter)])
    case "vscode":
      return (
        "Visual Studio Code",
        [
          Habit(
            keys: [.function(1), .function(5), .function(10), .function(11), .control("p")],
            remark: "is taken by Visual Studio Code: see terminal.integrated.commandsToSkipShell"), plainEnter,
        ]
      )
    default: return nil
    }
  }
}

extension Key {
  /// Parses tmux's notation: `C-b`, `M-x`, `F12`.
  fileprivate init?(tmux name: String) {
    let name =
      name.hasPrefix("C-") ? "Ctrl+" + name.dropFirst(2) : name.hasPrefix("M-") ? "Alt+" + name.dropFirst(2) : name
    self.init(name: name)
  }
}
