import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// Commands act on the selected row.
@Suite struct SelectionTests {
  /// A DELETE that was answered, and then a folder selected.
  private func folder() -> Harness {
    var app = Harness.shop()
    app.press("<Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "{{base}}/orders/1"))
    app.sendAndAnswer { .answered($0) }
    app.press("<Up> <Up>")
    return app
  }

  @Test func aFolderShowsNoRequestAndNoResponse() {
    let app = folder()
    #expect(app.bench.workspace.subject == .folder("shop/orders"))
    app.expectOnScreen("shop ▸ orders")
    app.expectNotOnScreen("{{base}}/orders/1")
    app.expectNotOnScreen("200 OK")
    app.expectOnScreen("env local")
  }

  @Test(arguments: [
    "<F5>", "e", "i", "<C-s>", "2 e", "2 <Space>", "2 a", "2 d", "2 u", "2 E", "3 y", "3 <F5>", "H <F5>",
  ])
  func aFolderKeepsKeysFromTheRequestShownBefore(keys: String) {
    var app = folder()
    app.press(keys)
    #expect(app.effects.filter { $0 != .listHistory(query: "") } == [])
    #expect(!app.bench.isEditingText)
    #expect(app.bench.notice != nil || !app.bench.overlays.isEmpty)
  }

  @Test func noCommandOfThePanesActsWhileAFolderIsSelected() {
    let names = Set([
      "app.quit", "app.cancel", "app.redraw", "app.suspend", "workspace.reload", "history.toggle",
      "environments.toggle", "git.toggle", "globals.open", "collection.open", "cookies.open", "docs.open",
      "workspaces.open", "editor.vim", "pane.grow", "pane.shrink", "pane.sidebar", "pane.arrange", "pane.reset",
      "request.sendLast", "keys.test", "trail.back", "app.tutorial", "request.new",
    ])
    let scopes = [Command.Scope.everywhere, .request, .response]
    for command in Command.all where scopes.contains(command.scope) && !names.contains(command.name) {
      var app = folder()
      #expect(app.bench.run(command).isEmpty, "\(command.name)")
      #expect(app.bench.workspace.unsaved.isEmpty, "\(command.name)")
    }
  }

  @Test func f5OnAFolderSaysWhatToDo() {
    var app = folder()
    app.press("<F5>")
    app.expectOnScreen("Select a request first")
  }

  @Test func theWheelShowsTheRequestThatItSelects() {
    var app = Harness(columns: 100, rows: 8)
    let nodes = (0..<30).map { index in
      CollectionNode(
        address: Address("r\(index).json"), depth: 0, kind: .request(method: "GET", id: nil), title: "r\(index)")
    }
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes))))
    app.receive(.input(.mouse(Mouse(.wheelDown, at: Point(column: 3, row: 3)))))
    #expect(app.bench.selectedNode?.address == "r3.json")
    #expect(app.effects == [.open("r3.json")])
  }

  @Test func aFilterThatHidesEverythingLeavesNothingToSend() {
    var app = Harness.shop()
    app.press("/ zzz <F5>")
    #expect(app.effects == [])
    app.expectOnScreen("Select a request first")
    app.press("<Esc>")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func anEmptyHistoryLeavesNothingToSend() {
    var app = Harness.shop()
    app.press("H <F5>")
    #expect(app.effects == [.listHistory(query: "")])
    app.expectOnScreen("Select a request first")
    app.press("H")
    #expect(app.bench.workspace.subject == .request("shop/list.json"))
  }

  @Test func aFileThatBecameBrokenIsNotSentAsItWas() {
    var app = Harness.shop()
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("list.json:1:1 — Git conflict markers")))))
    app.press("<F5>")
    #expect(app.effects == [.open("shop/list.json")])
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("list.json:2:1 — Git conflict markers")))))
    #expect(app.sentID == nil)
    #expect(app.bench.notice?.text == "list.json:2:1 — Git conflict markers")
    app.expectNotOnScreen("{{base}}/orders")
  }

  @Test func aBrokenFileThatWasMendedIsReadAndSentByF5() {
    var app = Harness.shop()
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("list.json:1:1 — Git conflict markers")))))
    app.press("<F5>")
    app.open("shop/list.json", .list)
    #expect(app.sentID != nil)
    app.expectOnScreen("{{base}}/orders")
  }

  @Test func theFooterOfABrokenFileSaysWhatEnterDoes() {
    var app = Harness.shop()
    var tree = CollectionTree.shop
    let index = tree.nodes.firstIndex { $0.address == "shop/list.json" } ?? 0
    tree.nodes[index].kind = .broken("Git conflict markers")
    app.receive(.workspace(.loaded(tree)))
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("list.json:1:1 — Git conflict markers")))))
    let footer = app.screen.split(separator: "\n").last ?? ""
    #expect(footer.contains("⏎ open in $EDITOR"))
    #expect(!footer.contains("send") && !footer.contains("e edit"))
    app.expectOnScreen("E opens it in your editor")
    app.press("3")
    app.expectOnScreen("E in the collections opens it in your editor")
  }

  @Test(arguments: ["shop", "shop/orders"]) func theFooterOfAFormWithoutARequestNamesNoSend(folder: String) {
    var app = Harness.folder(Address(folder))
    app.expectNotOnScreen("F5 send")
    app.press("2")
    app.expectNotOnScreen("F5 send")
  }

  @Test func theEmptyURLNamesTheKeyThatOpensItFromTheFocus() {
    var app = Harness.shop()
    var request = SavedRequest.list
    (request.url, request.query) = ("", [])
    app.open("shop/list.json", request)
    app.expectOnScreen("Press e to type the URL")
    app.press("2")
    app.expectOnScreen("Press ⏎ to type the URL")
    app.press("3")
    app.expectOnScreen("Press Alt+u to type the URL")
  }

  @Test func editsOfAFileThatBecameBrokenStay() {
    var app = Harness.shop()
    app.press("e <Path> /x")
    app.receive(.workspace(.opened("shop/list.json", .failure(Problem("list.json:1:1 — Git conflict markers")))))
    app.press("<Esc>")
    #expect(app.bench.workspace.request?.url == "{{base}}/orders/x")
  }

  @Test func f5BeforeTheFileIsReadCountsForThatVisitOnly() {
    var app = Harness.shop()
    app.press("<Down> <F5> <Up> <Down>")
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    #expect(app.sentID == nil)
    #expect(app.bench.workspace.items.subjects(where: { $0.live != nil }) == [])
  }

  @Test(arguments: [":", "m"]) func aListThatWasOpenedForARequestDoesNotActOnAnother(key: String) {
    var app = Harness.shop()
    app.press("d d")
    app.press(key == "m" ? "2 <Home> h e" : ": send")
    var tree = CollectionTree.shop
    tree.nodes.remove(at: 3)
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: tree)))
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.press("<Enter>")
    app.expectOnScreen("The selection has changed: nothing was done")
    #expect(app.bench.workspace.unsaved.isEmpty)
  }

  @Test func ctrlCElsewhereNeitherCancelsNorQuitsWhileARequestRuns() {
    var app = Harness.shop()
    app.press("<F5> <Up> <C-c>")
    #expect(!app.effects.contains(.quit))
    app.expectOnScreen("list is still running: select it to cancel, or press q to quit")
  }

  @Test func ctrlCCancelsARunningRequestThatWasDeleted() throws {
    var app = Harness.shop()
    app.press("<F5>")
    let id = try #require(app.sentID)
    var tree = CollectionTree.shop
    tree.nodes.remove(at: 3)
    app.receive(.workspace(.deleted("shop/list.json", trash: TrashID("t"), tree: tree)))
    app.open("shop/remove.json", SavedRequest(method: "DELETE", url: "/x"))
    app.press("<C-c>")
    #expect(app.effects == [.cancel(id)])
    app.expectOnScreen("Cancelled list, which is no longer in the collections")
  }

  @Test func theRowOfTheLastRunIsRememberedThoughItIsAFolder() {
    var app = folder()
    app.press("q")
    #expect(app.effects == [.remember(environments: [:], selection: "shop/orders", filters: []), .quit])
  }
}
