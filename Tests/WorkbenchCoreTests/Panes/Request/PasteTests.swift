import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Pastes outside of text fields, and of commands into the URL.
@Suite struct PasteTests {
  private static let curl = "curl -X POST https://shop.example/orders \\\n  -H 'Accept: */*'\n"

  private static func job(_ text: String) -> ImportJob { ImportJob(1, .text(text), collection: "shop") }

  @Test(arguments: [
    curl, "$ curl https://a.example", "https://shop.example/orders?page=1", #"{"info": {}}"#, "openapi: 3.1.0\n",
    "GET http://a.example HTTP/1.1", "fetch('/a')",
  ])
  func whatMayBeARequestIsReadForTheSelectedFolder(text: String) {
    for (keys, folder) in [("", "shop"), ("<Up>", "shop/orders"), ("2", "shop"), ("3", "shop"), ("H", "shop")] {
      var app = Harness.shop()
      app.press(keys)
      app.receive(.input(.paste(text)))
      #expect(app.effects.last == .imports(.paste(Self.job(text), .folder(Address(folder)))), "\(keys)")
      app.expectOnScreen("Reading the pasted text…")
    }
  }

  @Test(arguments: ["", " \n ", "qqq", "ddd\u{3}\nnew"]) func plainTextIsRefusedAtOnce(text: String) {
    var app = Harness.shop()
    app.receive(.input(.paste(text)))
    #expect(app.effects.isEmpty)
    app.expectOnScreen("No field is open")
  }

  @Test func textThatIsInNoFormatIsRefusedToo() {
    var app = Harness.shop()
    app.receive(.input(.paste("a: b")))
    app.receive(.imported(1, .unknown))
    app.expectOnScreen("No field is open")
  }

  @Test func aDocumentIsOfferedAsAnImport() {
    var app = Harness.shop()
    app.receive(.input(.paste("{}")))
    app.receive(.imported(1, .offered(Self.job("{}"), .shop())))
    app.expectOnScreen("Postman collection · the pasted text")
    app.press("<Enter>")
    #expect(app.effects == [.imports(.write(Self.job("{}")))])
  }

  @Test func whatWasPastedIsNewRequestsInTabsUntilUndone() throws {
    var app = Harness.shop()
    app.press("3")
    app.receive(.input(.paste(Self.curl)))
    let summary = InterchangeSummary(notice: "Pasted 2 requests", title: "Paste", notes: [])
    app.receive(.imported(1, .pasted([.create, .list], in: "shop", summary)))
    app.expectOnScreen("Pasted 2 requests")
    #expect(app.bench.focusedPane == .request && app.bench.requestPane.tab == .params)
    let new = app.bench.workspace.unsaved.filter(\.isScratch)
    let shown = try #require(app.bench.workspace.shownRequest)
    #expect(new.count == 2 && new.contains(shown) && Set(app.bench.tabs.kept) == Set(new))
    #expect(app.bench.workspace.request?.url == SavedRequest.create.url)
    for address in new { #expect(app.effects.contains { $0.keepsDraft(of: address) }) }
    app.press("1 u")
    #expect(app.bench.workspace.unsaved == [] && app.bench.tabs.kept == [])
    for address in new { #expect(app.effects.contains(.keepDraft(address, nil))) }
  }

  @Test func aPastedRequestGetsNoInheritedCredentialsForAHostOfItsOwn() throws {
    var app = Harness()
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.input(.paste(Self.curl)))
    let summary = InterchangeSummary(notice: "Pasted 3 requests", title: "Paste", notes: [])
    var bearer = SavedRequest(url: "https://other.example/own")
    bearer.auth = .bearer(token: "t")
    let pasted = [SavedRequest(url: "https://other.example"), SavedRequest(url: "{{base}}/own"), bearer]
    app.receive(.imported(1, .pasted(pasted, in: "shop", summary)))
    let drafts = app.bench.workspace.unsaved.compactMap { app.bench.workspace.items[$0].draft?.current.request }
    let auth = Dictionary(uniqueKeysWithValues: drafts.map { ($0.url, $0.auth) })
    #expect(
      auth == [
        "https://other.example": RequestAuth.none, "{{base}}/own": nil,
        "https://other.example/own": .bearer(token: "t"),
      ])
  }

