import RequestModel
import Testing

@testable import WorkbenchCore

@Suite struct FolderFormTests {
  private static let file: Address = "shop/orders/folder.json"

  @Test func aSelectedFolderIsReadAndShown() {
    var app = Harness.shop()
    app.press("<Up>")
    #expect(app.effects == [.open(Self.file)])
    app.receive(.workspace(.opened(Self.file, .success(.orders))))
    app.expectOnScreen("File        shop/orders/folder.json")
    app.expectOnScreen("Requests    1")
  }

  @Test func anEditOfAFolderIsKeptAndSavedInItsOwnFile() {
    var app = Harness.folder("shop/orders")
    app.press("2 e Orders <Enter>")
    var named = SavedFile.orders
    named.name = "Orders"
    #expect(app.effects == [.files(.samples, .keepDraft(Self.file, named))])
    app.expectOnScreen("● unsaved, not in use yet")
    app.press("<C-s>")
    #expect(app.effects == [.files(.samples, .save(Self.file, named, overwriting: false))])
    app.receive(.workspace(.saved(Self.file, named)))
    #expect(
      app.effects == [
        .files(.samples, .keepDraft(Self.file, nil)), .refresh(Self.file), .loadCollections,
      ])
    app.expectNotOnScreen("● unsaved")
  }

  @Test func theFileOfAScriptFollowsItsText() throws {
    let request = try SavedRequest(
      document: ["url": "x", "scripts": ["preRequest": "before()", "postResponse": "after()"]])
    let rows = FileForm.rows(of: .request(request), tab: .scripts).compactMap { row -> String? in
      switch row {
      case .line(let field, _): field.label
      case .setting(let field): field.label
      default: nil
      }
    }
    #expect(rows == ["Pre-request", "Pre-request file", "Post-response", "Post-response file"])
  }

  @Test func aFormThatIsLongerThanItsPaneTellsTheRow() {
    var app = Harness.shop(columns: 100, rows: 24)
    app.press("2")
    app.expectNotOnScreen(" 1/3 ")
    var request = SavedRequest.list
    request.query = (1...30).map { Parameter("n\($0)", "\($0)") }
    app.open("shop/list.json", request)
    app.press("1 2")
    app.expectOnScreen(" 1/32 ╯")
    app.press("G")
    app.expectOnScreen(" 32/32 ╯")
  }

  @Test func aFieldMarksTheEndsThatAreOutOfSight() {
    var app = Harness.shop(columns: 80, rows: 24)
    var request = SavedRequest.list
    request.url = "http://" + String(repeating: "long", count: 50)
    app.open("shop/list.json", request)
    let address = { (app: Harness) in app.screen.split(separator: "\n")[1] }
    app.press("e")
    #expect(address(app).contains("‹") && !address(app).contains("›"))
    app.press("<Home>")
    #expect(!address(app).contains("‹") && address(app).contains("›"))
  }

  @Test func aFolderWithoutSettingsIsUnsavedOnlyAfterAnEdit() {
    var app = Harness.shop()
    app.press("<Up>")
    app.receive(.workspace(.opened(Self.file, .success(SavedFile(empty: .folder)))))
    #expect(app.bench.workspace.unsaved == [])
    app.press("2 ] a base <Tab> x <Enter>")
    #expect(app.bench.workspace.unsaved == [Self.file])
    app.press("u u")
    #expect(app.bench.workspace.unsaved == [])
  }

  @Test func aNewVariableIsARowOfTheFile() {
    var app = Harness.folder("shop/orders")
    app.press("2 ] a host <Tab> example <Enter> <C-s>")
    let saved = app.effects.compactMap { effect -> JSONValue? in
      if case .files(_, .save(_, let file, _, _)) = effect { file.document["variables"] } else { nil }
    }
    #expect(
      saved == [
        [
          ["name": "page", "value": "{{page}}0"], ["name": "old", "value": "x", "off": true],
          ["name": "host", "value": "example"],
        ]
      ])
  }

  @Test func aSecretNeverGoesIntoTheFile() {
    var app = Harness.shop()
    app.press("<Up>")
    let file = SavedFile.sample(.folder, ["variables": [["name": "token", "secret": true]]])
    app.receive(.workspace(.opened(Self.file, .success(file))))
    app.receive(.workspace(.scope(Self.file, .shop)))
    app.press("2 ] <Down> e hunter2 <Enter>")
    let place = SecretPlace(collection: "/collections/shop", environment: nil, name: "token")
    #expect(app.effects.contains(.files(.samples, .secret(place, .set("hunter2")))))
    #expect(app.bench.workspace.unsaved == [])
    app.receive(.workspace(.secret(place, .set)))
    app.expectOnScreen("••••••")
    app.expectNotOnScreen("hunter2")
  }

  @Test func aNumberStaysANumber() {
    var app = Harness.shop()
    app.press("<Up>")
    app.receive(
      .workspace(.opened(Self.file, .success(.sample(.folder, ["variables": [["name": "page", "value": 7]]])))))
    app.press("2 ] <Down> e 1 <Enter>")
    #expect(app.bench.workspace.file?.document["variables"] == [["name": "page", "value": 71]])
  }

  @Test func whatTheFoldersAboveGiveIsShownWithItsOrigin() {
    var app = Harness.folder("shop/orders")
    app.press("2 ] z")
    app.expectOnScreen("http://localhost")
    app.expectOnScreen("replaced, collection shop")
    app.press("]")
    app.expectOnScreen("replaced, collection shop")
    app.press("]")
    app.expectOnScreen("{{token}}")
    app.expectOnScreen("collection shop")
  }

  @Test func anInheritedValueLeadsToTheFolderItComesFrom() {
    var app = Harness.folder("shop/orders")
    app.press("2 ]]] G <Enter>")
    #expect(app.bench.workspace.subject == .folder("shop"))
    #expect(app.bench.selectedNode?.address == "shop")
  }

  @Test func aCredentialOfAFolderIsMaskedWhereItIsInherited() {
    var app = Harness.folder("shop/orders")
    var scope = RequestContext.shop
    scope.folders[0].auth = .basic(username: "ada", password: "hunter2")
    app.receive(.workspace(.scope(Self.file, scope)))
    app.press("2 ]]]")
    app.expectOnScreen("ada · ••••••")
    app.expectNotOnScreen("hunter2")
  }

  @Test func aFolderThatChangedOnTheDiskIsAskedAboutBeforeItIsOverwritten() {
    var app = Harness.folder("shop/orders")
    app.press("2 e Orders <Enter>")
    app.receive(.workspace(.diskChanged(.shop, files: [Self.file])))
    app.expectOnScreen("● changed on disk")
    app.press("<C-s>")
    app.receive(.workspace(.changedOnDisk(Self.file)))
    app.press("o")
    #expect(
      app.effects == [
        .files(.samples, .save(Self.file, app.bench.workspace.items[Self.file].draft!.current, overwriting: true))
      ])
  }

  @Test func unsavedSettingsAreNamedByTheirFolderBeforeQuitting() {
    var app = Harness.folder("shop/orders")
    app.press("2 e Orders <Enter> q")
    app.expectOnScreen("1 unsaved file: orders")
  }

  @Test func editsOfAFolderComeBackAfterACrash() {
    var app = Harness(columns: 100, rows: 24)
    var named = SavedFile.orders
    named.name = "Orders"
    app.receive(.workspace(.opened(Self.file, .success(.orders))))
    app.receive(.workspace(.drafts([Self.file: named], withoutFile: [:])))
    app.receive(.workspace(.loaded(.shop)))
    #expect(app.bench.workspace.unsaved == [Self.file])
    #expect(app.bench.workspace.tree.nodes == CollectionTree.shop.nodes)
  }

  @Test func theCollectionThatIsTheRootHasAFormToo() {
    var app = Harness(columns: 100, rows: 24)
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", isCollection: true))))
    app.press("I")
    #expect(app.effects == [.open("collection.json")])
    app.receive(.workspace(.opened("collection.json", .success(.shop))))
    app.expectOnScreen("collection  shop")
  }

  @Test func nothingIsSentFromAFolder() {
    var app = Harness.folder("shop/orders")
    app.press("<F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Select a request first")
  }
}
