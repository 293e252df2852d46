import BodyDocument
import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  static let all =
    start + collections + form + folders + bodies + auth + sending + response + conversations + history + overlays
    + variables
    + cookies + logins + imports + git + workspaces + notices + tiny + editing + keys + layouts + tables + goTo + tabs
    + search + runs + completion + guide

  private static let start = [
    Screen("start-loading") { Harness(columns: $0.columns, rows: $0.rows) },
    Screen("start-empty") {
      var app = Harness(columns: $0.columns, rows: $0.rows)
      app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
      return app
    },
    Screen("start-first-request") { Harness.shop($0) },
    Screen("start-drafts") {
      var app = Harness(columns: $0.columns, rows: $0.rows)
      app.receive(
        .workspace(
          .drafts([:], withoutFile: ["shop/lost.json": .request(.list), "gone/deep/lost.json": .request(.list)])))
      app.receive(.workspace(.loaded(.shop)))
      return app
    },
  ]

  private static let collections: [Screen] = [
    Screen("collections-folder", keys: "<Up>"),
    Screen("collections-unfolded", keys: "<Up> <Enter>"),
    Screen("collections-filter", keys: "/ cre"),
    Screen("collections-filter-no-match", keys: "/ nothing"),
    Screen("collections-broken-file") { app in
      app.press("<Down> <Down>")
      app.receive(.workspace(.opened("shop/odd.json", .failure(Problem("shop/odd.json:1:2 — expected a value")))))
    },
    Screen("collections-unsaved", keys: "e <Path> /x <Esc>"),
    Screen("collections-changed-on-disk") { app in
      app.press("e <Path> /x <Esc>")
      app.receive(.workspace(.diskChanged(.shop, files: ["shop/list.json"])))
    },
    Screen("collections-file-gone") { app in
      var tree = CollectionTree.shop
      tree.nodes.remove(at: 3)
      app.receive(.workspace(.diskChanged(tree, files: [])))
    },
  ]

  private static let form = [
    Screen("form-params", keys: "2 <Down>"),
    Screen("form-path") { $0.show(.create, keys: "2 <Down>") },
    Screen("form-headers", keys: "2 ]"),
    Screen("form-options", keys: "2 ]]]] <Down>"),
    Screen("form-options-set") { app in
      app.show(keys: "2 ]]]] <Down>") {
        $0.options.timeout = 12
        $0.options.followsRedirects = false
        $0.options.maxRedirects = 3
        $0.options.verifiesTLS = false
        $0.options.httpVersion = .http2
      }
    },
    Screen("form-options-invalid", keys: "2 ]]]] <Down> e soon <Enter>"),
    Screen("form-certificates") { app in
      app.show(keys: "2 ]]]] z <Down> <Down>") {
        $0.options = RequestOptions(document: [
          "certificates": [
            ["name": "*.shop.example", "clientCertificate": "me.pem", "clientPassphrase": "hunter2"]
          ], "resolve": [["name": "shop.example", "value": "127.0.0.1"]],
        ])
      }
    },
    Screen("form-unresolved") { app in
      app.show(keys: "2") {
        $0.url = "{{base}}/{{shop}}/orders"
        $0.headers.append(Parameter("X-Trace", "{{trace}}"))
      }
    },
    Screen("form-variable-at-cursor") { app in
      app.show(keys: "") { $0.url = "{{base}}/orders" }
      app.receive(.workspace(.scope("shop/list.json", .shop)))
      app.press("e <Home>")
    },
    Screen("form-docs") { $0.show(keys: "2 ]]]]]") { $0.docs = "Lists the orders.\n\nNewest first." } },
    Screen("form-zoomed", keys: "2 z"),
    Screen("editing-url", keys: "e <Path> /x"),
    Screen("editing-parameter", keys: "2 a name <Tab> value"),
    Screen("editing-text") { $0.show(keys: "2 ]] G e !") { $0.body = .text("one\ntwo", type: nil) } },
    Screen("editing-choice", keys: "2 ]] <Down> e"),
  ]

  private static let folders = [
    folder("overview", "shop", keys: "2"), folder("variables", "shop", keys: "2 ] <Down>"),
    folder("headers", "shop", keys: "2 ]]"), folder("auth", "shop", keys: "2 ]]] <Down>"),
    folder("inner-overview", "shop/orders", keys: "2"), folder("inner-variables", "shop/orders", keys: "2 ] <Down>"),
    folder("inner-headers", "shop/orders", keys: "2 ]]"), folder("inner-auth", "shop/orders", keys: "2 ]]] <Down>"),
    folder("options", "shop", keys: "2 ]]]] <Down>"),
    Screen("folder-inner-options") { size in
      var app = Harness.folder("shop/orders", columns: size.columns, rows: size.rows)
      var scope = RequestContext.shop
      scope.folders[0].options = RequestOptions(document: [
        "timeout": 20, "proxy": "http://proxy.test:3128", "proxyPassword": "hunter2",
        "certificates": [["name": "*.shop.example", "clientCertificate": "me.pem"]],
      ])
      app.receive(.workspace(.scope("shop/orders/folder.json", scope)))
      app.press("2 ]]]] G")
      return app
    },
    folder("unsaved", "shop/orders", keys: "2 e Orders <Enter>"),
  ]

  private static func folder(_ name: String, _ folder: Address, keys: String) -> Screen {
    Screen("folder-\(name)") { size in
      var app = Harness.folder(folder, columns: size.columns, rows: size.rows)
      app.press(keys)
      return app
    }
  }

  private static let bodies: [Screen] = [
    body("none", nil),
    body("json", .json(["sku": "A-1", "quantity": 2, "note": "{{name}}"])),
    body("text", .text("plain\ntext", type: "text/x-own")),
    body("text-broken-json", .text("{", type: "application/json")),
    body("form", .form([Parameter("a", "1"), Parameter("b", "2", off: true)])),
    body("multipart", .multipart([Parameter("b", "2"), Parameter(document: ["name": "cat", "file": "cat.png"])])),
    body("file", .file("cat.png", type: "image/png")),
    body("graphql", .graphql(query: "{\n  a\n}", variables: ["x": 1])),
  ]

  private static func body(_ name: String, _ body: RequestBody?) -> Screen {
    Screen("body-\(name)") { $0.show(keys: "2 ]] <Down>") { $0.body = body } }
  }

  private static let auth: [Screen] =
    [
      auth("inherit", nil),
      auth("none", RequestAuth.none),
      auth("basic", .basic(username: "ada", password: "hunter2")),
      auth("bearer", .bearer(token: "t0ken")),
      auth("header", .header(name: "X-Api-Key", value: "{{key}}")),
      Screen("editing-secret") { app in
        app.show(keys: "2 ]]] <Down> <Down> <Down> e") { $0.auth = .basic(username: "ada", password: "hunter2") }
      },
    ] + newAuth

  /// The kinds right after they are chosen.
  private static let newAuth = AuthKind.all.filter { ![.none, .basic, .bearer, .header].contains($0) }.map {
    auth($0.name, RequestAuth($0))
  }

  private static func auth(_ name: String, _ auth: RequestAuth?) -> Screen {
    Screen("auth-\(name)") { $0.show(keys: "2 ]]] <Down>") { $0.auth = auth } }
  }
}

extension Harness {
  /// Opens a request in the place of the first one, then presses keys.
  mutating func show(_ request: SavedRequest, keys: String) {
    open("shop/list.json", request)
    press(keys)
  }

  mutating func show(keys: String, _ change: (inout SavedRequest) -> Void) {
    var request = SavedRequest.list
    change(&request)
    show(request, keys: keys)
  }
}
