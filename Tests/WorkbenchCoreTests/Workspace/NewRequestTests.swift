import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// New requests are drafts without a file until they are saved under a name.
@Suite struct NewRequestTests {
  private static let scratch = Address.scratch(RequestID("r0000000a"), in: "shop")

  /// The shop with one file more.
  private static func tree(with address: Address, _ title: String) -> CollectionTree {
    var tree = CollectionTree.shop
    tree.nodes.append(
      CollectionNode(address: address, depth: 1, kind: .request(method: "GET", id: nil), title: title))
    return tree
  }

  @Test func aNewRequestIsTypedSentAndNamedOnceItIsSaved() throws {
    var app = Harness.shop()
    app.bench.requestPane.tab = .headers
    app.press("n")
    let address = try #require(app.bench.workspace.shownRequest)
    #expect(address.isScratch && address.parent == "shop")
    #expect(app.effects == [.refresh(address)])
    #expect(app.bench.requestPane.editing?.target == .url && app.bench.requestPane.tab == .params)
    app.type("pets?all=1")
    app.press("<Enter>")
    let request = try #require(app.bench.workspace.request)
    let id = try #require(app.sentID)
    #expect(request.shownURL == "{{base}}/pets?all=1")
    let origin = Exchange.Origin(root: "/collections", address: address)
    let job = SendJob(id: id, request: request, origin: origin, environment: "local", basis: .edits)
    #expect(app.effects == [.keepDraft(address, request), .send(job)])
    #expect(app.bench.tabs.kept == [address])
    app.expectOnScreen("GET  pets")
    app.expectOnScreen("● not saved yet")

    app.press("<C-s>")
    app.expectOnScreen("Save new request")
    app.type("All pets")
    app.press("<Enter> <Enter>")
    let save = FileEffect.saveNew(address, .request(request), in: "shop", name: "All pets")
    #expect(app.effects == [.files(.samples, save)])
    let file = SavedFile.request(request).named("All pets")
    let place: Address = "shop/all-pets.json"
    app.receive(.workspace(.savedNew(place, from: address, file, tree: Self.tree(with: place, "All pets"))))
    #expect(app.effects == [.open(place)])
    let workspace = app.bench.workspace
    #expect(workspace.subject == .request(place) && workspace.unsaved == [])
    #expect(workspace.items[address] == OpenItem() && workspace.items[place].live?.id == id)
    #expect(workspace.draft?.current == file && app.bench.tabs.kept == [place])
    app.expectOnScreen("Saved shop/all-pets.json")
    app.press("u")
    #expect(app.bench.workspace.request?.name == "All pets")
  }

  @Test func anEmptyWorkspaceBeginsInTheURLOfARequestThatEnterSends() throws {
    var app = Harness()
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections"))))
    #expect(!app.bench.isEditingText)
    // The watch may report the folder before its context was read.
    app.receive(.workspace(.diskChanged(CollectionTree(root: "/collections"), files: [])))
    app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
    #expect(app.bench.requestPane.editing?.target == .url)
    app.expectOnScreen("import")
    app.expectOnScreen("saves it under a name")
    app.press("<Enter>")
    #expect(app.sentID == nil)
    app.press("<F5>")
    app.expectOnScreen("Type the URL of the request first")
    app.press("e")
    app.type("https://shop.example/pets")
    app.press("<Enter>")
    #expect(app.sentID != nil)
    let address = try #require(app.bench.workspace.shownRequest)
    let request = try #require(app.bench.workspace.request)
    app.press("<C-s> Pets <Enter>")
    let save = FileEffect.saveNew(address, .request(request), in: "", name: "Pets")
    #expect(app.effects == [.files(.samples, save)])
    // A context that is read later begins no other request.
    app.receive(.workspace(.scope("folder.json", RequestContext(collection: "/collections"))))
    #expect(app.bench.workspace.shownRequest == address)
  }

