import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  /// Texts under edit.
  static let editing = [
    text(
      "selection", "{\n  \"name\": \"{{base}}\",\n\t\"日本\": [1, true] // why\n}", "<Down> <S-Down> <S-Right> <S-Right>"),
    text("find", "{\n  \"one\": 1,\n  \"once\": \"one\"\n}", "<C-f> on <Enter> <Tab> x"),
    text("vim", "{\n  \"one\": 1,\n  \"two\": 2\n}", "<Esc> : vim <Enter> e gg j V j"),
    text("vim-command", "{\n  \"one\": 1\n}", "<Esc> : vim <Enter> e gg :%s/one/two"),
    text("json-error", "{\n  \"one\": 1,\n  \"two\" 2\n}", ""),
    text(
      "long-line", "[" + (0..<400).map { "{\"id\": \($0), \"name\": \"n\($0)\"}" }.joined(separator: ", ") + "]",
      "<End>"),
    text("graphql", "query Q($id: ID!) {\n  # one\n  user(id: $id) { name, ...F }\n}", "", type: "application/graphql"),
    text(
      "xml", "<?xml version=\"1.0\"?>\n<a b=\"c &amp; d\">\n  <!-- e\n f -->\n  <g/>{{base}}\n</a>", "",
      type: "application/xml"),
    text("javascript", "// a\nconst b = `c\nd` + f(1.5, \"e\") /* g */", "", type: "text/javascript"),
    text("folded", "{\n  \"a\": {\n    \"b\": [\n      1\n    ]\n  },\n  \"c\": 2\n}", "<Down> <A-z>"),
    text("form", "a=1&b=%C3%A9&{{base}}=x", "", type: "application/x-www-form-urlencoded"),
  ]

  /// The lists of what can be typed.
  static let completion = [
    Screen("completion-header") { app in
      app.show(keys: "2 ] a acc <Down>") { $0.headers = [] }
    },
    Screen("completion-variable") { app in
      app.receive(.workspace(.scope("shop/list.json", .shop)))
      app.press("e <Home> {{")
    },
  ].map(\.atAllSizes)

  private static func text(
    _ name: String, _ text: String, _ keys: String, type: String = "application/json"
  ) -> Screen {
    Screen("text-" + name) { app in
      app.show(keys: "2 ]] z G e") { $0.body = .text(text, type: type) }
      app.press("<C-Home>")
      app.press(keys)
    }.at(Size(columns: 160, rows: 48), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12))
  }
}
