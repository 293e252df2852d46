import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

// The list of everything.
extension Screen {
  static let goTo = [
    goTo("go-to", keys: "<C-p>"),
    goTo("go-to-words", keys: "<C-p> or"),
    goTo("go-to-commands", keys: "<C-p> >sav"),
    goTo("go-to-environments", keys: "<C-p> @"),
    Screen("go-to-history") { app in
      app.press("<C-p> #ord")
      app.receive(
        .history(
          .found(
            4,
            [
              .sample("https://shop.example/orders?page=1"),
              .sample("https://shop.example/orders/7", id: 8, status: 404),
            ])))
    }.atAllSizes,
  ]

  private static func goTo(_ name: String, keys: String) -> Screen {
    Screen(name) { (app: inout Harness) in
      var uses = UseTable()
      uses.add("file:shop/remove.json", at: Date(timeIntervalSince1970: 1_000_000))
      app.receive(.workspace(.uses(uses)))
      app.press(keys)
    }.atAllSizes
  }

  var atAllSizes: Screen {
    at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12))
  }
}

// Tabs of requests.
extension Screen {
  static let tabs = [
    Screen("tabs") { $0.openTabs() }.atAllSizes,
    Screen("tabs-unsaved") { app in
      app.openTabs()
      app.press("2 e <Path> /x <Enter>")
    }.atAllSizes,
  ]
}

extension Harness {
  /// Keeps two requests and looks at a third.
  fileprivate mutating func openTabs() {
    press("<C-t> <Down>")
    open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders"))
    press("<C-t> <C-p> create <Enter>")
    open("shop/orders/create.json", .create)
  }
}
