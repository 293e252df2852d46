import Foundation
import RequestModel
import TerminalUI

@testable import WorkbenchCore

extension Screen {
  private static let docs = """
    # List orders

    ```http
    GET {{base}}/orders/:id?page=1
    ```

    Lists the *newest* orders first, **ten** a page; see [the guide](https://shop.test/guide). Needs a `token`.

    1. Log in
    2. Ask for a page
       - the last one is shorter

    > Archived orders are left out.

    **Query**

    | Name | Value | Description |
    | --- | --- | --- |
    | page | 1 | Which page, counted from 1 |
    | archived | true | optional: includes orders that are older than a year and were closed by the shop |

    **Response 200 found**

    ```json
    { "id": 42, "paid": true, "note": null, "items": ["A-1"] }
    ```
    """

  static let overlays = [
    Screen("palette", keys: ":"),
    Screen("palette-search", keys: ": save"),
    Screen("help", keys: "?"),
    Screen("help-response", keys: "3 ?"),
    Screen("help-search", keys: "? / undo"),
    Screen("environments", keys: "v"),
    Screen("variables") { app in
      app.receive(.workspace(.scope("shop/list.json", .shop)))
      app.press("<F3>")
    },
    Screen("docs") { app in
      app.press("B")
      app.receive(.docs("shop/list.json", docs))
    },
    Screen("docs-search") { app in
      app.press("B")
      app.receive(.docs("shop/list.json", docs))
      app.press("/ order")
    },
    Screen("move", keys: "g m"),
    Screen("prompt-new", keys: "n"),
    Screen("prompt-rename", keys: "r"),
    Screen("prompt-save-body") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 w")
    },
    Screen("prompt-variable") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 j g V")
    },
    Screen("copy") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 j g y")
    },
    Screen("confirm-quit", keys: "e <Path> /x <Esc> q"),
    Screen("confirm-overwrite-file") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3 w <C-u> /tmp/a.json <Enter>")
      app.receive(.saveRefused(.exists("/tmp/a.json")))
    },
    Screen("confirm-changed-file") { app in
      app.press("e <Path> /x <C-s>")
      app.receive(.workspace(.changedOnDisk("shop/list.json")))
    },
    Screen("confirm-read-only") { app in
      app.press("e <Path> /x <C-s>")
      app.receive(.workspace(.readOnly("shop/list.json", overwriting: false)))
    },
    Screen("confirm-discard") { app in
      app.press("e <Path> /x <Esc> 1")
      var tree = CollectionTree.shop
      tree.nodes.remove(at: 3)
      app.receive(.workspace(.diskChanged(tree, files: [])))
      app.press("d")
    },
    Screen("consent") { app in
      app.press("<F5>")
      guard let id = app.sentID else { return }
      app.receive(.exchange(id, .refused(.init([.file("/home/me/.ssh/id"), .environmentVariable("TOKEN")]))))
    },
  ]

  static let notices = [
    Screen("notice-information") { $0.receive(.notice(Notice(.information, "Nothing has changed"))) },
    Screen("notice-success") { $0.receive(.notice(Notice(.success, "Saved shop/list.json"))) },
    Screen("notice-failure") { $0.receive(.notice(Notice(.failure, "The clipboard is not there"))) },
  ]

  static let tiny = [
    Screen("tiny-collections", keys: "1").at(small, smaller, smallest),
    Screen("tiny-form", keys: "2").at(small, smaller),
    Screen("tiny-consent") { app in
      app.press("<F5>")
      guard let id = app.sentID else { return }
      app.receive(.exchange(id, .refused(.init([.scripts]))))
    }.at(small, smaller),
    Screen("tiny-response") { app in
      app.sendAndAnswer { .answered($0) }
      app.press("3")
    }.at(small, smaller),
    Screen("tiny-palette", keys: ":").at(small, smaller),
    Screen("tiny-confirm", keys: "e <Path> /x <Esc> q").at(small, smaller),
  ]

  private static let small = Size(columns: 60, rows: 16)
  private static let smaller = Size(columns: 40, rows: 10)
  private static let smallest = Size(columns: 19, rows: 5)
}
