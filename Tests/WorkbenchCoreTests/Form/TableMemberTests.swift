import RequestModel
import Testing

@testable import WorkbenchCore

/// Tables whose rows have more than a name and a value.
@Suite struct TableMemberTests {
  private func app(_ options: JSONObject) -> Harness {
    var app = Harness.shop(columns: 120, rows: 50)
    var request = SavedRequest.list
    request.options = RequestOptions(document: options)
    app.open("shop/list.json", request)
    app.press("2 ]]]]")
    return app
  }

  private func certificates(_ app: Harness) -> JSONValue? {
    app.bench.workspace.request?.options.document["certificates"]
  }

  private static let row: JSONObject = [
    "certificates": [
      ["name": "*.shop.example", "clientCertificate": "me.pem", "clientPassphrase": "hunter2", "x-own": 1]
    ]
  ]

  @Test func everyMemberOfACertificateHasARowAndThePassphraseIsMasked() {
    let app = app(Self.row)
    for text in [
      "✓ *.shop.example", "    Client cert     me.pem", "    Client key      not set", "    Passphrase      ••••••",
      "    CA bundle       not set",
    ] { app.expectOnScreen(text) }
    app.expectNotOnScreen("hunter2")
  }

  @Test func aMemberIsEditedClearedAndTheOthersStay() {
    var app = app(Self.row)
    // The first rows are: host, certificate, key, passphrase, bundle, add.
    app.press("j j j e key.pem <Enter>")
    #expect(
      certificates(app) == [
        [
          "name": "*.shop.example", "clientCertificate": "me.pem", "clientPassphrase": "hunter2", "x-own": 1,
          "clientKey": "key.pem",
        ]
      ])
    app.press("k d")
    #expect(
      certificates(app) == [
        ["name": "*.shop.example", "clientPassphrase": "hunter2", "x-own": 1, "clientKey": "key.pem"]
      ])
  }

  @Test func aNewHostHasNoValueAndTabLeadsThroughItsMembers() {
    var app = app([:])
    app.press("a a.test <Tab> me.pem <Tab> me.key <Enter>")
    #expect(
      certificates(app) == [["name": "a.test", "clientCertificate": "me.pem", "clientKey": "me.key"]])
  }

  @Test func aRowIsAddedToTheTableOfTheSelectedRow() {
    var app = app(["resolve": [["name": "a.test", "value": "127.0.0.1"]]])
    app.press("j a b.test <Tab> ::1 <Enter>")
    #expect(
      app.bench.workspace.request?.options.document["resolve"]
        == [["name": "a.test", "value": "127.0.0.1"], ["name": "b.test", "value": "::1"]])
    #expect(app.bench.workspace.request?.options.document["connectTo"] == nil)
  }

  @Test func aChoiceWithoutADefaultCanBeTakenBack() {
    var app = app([:])
    for _ in 0..<12 { app.press("<Down>") }
    app.expectOnScreen("Min TLS           ‹ not set ›")
    app.press("<Space>")
    #expect(app.bench.workspace.request?.options.document == ["minTLS": "1.0"])
    app.press("h")
    #expect(app.bench.workspace.request?.options.document == [:])
    app.press("e")
    app.expectOnScreen("not set")
  }

  @Test func aFileOfAFormShowsItsTypeAndName() {
    var app = Harness.shop(columns: 120, rows: 30)
    var request = SavedRequest.list
    request.body = .multipart([Parameter("b", "2"), Parameter(document: ["name": "cat", "file": "cat.png"])])
    app.open("shop/list.json", request)
    app.press("2 ]]")
    app.expectOnScreen("    Type       not set")
    app.press("G k k e image/png <Enter>")
    #expect(
      app.bench.workspace.request?.body?.rows("multipart").last?.document
        == ["name": "cat", "file": "cat.png", "type": "image/png"])
  }

  @Test func theNamesOfAnInheritedTableAreShown() {
    var app = Harness.folder("shop/orders", columns: 120)
    var scope = RequestContext.shop
    scope.folders[0].options = RequestOptions(document: Self.row)
    app.receive(.workspace(.scope("shop/orders/folder.json", scope)))
    app.press("2 ]]]] z G")
    app.expectOnScreen("Certificates by host")
    app.expectOnScreen("*.shop.example")
  }
}
