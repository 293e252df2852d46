import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  static let imports = [
    wide("import-prompt", keys: "A ~/shop"),
    wide("import-argument") { app in
      app.press(":")
      app.type("import shop.json")
    },
    wide("import-reading") { $0.startImport("shop.json") },
    wide("import-contents") { $0.showImport() },
    wide("import-notes") { app in
      app.showImport()
      app.press("<Tab>")
    },
    wide("import-existing") { app in
      app.showImport(
        .shop(existing: ["Shop/collection.json", "Shop/Orders/List.json", "Shop/environments/staging.json"]))
    },
    wide("import-keeping-both") { app in
      app.showImport(.shop(existing: ["Shop/collection.json"]))
      app.press("b")
      app.receive(.imported(1, .ready(.shop(target: "team", places: ["Shop 2", "workspace.json"]))))
    },
    wide("import-nothing-left-out") { $0.showImport(.shop(notes: [])) },
    wide("import-environment") { $0.showImport(.environment) },
    wide("import-target") { app in
      app.showImport(.environment)
      app.press("t")
    },
    wide("import-failed") { app in
      app.startImport("shop.json")
      app.receive(.imported(1, .failed(Problem("Cannot import shop.json: 12:3 — expected a comma or \"}\""))))
    },
    wide("import-done") { app in
      app.showImport()
      let notice = "Imported 3 requests, 1 folder into Shop — u removes it; 2 values in your secrets; 4 notes: :notes"
      app.receive(.imported(1, .done(InterchangeSummary(notice: notice, title: "Import of shop.json", notes: []))))
    },
    wide("export-format", keys: ": export <Enter>"),
    wide("export-place", keys: ": export <Enter> postman <Enter>"),
    wide("import-notes-again") { app in
      let summary = InterchangeSummary(
        notice: "Imported 3 requests into Shop", title: "Import of shop.json", notes: ImportPreview.notes)
      app.receive(.imported(0, .done(summary)))
      app.press(": notes <Enter>")
    },
  ]

  /// A state at three sizes, the smallest too.
  static func wide(_ name: String, _ change: @escaping @Sendable (inout Harness) -> Void) -> Screen {
    Screen(name, change).at(
      Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12))
  }

  private static func wide(_ name: String, keys: String) -> Screen { wide(name) { $0.press(keys) } }
}