  @Test func aNewRequestOfTheLastRunIsStillWithoutAFile() {
    var app = Harness()
    let request = SavedRequest(url: "https://shop.example/pets?page=1", id: RequestID("r0000000a"))
    app.receive(.workspace(.drafts([:], withoutFile: [Self.scratch: .request(request)])))
    app.receive(.workspace(.loaded(.shop)))
    app.expectOnScreen("1 request with unsaved edits from last time")
    app.expectOnScreen("GET  shop.exam…  new ●")
    app.receive(.workspace(.placed("shop/new.json", from: nil, tree: Self.tree(with: "shop/new.json", "new"))))
    #expect(!app.effects.contains(.open(Self.scratch)))
    #expect(app.bench.workspace.unsaved == [Self.scratch])
    app.receive(.workspace(.deleted("shop", trash: TrashID("t"), tree: CollectionTree(root: "/collections"))))
    #expect(app.bench.workspace.unsaved == [])
    app.receive(.workspace(.restoredEdits([Self.scratch: .request(request)])))
    app.receive(.workspace(.placed("shop", from: nil, tree: .shop)))
    #expect(app.bench.workspace.unsaved == [Self.scratch])
    #expect(app.bench.workspace.node(Self.scratch)?.title == "shop.example/pets")
  }

  @Test func aNewRequestOfTheLastRunShowsItsLastExchange() {
    var app = Harness()
    let request = SavedRequest(url: "https://shop.example/pets", id: RequestID("r0000000a"))
    let origin = Exchange.Origin(root: "/collections", address: Self.scratch)
    let events: [WorkspaceEvent] = [
      .drafts([:], withoutFile: [Self.scratch: .request(request)]), .restoredEdits([Self.scratch: .request(request)]),
    ]
    for event in events {
      app.receive(.workspace(event))
      #expect(app.effects == [.findLastExchange(origin, request.id)])
    }
    app.receive(.history(.last(origin, .sample(3))))
    app.receive(.workspace(.loaded(.shop)))
    app.receive(.workspace(.restoredEdits([Self.scratch: .request(request)])))
    #expect(app.effects == [])
    app.bench.workspace.subject = .request(Self.scratch)
    #expect(app.bench.workspace.lastExchange == .sample(3))
  }

  /// The folders and names that new requests are saved under.
  private static func saves(_ app: Harness) -> [String] {
    app.effects.compactMap { effect in
      guard case .files(_, .saveNew(_, _, let folder, let name)) = effect else { return nil }
      return "\(folder.path): \(name)"
    }
  }