  /// A pasted request with a secret of its own, whose value was stored.
  private static func pasted(_ app: inout Harness, stored: [String]) throws -> Address? {
    app.receive(.input(.paste(curl)))
    var summary = InterchangeSummary(notice: "Pasted", title: "Paste", notes: [])
    summary.storedSecrets = stored
    let request = try SavedRequest(
      document: ["url": "https://shop.example/{{key}}", "variables": [["name": "key", "secret": true]]])
    app.receive(.imported(1, .pasted([request], in: "shop", summary)))
    return app.bench.workspace.shownRequest
  }

  @Test func theValueOfAPastedSecretIsRemovedWithTheLastRequestThatUsesItAndStaysWithASavedOne() throws {
    let place = SecretPlace(collection: "/collections/shop", environment: nil, name: "key")
    var app = Harness.shop()
    let first = try #require(try Self.pasted(&app, stored: ["key"]))
    _ = try Self.pasted(&app, stored: [])
    app.press("1 u")
    #expect(!app.effects.contains(.files(.samples, .secret(place, .unset))))
    app.press("u")
    #expect(app.effects.contains(.files(.samples, .secret(place, .unset))) && app.bench.workspace.unsaved == [])
    #expect(!app.bench.workspace.items.addresses { $0.draft != nil }.contains(first))

    var saved = Harness.shop()
    let address = try #require(try Self.pasted(&saved, stored: ["key"]))
    let sent = try #require(saved.bench.workspace.request)
    let request = try #require(SavedFile.request(sent).withoutSecrets(["key"]).request)
    let file: Address = "shop/new.json"
    var tree = CollectionTree.shop
    tree.nodes.append(CollectionNode(request, at: file))
    saved.receive(.workspace(.savedNew(file, from: address, .request(request), tree: tree)))
    saved.expectOnScreen("Saved shop/new.json; its collection declares {{key}}")
    #expect(saved.bench.workspace.unsaved == [] && saved.bench.workspace.request == request)
    #expect(saved.bench.workspace.items[file].pastedSecrets == [])
  }

  @Test func theValueOfARequestThatWasPastedInAnEarlierRunIsRemovedWithIt() throws {
    let request = try SavedRequest(
      document: [
        "id": "r0000000a", "url": "https://shop.example/{{key}}", "variables": [["name": "key", "secret": true]],
      ])
    let address = Address.scratch(RequestID("r0000000a"), in: "shop")
    let place = SecretPlace(collection: "/collections/shop", environment: nil, name: "key")
    for isContextKnown in [false, true] {
      var app = Harness.shop()
      app.receive(.workspace(.drafts([:], withoutFile: [address: .request(request)])))
      app.receive(.workspace(.pastedSecrets([address: ["key"]])))
      if isContextKnown { app.receive(.workspace(.scope(address, .shop))) }
      let effects = app.bench.route(app.bench.workspace.discardEdits(of: address))
      let removed: FileEffect = isContextKnown ? .secret(place, .unset) : .removePasted(["key"], address)
      #expect(effects.contains(.keepDraft(address, nil)) && effects.contains(.files(.samples, removed)))
    }
  }

  @Test func theDraftOfAPastedRequestKnowsTheSecretsThatWereStoredForIt() throws {
    var app = Harness.shop()
    let first = try #require(try Self.pasted(&app, stored: ["key"]))
    #expect(app.effects.contains(.files(.samples, .notePasted(["key"], first))))
    _ = try Self.pasted(&app, stored: [])
    #expect(!app.effects.contains { if case .files(_, .notePasted) = $0 { true } else { false } })
  }

  @Test func aSecretThatIsPastedAgainIsDeclaredOnce() {
    var app = Harness.shop()
    let secret: JSONValue = ["name": "key", "secret": true]
    let document: JSONObject = ["url": "https://shop.example/{{key}}", "variables": [secret]]
    let summary = InterchangeSummary(notice: "Replaced", title: "Paste", notes: [])
    for number in 1...2 { app.receive(.imported(number, .replaced("shop/list.json", document, summary))) }
    let rows = app.bench.workspace.request?.document["variables"]?.array ?? []
    #expect(rows.filter { $0 == secret } == [secret])
  }

