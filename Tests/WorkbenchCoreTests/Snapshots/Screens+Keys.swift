import RequestModel
import TerminalUI

@testable import WorkbenchCore

// Keys and settings.
extension Screen {
  private static let settingsText = """
    {
      "theme": "dusk",
      "keys": { "request.send": ["F5", "Ctrl+R"], "request.fly": "F9" }
    }
    """

  static let keys = [
    Screen("keys-following", keys: "2 g"),
    Screen("keys-number", keys: "<A-1> 2"),
    Screen("keys-jump", keys: ";"),
    Screen("keys-tester") { app in
      app.receive(
        .terminal(TerminalHabits(environment: ["TMUX": "x", "TERM": "tmux-256color"], tmuxPrefix: ["C-b"])))
      for (bytes, key) in [("\u{1B}[15~", "<F5>"), ("\u{2}", "<C-b>"), ("j", "j"), ("g", "g")] {
        app.receive(.input(.bytes(Array(bytes.utf8))))
        app.press(key)
      }
    },
    Screen("settings", keys: ","),
    Screen("settings-problems") { app in
      app.bench.apply(Settings(Array(settingsText.utf8)))
      app.press(",")
    },
    Screen("settings-value", keys: ", motion <Enter>"),
    Screen("settings-theme") { app in
      app.press(": theme <Enter>")
    },
  ].map { $0.at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)) }
}
