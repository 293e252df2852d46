import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  /// The tables of the form, in step with the URL.
  static let tables = [
    table("url-typed", keys: "e <End> &sort=name&{{trace}}=1#top"),
    table("url-parameter-typed", keys: "2 <Down> <Down> <Down> <Down> e 5"),
    table("description-typed", keys: "2 <Down> <Down> <Down> l e !"),
    table("row-added", keys: "2 a na"),
    table("bulk-edit", keys: "2 b <Down>"),
    table("bulk-edit-error", keys: "2 ] b <Enter> broken"),
    Screen("table-file-picker") { app in
      app.show(keys: "2 ]] <Down> <Down> gf") { $0.body = .file("img/cat.png", type: nil) }
      let query = FolderQuery(file: "shop/list.json", path: "img/")
      let entries = [
        FolderListing.Entry("small", isFolder: true), FolderListing.Entry("cat.png", size: 48_213),
        FolderListing.Entry("日本.jpg", size: 1_234_567),
      ]
      app.receive(
        .workspace(.listed(FolderListing(query, folder: "/home/ada/collections/shop/img", entries: entries))))
    }.atAllSizes,
    Screen("table-docs-link") { app in
      app.press("B")
      app.receive(
        .docs(
          "shop/list.json",
          "# Orders\n\nSee [the guide](https://shop.example/guide) or <https://shop.example/api>.\n\n- [a](b.json)"))
      app.press("<Tab> <Tab>")
    }.atAllSizes,
    closed("xml", "application/xml", "<a b=\"{{base}}\">\n  <!-- c\n d -->\n</a>"),
    Screen("form-checks") { app in
      app.show(keys: "2 gk") { request in
        request.checks = [
          ["query": "status", "predicate": "equals", "value": 200],
          [
            "query": "jsonpath", "expression": "$.orders", "filters": ["count"], "predicate": "greaterOrEqual",
            "value": "{{least}}", "description": "enough of them",
          ],
          ["query": "header", "expression": "Content-Type", "predicate": "contains", "value": "json", "hard": true],
          ["query": "duration", "predicate": "less", "value": 500, "off": true],
        ]
        request.set(
          "captures",
          to: [["name": "token", "query": "jsonpath", "expression": "$.token", "scope": "environment", "secret": true]])
      }
    }.atAllSizes,
    Screen("form-check-mistakes") { app in
      app.show(keys: "2 gk <Down>") { request in
        request.checks = [
          ["query": "stauts", "value": 200], ["query": "body", "predicate": "isType", "value": "strnig"],
          ["query": "jsonpath", "expression": "$.a[", "off": true],
        ]
        request.set("captures", to: [["name": "token", "query": "jsonpath", "expression": "$.["]])
      }
    }.atAllSizes,
    Screen("form-check-typed") { $0.show(keys: "2 gk a st <Tab> <Tab> be") { $0.checks = [] } }.atAllSizes,
    Screen("form-scripts") { app in
      app.show(keys: "2 gs") {
        $0.set(
          "scripts",
          to: [
            "preRequest": "pm.variables.set('trace', pm.variables.replaceIn('{{$guid}}'));",
            "postResponse": [
              "// What every list has", "pm.test('ok', () => {", "  pm.response.to.have.status(200);", "});",
            ],
          ])
      }
    }.atAllSizes,
    closed("javascript", "text/javascript", "const a = `b\nc` // d"),
  ]

  private static func table(_ name: String, keys: String) -> Screen {
    Screen("table-" + name) { app in
      app.show(keys: keys) {
        $0.url = "{{base}}/orders/:order/:none?raw=%2C"
        $0.pathParameters = [Parameter("order", "42")]
        $0.query[0].document["description"] = "Which page, from 1"
      }
    }.atAllSizes
  }

  private static func closed(_ name: String, _ type: String, _ text: String) -> Screen {
    Screen("body-" + name) { $0.show(keys: "2 ]] <Down>") { $0.body = .text(text, type: type) } }
  }
}

extension SavedRequest {
  /// Sets a member of the file.
  fileprivate mutating func set(_ name: String, to value: JSONValue) {
    var document = document
    document[name] = value
    if let request = try? SavedRequest(document: document) { self = request }
  }
}
