import RequestModel
import TerminalUI

@testable import WorkbenchCore

// Search and replace in files.
extension Screen {
  static let search = [
    Screen("search-files") { Harness.found(columns: $0.columns, rows: $0.rows) }.atAllSizes,
    Screen("search-files-replace") { size in
      var app = Harness.found(replacing: "store", columns: size.columns, rows: size.rows)
      app.press("<Tab> j <Space>")
      return app
    }.atAllSizes,
    Screen("search-files-problems") { (app: inout Harness) in
      app.press("g / shop <Tab> x")
      var result = SearchResult.sample
      result.files[1].whyReadOnly = "the file is read-only"
      result.unread = [
        UnreadFile("broken.json", "/collections/broken.json:1:3 — expected a name in quotes"),
        UnreadFile("shop/orders/odd.json", "/collections/shop/orders/odd.json:1:1 — expected a value"),
      ]
      result.hasBases = true
      app.receive(.searched(app.searches.last?.number ?? 0, .found(result)))
    }.atAllSizes,
    Screen("search-files-none") { (app: inout Harness) in
      app.press("g / shop")
      app.receive(.searched(app.searches.last?.number ?? 0, .found(SearchResult())))
    }.atAllSizes,
  ]
}