  @Test func anUndoneSecretSaysThatItsValueStays() {
    let file: Address = "shop/environments/local.json"
    let place = SecretPlace(collection: "/collections/shop", environment: "local", name: "token")
    var app = Harness.shop(columns: 160)
    app.press("<F9>")
    let former = SavedFile.sample(.environment, ["variables": [["name": "token", "value": "t"]]])
    app.receive(.workspace(.opened(file, .success(former))))
    app.receive(.workspace(.scope(file, .shop)))
    let secret = SavedFile.sample(.environment, ["variables": [["name": "token", "secret": true]]])
    app.receive(.workspace(.drafts([file: secret], withoutFile: [:])))
    app.receive(.workspace(.secret(place, .set)))
    app.press("2 u")
    app.expectOnScreen(
      "The value of {{token}} stays in your secrets: workbench secret unset shop token --env local removes it")
  }

  // MARK: The URL field

  @Test func aCommandInTheURLReplacesTheRequestAsOneEdit() throws {
    var app = Harness.shop()
    app.press("e")
    app.receive(.input(.paste(Self.curl)))
    #expect(app.effects.contains(.imports(.paste(Self.job(Self.curl), .request("shop/list.json")))))
    #expect(!app.bench.isEditingText)
    let document: JSONObject = [
      "name": "orders", "method": "POST", "url": "https://shop.example/orders", "body": ["text": "x"],
    ]
    let summary = InterchangeSummary(notice: "Replaced by POST orders", title: "Paste", notes: [])
    app.receive(.imported(1, .replaced("shop/list.json", document, summary)))
    app.expectOnScreen("Replaced by POST orders")
    let replaced = try #require(app.bench.workspace.request)
    var expected = SavedRequest(method: "POST", url: "https://shop.example/orders", id: SavedRequest.list.id)
    expected.body = .text("x", type: nil)
    #expect(Set(replaced.document.members) == Set(expected.document.members))
    #expect(app.bench.workspace.draft?.isUnsaved == true)
    app.press("u")
    #expect(app.bench.workspace.request == .list)
  }

  @Test func whatWasTypedBeforeTheCommandIsAnEditOfItsOwn() {
    var app = Harness.shop()
    app.press("e <Path> /x")
    app.receive(.input(.paste(Self.curl)))
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
    app.receive(
      .imported(1, .replaced("shop/list.json", ["url": "u"], InterchangeSummary(notice: "", title: "", notes: []))))
    app.press("u")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
  }

  @Test func aTypedCommandIsReadWhenTheFieldIsLeft() {
    var app = Harness.shop()
    app.press("e <C-u>")
    app.type("curl https://a.example")
    app.press("<Enter>")
    let job = Self.job("curl https://a.example")
    #expect(app.effects.contains(.imports(.paste(job, .request("shop/list.json")))))
    app.expectOnScreen("Reading the pasted text…")
  }

  @Test(arguments: ["https://shop.example/a", "curl", "/curl https://a"]) func aURLInTheURLStaysText(text: String) {
    var app = Harness.shop()
    app.press("e <C-u>")
    app.receive(.input(.paste(text)))
    #expect(app.bench.isEditingText)
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.url == text)
  }

  @Test func aCommandInAnotherFieldStaysText() {
    var app = Harness.shop()
    app.press("2 a")
    app.receive(.input(.paste("curl https://a.example")))
    app.press("<Enter>")
    #expect(app.bench.workspace.request?.query.last?.name == "curl https://a.example")
  }

  @Test func aRequestThatIsGoneIsNotReplaced() {
    var app = Harness.shop()
    app.receive(
      .imported(
        0, .replaced("shop/none.json", ["url": "u"], InterchangeSummary(notice: "Replaced", title: "", notes: []))))
    app.expectNotOnScreen("Replaced")
    #expect(app.effects.isEmpty)
  }
}

extension Effect {
  fileprivate func keepsDraft(of address: Address) -> Bool {
    if case .files(_, .keepDraft(address, .some)) = self { true } else { false }
  }
}