  @Test func enterAloneSavesARequestUnderItsPath() {
    var app = Harness.shop()
    app.press("n pets/:id?all=1 <Esc> <C-s> <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: pets id"])
    app.receive(.workspace(.loaded(Self.tree(with: "shop/taken.json", "PETS id"))))
    app.press("<C-s> <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: pets id 2"])
  }

  @Test(arguments: [
    ("POST", "https://shop.example/v1/pets?all=1#top", "v1 pets"),
    ("GET", "{{base}}/pets/{{id | upper}}", "pets id upper"), ("GET", "{{base}}", "base"),
    ("GET", "https://shop.example/", "shop.example"), ("PURGE", "pets", "pets"), ("GET", "", "New request"),
    ("GET", "https:///", "New request"), ("GET", "wss://h/chat", "chat"),
    ("GET", "https://me:pass@shop.example", "shop.example"), ("GET", "https://me:p@ss@shop.example/", "shop.example"),
    ("GET", "stdio:KEY=s3cret npx -y @own/mcp-server --token=t Europe/Berlin", "npx own mcp-server Europe Berlin"),
    ("GET", "stdio:", "New request"),
  ])
  func aNameIsSuggestedFromThePath(method: String, url: String, name: String) {
    #expect(SavedRequest(method: method, url: url).suggestedName == name)
  }

  @Test(arguments: [
    ("http://ada:Xk29djw8Lq01mz@127.0.0.1:9900/echo?a=1", "127.0.0.1:9900/echo"), ("ada:p@ss@h/a@b", "h/a@b"),
    ("wss://ada:pw@h/chat", "wss://h/chat"), ("{{base}}/a@b", "a@b"), ("/a@b", "/a@b"),
    ("http://ada:pw@", "New request"),
  ])
  func theTitleOfANewRequestHasNoUserAndNoPassword(url: String, title: String) {
    #expect(SavedRequest(url: url).titleOfNew == title)
  }

  @Test func aPasswordInTheURLOfANewRequestIsShownInItsFieldAlone() {
    var app = Harness.shop(columns: 120, rows: 24)
    app.press("n <C-u> http://ada:Xk29djw8Lq01mz@127.0.0.1:9900/echo <Esc>")
    app.expectOnScreen("127.0.0.1:9900/echo")
    #expect(app.bench.selectedNode?.title == "127.0.0.1:9900/echo")
    let fields = app.screen.split(separator: "\n").filter { $0.contains("Xk29djw8Lq01mz") }
    #expect(fields.allSatisfy { $0.contains("http://ada:Xk29djw8Lq01mz@") }, "\(app.screen)")
  }

  @Test func theTitleOfANewCallToAProgramIsItsCommandLine() {
    #expect(SavedRequest(url: "stdio:server 'a?b' {{'{{'}}").titleOfNew == "server 'a?b' {{")
    #expect(SavedRequest(url: "stdio:").titleOfNew == "New request")
  }

  @Test func aNameThatExistsIsTakenWithANumberOrTypedAnew() {
    var app = Harness.shop()
    app.press("n pets <Esc> <C-s> LIST <Enter> <Enter>")
    app.expectOnScreen("LIST exists")
    app.expectOnScreen("shop has a request of that name.")
    #expect(Self.saves(app) == [])
    app.press("r")
    #expect((app.bench.overlays.last?.screen as? Prompt)?.editor.text == "LIST")
    app.press("<Enter> <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: LIST 2"])
  }

  @Test func aTypedSlashOffersAFolderAndASuggestedOneDoesSoLast() {
    var app = Harness.shop()
    app.press("n pets <Esc> <C-s> v1/pets <Enter>")
    app.expectOnScreen("new folder, for pets")
    app.press("<Enter>")
    #expect(Self.saves(app) == ["shop/v1: pets"])
    app.press("<C-s> orders/v1/pets <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop/orders/v1: pets"])
    app.press("<C-s> environments/pets <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop/environments 2: pets"])
    var pasted = SavedRequest(url: "https://shop.example/v1/pets")
    pasted.name = "v1/pets"
    let summary = InterchangeSummary(notice: "Pasted", title: "Paste", notes: [])
    app.receive(.imported(1, .pasted([pasted], in: "shop", summary)))
    app.press("<C-s> <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: v1/pets"])
    app.press("<C-s> <Enter> <End> <Enter>")
    #expect(Self.saves(app) == ["shop/v1: pets"])
  }

  @Test func theDialogsOfASaveKeepWhatWasTyped() {
    var app = Harness.shop()
    app.press("n pets <Esc> <C-s> Pets <F5>")
    app.expectOnScreen("Nothing is sent before this is done: ⏎ choose its folder, Esc cancel")
    app.press("<Enter> <F5>")
    app.expectOnScreen("Nothing is sent before this is done: ⏎ save, Esc back")
    #expect(app.sentID == nil)
    app.press("<Esc>")
    #expect((app.bench.overlays.last?.screen as? Prompt)?.editor.text == "Pets")
    app.press("<Enter> <C-c>")
    #expect(app.bench.overlays.isEmpty && app.effects == [])
  }

  @Test func aNewRequestThatIsSavedInAnotherFolderSendsTheSameFile() throws {
    var app = Harness.shop()
    app.press("n pets <Esc>")
    let address = try #require(app.bench.workspace.shownRequest)
    app.bench.workspace.items[address].draft?.edit { $0.request?.body = .file("data.bin", type: nil) }
    let place: Address = "shop/orders/pets.json"
    let edited = try #require(app.bench.workspace.items[address].draft?.current)
    let saved = edited.moved(by: FileMove(from: address, to: place), from: address).named("pets")
    app.receive(.workspace(.savedNew(place, from: address, saved, tree: Self.tree(with: place, "pets"))))
    #expect(app.bench.workspace.request?.body == .file("../data.bin", type: nil))
    #expect(app.bench.workspace.unsaved == [])
    app.receive(.workspace(.placed("shop/pets.json", from: place, tree: Self.tree(with: "shop/pets.json", "pets"))))
    #expect(app.bench.workspace.items["shop/pets.json"].draft?.current.request?.body == .file("data.bin", type: nil))
  }

  @Test func savingAllAsksForTheNamesOfNewRequestsOneAfterTheOther() throws {
    var app = Harness.shop()
    app.press("n one <Esc> 1 n two <Esc>")
    let new = app.bench.workspace.unsaved.filter(\.isScratch)
    try #require(new.count == 2)
    app.press(":")
    app.type("save all requests")
    app.press("<Enter>")
    app.expectOnScreen("Save new request: ")
    app.press("First <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: First"])
    let file = try #require(app.bench.workspace.items[new[0]].draft?.current).named("First")
    let place: Address = "shop/First.json"
    app.receive(.workspace(.savedNew(place, from: new[0], file, tree: Self.tree(with: place, "First"))))
    app.press("Second <Enter> <Enter>")
    #expect(Self.saves(app) == ["shop: Second"])
    app.press(":")
    app.type("save all requests")
    app.press("<Enter> <Esc>")
    #expect(app.bench.overlays.isEmpty && app.bench.workspace.unsaved == [new[1]])
  }

  @Test func anEmptyNewRequestLeavesNothing() {
    var app = Harness.shop()
    app.press("n <Esc> 1 <Up>")
    #expect(!app.effects.contains { if case .files(_, .keepDraft(_, .some)) = $0 { true } else { false } })
    #expect(!app.bench.workspace.tree.nodes.contains { $0.address.isScratch })
    app.press("q")
    #expect(app.effects.last == .quit)
  }

  @Test func aNewRequestThatIsEmptyAgainLeavesNoTab() throws {
    var app = Harness.shop()
    app.press("n x")
    let address = try #require(app.bench.workspace.shownRequest)
    #expect(app.bench.tabs.kept == [address])
    app.press("<BS> <Esc> 1 <Up>")
    #expect(app.bench.workspace.node(address) == nil && app.bench.workspace.shownRequest != address)
    #expect(app.bench.tabs.kept == [])
  }

  @Test func discardingTheEditsAtTheEndRemovesNewRequestsAsTheQuestionSays() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 n pets <Esc>")
    let new = try #require(app.bench.workspace.shownRequest)
    app.press("q")
    app.expectOnScreen("saving keeps new requests as drafts")
    app.press("d")
    #expect(app.effects.contains(.keepDraft("shop/list.json", nil)) && app.effects.contains(.quit))
    #expect(app.effects.contains(.keepDraft(new, nil)))
    #expect(app.bench.workspace.node(new) == nil && app.bench.workspace.unsaved == [])
  }

  @Test func savingAllBeforeQuittingLeavesNewRequestsAsDrafts() throws {
    var app = Harness.shop()
    app.press("e <Path> /x <Esc> 1 n pets <Esc>")
    let new = try #require(app.bench.workspace.shownRequest)
    app.press("q")
    app.expectOnScreen("(saving keeps new requests as drafts")
    app.press("<Esc>")
    let effects = app.bench.leave(.saved)
    let saved = effects.compactMap { if case .files(_, .save(let address, _, _, _)) = $0 { address } else { nil } }
    #expect(saved == ["shop/list.json"] && !effects.contains(.quit))
    let list = try #require(app.bench.workspace.items["shop/list.json"].draft?.current)
    app.receive(.workspace(.saved("shop/list.json", list)))
    #expect(app.effects.contains(.quit) && !app.effects.contains(.keepDraft(new, nil)))
  }

  @Test func nothingIsSavedBeforeQuittingIfOnlyNewRequestsAreUnsaved() {
    var app = Harness.shop()
    app.press("n pets <Esc> 1 n pets <Esc> q")
    app.expectOnScreen("2 unsaved requests: pets (new requests have no file yet")
    app.expectNotOnScreen("save all")
    app.press("s")
    #expect(app.effects == [] && app.bench.overlays.count == 1)
    app.press("q")
    #expect(app.effects.last == .quit && app.bench.workspace.unsaved.count == 2)
  }

  @Test(arguments: ["r", "g m", "D", "E", "X"]) func whatNeedsAFileSaysThatThereIsNone(key: String) {
    var app = Harness.shop()
    app.press("n pets <Esc> 1")
    app.press(key)
    #expect(app.effects == [])
    app.expectOnScreen("It has no file yet")
  }

  @Test func aFailureOfANewRequestHasItsNameInTheMessages() {
    var log = MessageLog()
    let origin = Exchange.Origin(root: "/c", address: Self.scratch)
    #expect(origin.title == nil && Exchange.Origin(root: "/c", address: "a/b.json").title == "b")
    for name in ["Pets", nil] {
      var exchange = Exchange.failed(.sample(1), .unprepared, "No value")
      exchange.origin = origin
      exchange.request.name = name
      log.add(failureOf: exchange)
    }
    #expect(log.entries.map { $0.notice.text.prefix { $0 != ":" } } == ["Pets", "New request"])
  }

  @Test func aDiscardedNewRequestIsGoneWithItsDraft() throws {
    var app = Harness.shop()
    app.press("n pets <Esc> 1")
    let address = try #require(app.bench.workspace.shownRequest)
    app.press("d")
    app.expectOnScreen("It was never saved. This cannot be undone.")
    app.press("d")
    #expect(app.effects.contains(.keepDraft(address, nil)))
    #expect(app.bench.workspace.node(address) == nil && app.bench.workspace.unsaved == [])
  }
}
