import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

// Several workspaces.
extension Screen {
  static let workspaces = [
    program("workspaces") { $0.press("<C-o>") },
    Screen("workspaces-alone") { size in
      var app = ProgramHarness(["/home/ada/shop"], columns: size.columns, rows: size.rows)
      app.load("/home/ada/shop")
      app.press("<C-o>")
      return app.shown
    },
    program("workspaces-filter") { $0.press("<C-o> bil") },
    program("workspaces-missing") { $0.press("<C-o> old") },
    program("workspaces-path") { app in
      app.press("<C-o> ~/w")
      app.receive(.completedFolder("~/w", by: "~/work", folders: ["~/work", "~/workshops"]))
      app.press("<Down>")
    },
    program("workspaces-second") { $0.press("<C-o> <Enter>") },
    program("workspaces-close") { $0.press("<C-o> <Enter> <C-o> <C-x>") },
    program("workspaces-quit") { $0.press("<C-o> <Enter> q") },
  ]

  /// Two open workspaces: the first has an unsaved edit and a running request.
  private static func program(_ name: String, _ change: @escaping @Sendable (inout ProgramHarness) -> Void) -> Screen {
    Screen(name) { size in
      var app = ProgramHarness.loaded(columns: size.columns, rows: size.rows)
      app.receive(
        .recents([
          RecentWorkspace(root: "/home/ada/work/billing", requests: 128),
          RecentWorkspace(root: "/srv/teams/platform/collections", requests: 1_024),
          RecentWorkspace(root: "/home/ada/work/old", isMissing: true),
        ]))
      app.press("e <Path> /x <Esc> <F5>")
      change(&app)
      return app.shown
    }.at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12))
  }
}
