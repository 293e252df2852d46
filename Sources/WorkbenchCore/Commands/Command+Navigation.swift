import TerminalUI

// Going to another place.
extension Command {
  static let navigation: [Command] =
    [
      Command(
        "goto.open", "Go to", "Find requests, folders, environments, commands and history; > @ # / narrow the list.",
        in: .everywhere, keys: [.control("p")], opensField: true, run: { $0.openGoTo() }),
      Command(
        "trail.back", "Back", "Show what was shown before, as in a browser.",
        in: .everywhere, keys: [.altLeft, .character("(")], count: .repeats, run: { $0.goBack() }),
      Command(
        "trail.forward", "Forward", "Show what was left by going back.",
        in: .everywhere, keys: [.altRight, .character(")")], count: .repeats, run: { $0.goForward() }),
      Command(
        "search.open", "Search and replace", "Find texts in all files, and replace those that are chosen in a preview.",
        in: .everywhere, keys: [], go: "/", opensField: true, word: "search", run: { $0.openSearch() },
        runWith: { $0.openSearch($1) }),
      Command(
        "search.undo", "Undo replace", "Take the last replacement in files back.",
        in: .everywhere, keys: [], whyUnavailable: { $0.whyNoReplaceToUndo }, run: { $0.undoReplace() }),
    ] + tabs

  private static let tabs: [Command] = [
    Command(
      "tab.keep", "Keep as tab", "Keep the request as a tab; editing or sending it does so too.",
      in: .everywhere, keys: [.control("t")], whyUnavailable: { $0.whyNotKept }, run: { $0.keepTab() }),
    Command(
      "tab.close", "Close tab", "Close the tab of the request; unsaved edits stay.",
      in: .everywhere, keys: [.control("w")], whyUnavailable: { $0.whyNoTab }, run: { $0.closeTab() }),
    Command(
      "tab.closeOthers", "Close other tabs", "Close all tabs but that of the request.",
      in: .everywhere, keys: [], whyUnavailable: { $0.whyNoTab ?? $0.whyNoTabs }, run: { $0.closeOtherTabs() }),
    Command(
      "tab.reopen", "Reopen closed tab", "Open the tab again that was closed last.",
      in: .everywhere, keys: [], whyUnavailable: { $0.tabs.canReopen ? nil : "No tab was closed" },
      run: { $0.reopenTab() }),
    Command(
      "tab.next", "Next tab of requests", "Show the request of the next tab; a number before it shows that tab.",
      in: .everywhere, keys: [.character("}")], count: .place, whyUnavailable: { $0.whyNoTabs },
      run: { bench in bench.count.map { bench.showTab(number: $0) } ?? bench.showTab(by: 1) }),
    Command(
      "tab.previous", "Previous tab of requests", "Show the request of the previous tab.",
      in: .everywhere, keys: [.character("{")], count: .repeats, whyUnavailable: { $0.whyNoTabs },
      run: { $0.showTab(by: -1) }),
    Command(
      "tab.moveLeft", "Move tab left", "Move the tab of the request to the left.",
      in: .everywhere, keys: [], whyUnavailable: { $0.whyNoTab ?? $0.whyNoTabs }, run: { $0.moveTab(by: -1) }),
    Command(
      "tab.moveRight", "Move tab right", "Move the tab of the request to the right.",
      in: .everywhere, keys: [], whyUnavailable: { $0.whyNoTab ?? $0.whyNoTabs }, run: { $0.moveTab(by: 1) }),
  ]
}
