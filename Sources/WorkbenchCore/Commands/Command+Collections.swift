import RequestModel
import TerminalUI

extension Command {
  static let collections: [Command] = [
    Command(
      "collections.activate", "Send, or fold a folder", "Sends the selected request; opens or closes a folder.",
      in: .collections, keys: [.enter], footer: "send", run: { $0.activate() }),
    Command(
      "collections.edit", "Edit", "Goes to the request's address to edit it.",
      in: .collections, keys: [.character("e"), .character("i")], footer: "edit",
      opensField: true, whyUnavailable: { $0.whyNotEditable }, run: { $0.editAddress() }),
    Command(
      "collections.filter", "Find a request", "Narrows the tree to what has the typed words.",
      in: .collections, keys: [.character("/")], footer: "find", run: { $0.openFilter() }),
    Command(
      "collections.new", "New request", "Makes a request in the selected folder.",
      in: .collections, keys: [.character("n")], footer: "new", run: { $0.prompt(.request) }),
    Command(
      "collections.newFolder", "New folder", "Makes a folder in the selected folder.",
      in: .collections, keys: [.character("N")], run: { $0.prompt(.folder) }),
    Command(
      "collections.newCollection", "New collection",
      "Makes a collection, with a place for its environments, at the top.",
      in: .collections, keys: [], run: { $0.prompt(.collection) }),
    Command(
      "collections.rename", "Rename", "Renames the file and the request in it.",
      in: .collections, keys: [.character("r")], opensField: true, whyUnavailable: { $0.whyNoNode },
      run: { $0.promptRename() }),
    Command(
      "collections.move", "Move to folder", "Moves the file or folder into another folder.",
      in: .collections, keys: [.character("m")], opensField: true, whyUnavailable: { $0.whyNoFile },
      run: { $0.openMove() }),
    Command(
      "collections.duplicate", "Duplicate", "Makes a copy beside it, with an id of its own.",
      in: .collections, keys: [.character("c")],
      whyUnavailable: { $0.whyNoRequest },
      run: { bench in bench.selectedNode.map { [bench.files(.duplicate($0.address))] } ?? [] }),
    Command(
      "collections.delete", "Delete", "Moves the file or folder to the trash; u brings it back.",
      in: .collections, keys: [.character("d"), .delete], whyUnavailable: { $0.whyNoNode }, run: { $0.delete() }),
    Command(
      "collections.undoDelete", "Undo delete", "Brings back what was deleted last.",
      in: .collections, keys: [.character("u")],
      whyUnavailable: { $0.trash.isEmpty ? "Nothing was deleted" : nil }, run: { $0.undoDelete() }),
    Command(
      "collections.openFile", "Open the file in $EDITOR", "Opens the request's own file, also one that is broken.",
      in: .collections, keys: [.character("E")], whyUnavailable: { $0.whyNoFile },
      run: { bench in bench.selectedNode.map { [.editFile(bench.workspace.id, $0.address)] } ?? [] }),
    Command(
      "collections.down", "Down", "Selects the next row.", in: .collections, keys: [.down, .character("j")],
      run: { $0.moveInSidebar(1) }),
    Command(
      "collections.up", "Up", "Selects the row above.", in: .collections, keys: [.up, .character("k")],
      run: { $0.moveInSidebar(-1) }),
    Command(
      "collections.pageDown", "Page down", "Goes down by a page.", in: .collections, keys: [.pageDown, .control("f")],
      run: { $0.moveInSidebar($0.page(.sidebar)) }),
    Command(
      "collections.pageUp", "Page up", "Goes up by a page.", in: .collections, keys: [.pageUp, .control("b")],
      run: { $0.moveInSidebar(-$0.page(.sidebar)) }),
    Command(
      "collections.top", "Top", "Selects the first row.", in: .collections, keys: [.home, .character("g")],
      run: { $0.moveInSidebar(-.max / 2) }),
    Command(
      "collections.bottom", "Bottom", "Selects the last row.", in: .collections, keys: [.end, .character("G")],
      run: { $0.moveInSidebar(.max / 2) }),
    Command(
      "collections.unfold", "Unfold", "Opens the folder.", in: .collections,
      keys: [.right, .character("l"), .character(" ")], run: { $0.unfold() }),
    Command(
      "collections.fold", "Fold", "Closes the folder, or goes to the one above.", in: .collections,
      keys: [.left, .character("h")], run: { $0.fold() }),
  ]

  static let history: [Command] = [
    Command(
      "history.read", "Read the answer", "Goes to the answer of the selected exchange.",
      in: .history, keys: [.enter], footer: "read", run: { $0.focus(.response) }),
    Command(
      "history.filter", "Find in history", "Narrows the list to what has the typed words.",
      in: .history, keys: [.character("/")], footer: "find", run: { $0.openFilter() }),
    Command(
      "history.open", "Go to the request", "Selects the request that this was sent from.",
      in: .history, keys: [.character("o")], footer: "request",
      whyUnavailable: { $0.originInTree == nil ? "That request is no longer in the collections" : nil },
      run: { $0.openOrigin() }),
    Command(
      "history.close", "Back to the collections", "Shows the collections again.",
      in: .history, keys: [.escape], footer: "back",
      run: { $0.historyPane.filter == nil ? $0.toggleHistory() : $0.closeFilter(keeping: false) }),
    Command(
      "history.down", "Down", "Selects the next exchange.", in: .history, keys: [.down, .character("j")],
      run: { $0.moveInSidebar(1) }),
    Command(
      "history.up", "Up", "Selects the exchange above.", in: .history, keys: [.up, .character("k")],
      run: { $0.moveInSidebar(-1) }),
    Command(
      "history.pageDown", "Page down", "Goes down by a page.", in: .history, keys: [.pageDown, .control("f")],
      run: { $0.moveInSidebar($0.page(.sidebar)) }),
    Command(
      "history.pageUp", "Page up", "Goes up by a page.", in: .history, keys: [.pageUp, .control("b")],
      run: { $0.moveInSidebar(-$0.page(.sidebar)) }),
    Command(
      "history.top", "Top", "Selects the newest exchange.", in: .history, keys: [.home, .character("g")],
      run: { $0.moveInSidebar(-.max / 2) }),
    Command(
      "history.bottom", "Bottom", "Selects the last one of the list.", in: .history, keys: [.end, .character("G")],
      run: { $0.moveInSidebar(.max / 2) }),
  ]
}
