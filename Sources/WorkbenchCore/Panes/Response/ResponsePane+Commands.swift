extension ResponsePane {
  package static let commands: [PaneCommand<ResponsePane>] =
    tabKeys + ResponseTabs.commands(.whileShown) + rowKeys + ResponseTabs.commands(.everyTab) + selectionKeys

  private static let tabKeys: [PaneCommand<ResponsePane>] =
    [
      PaneCommand(
        "response.nextTab", "Next response tab", "Show the next tab of the response.",
        keywords: "section switch right", keys: [.character("]")], footer: "tab",
        count: .repeats, whyUnavailable: { $0.whyNoOtherTab(in: $1) },
        run: { $0.selectTab(by: 1, in: $1) }),
      PaneCommand(
        "response.previousTab", "Previous response tab", "Show the previous tab of the response.",
        keywords: "section switch left", keys: [.character("[")],
        count: .repeats, whyUnavailable: { $0.whyNoOtherTab(in: $1) },
        run: { $0.selectTab(by: -1, in: $1) }),
    ] + ResponseTabs.all.map(show)

  private static func show(_ tab: any ResponseTab.Type) -> PaneCommand<ResponsePane> {
    PaneCommand(
      "response.\(tab.id)Tab", "Response \(tab.title) tab", "Show the \(tab.title) tab of the response.",
      keywords: tab.keywords, keys: [], go: tab.letter,
      whyUnavailable: { $0.whyNoTab(tab, in: $1) },
      run: { pane, context in
        pane.select(tab.id, in: context)
        return []
      })
  }

  private static let rowKeys: [PaneCommand<ResponsePane>] = [
    PaneCommand(
      "response.wrap", "Wrap lines", "Toggle wrapping of long lines.",
      keywords: "long word break fold", keys: [.character("W")],
      whyUnavailable: { $1.workspace.exchange == nil ? $1.workspace.noResponse : nil },
      run: { $0.toggleWrap(in: $1) }),
    PaneCommand(
      "response.numbers", "Row numbers", "Toggle row numbers.",
      keywords: "line gutter", keys: [.character("#")],
      whyUnavailable: { $1.workspace.exchange == nil ? $1.workspace.noResponse : nil },
      run: { $0.toggleNumbers(in: $1) }),
    PaneCommand(
      "response.search", "Find in response", "Search as you type; Ctrl+R toggles regular expressions.",
      keywords: "find search text regex body grep", keys: [.character("/")],
      footer: "find", opensField: true, whyUnavailable: { $0.whyNoRows(in: $1) },
      run: { $0.tab.openSearch(in: $1) }),
    PaneCommand(
      "response.findNext", "Next match", "Go to the next match; before a search, create a request.",
      keywords: "search following result", keys: [.character("n")], footer: "next match", footerRank: -1,
      isHinted: { pane, _ in pane.tab.view.search?.hasOtherMatches == true },
      count: .repeats, whyUnavailable: { pane, context in pane.tab.whyNoSearch(context.workspace.keys) },
      run: { $0.tab.findNext(forward: true, in: $1) }),
    PaneCommand(
      "response.findPrevious", "Previous match", "Go to the previous match; before a search, create a folder.",
      keywords: "search preceding result back", keys: [.character("N")],
      count: .repeats, whyUnavailable: { pane, context in pane.tab.whyNoSearch(context.workspace.keys) },
      run: { $0.tab.findNext(forward: false, in: $1) }),
    PaneCommand(
      "response.pause", "Pause response", "Pause or resume the response.",
      keywords: "stream hold resume freeze", keys: [.character("Q")], footer: "pause",
      footerNow: { $1.workspace.exchange?.isPaused == true ? "resume" : "pause" }, footerRank: -1,
      whyUnavailable: {
        $1.workspace.exchange?.isRunning == true ? nil : "Nothing is being received: only running requests pause"
      },
      run: { $0.togglePause(in: $1) }),
    PaneCommand(
      "response.compareExchange", "Compare exchanges with…",
      "Compare request, headers, body and times with those of another exchange.",
      keywords: "compare difference request headers times another", keys: [], go: "=",
      opensField: true,
      whyUnavailable: {
        $1.workspace.exchange?.exchange == nil
          ? $1.workspace.noResponse : nil
      },
      run: { _, context in
        guard let live = context.workspace.exchange else { return [] }
        return ExchangePicker.open(.exchange, for: live, in: context)
      }),
  ]

  private static let selectionKeys: [PaneCommand<ResponsePane>] = [
    PaneCommand(
      "response.select", "Select rows", "Start selecting rows; {response.select} or Esc ends the selection.",
      keywords: "visual mark range block",
      keys: [.character("s")], whyUnavailable: { $0.whyNoRows(in: $1) },
      run: { pane, _ in
        pane.tab.toggleSelection()
        return []
      }),
    PaneCommand(
      "response.copyValue", "Copy value",
      "Copy the value of the row: a text without quotes, an object or array as its JSON; or the selected rows.",
      keywords: "clipboard yank json field",
      keys: [.character("y")], footer: "copy", whyUnavailable: { $0.whyNoRows(in: $1) },
      run: { $0.tab.copyValue(in: $1) }),
    PaneCommand(
      "response.copyRow", "Copy row or path", "Copy the selected rows as shown; again copies the path of the row.",
      keywords: "yank clipboard line value",
      keys: [.character("Y")], whyUnavailable: { $0.whyNoRows(in: $1) },
      run: { $0.tab.copyRowOrPath(in: $1) }),
    PaneCommand(
      "response.check", "Check this value",
      "Add a check of this row to the request: a value, a header, a cookie, a time or a certificate.",
      keywords: "test assert expect add assertion",
      keys: [], go: "K", whyUnavailable: { $1.workspace.whyNoCheckToAdd },
      run: { $0.addCheck(in: $1) }),
    move("response.down", "Down", "Select the next row.", [.down, .character("j")]) { _ in 1 },
    move("response.up", "Up", "Select the previous row.", [.up, .character("k")]) { _ in -1 },
    move("response.pageDown", "Page down", "Move down a page.", [.pageDown, .control("f")]) { $0 },
    move("response.pageUp", "Page up", "Move up a page.", [.pageUp, .control("b")]) { -$0 },
    move("response.halfDown", "Half page down", "Move down half a page.", [.control("d")]) { max(1, $0 / 2) },
    move("response.halfUp", "Half page up", "Move up half a page.", [.control("u")]) { -max(1, $0 / 2) },
    jump("response.top", "Top", "Select the first row.", to: .top),
    jump("response.bottom", "Bottom", "Select the last row.", to: .bottom),
    PaneCommand(
      "response.left", "Scroll left", "Scroll left.",
      keywords: "sideways horizontal", keys: [.left, .character("h")], count: .repeats,
      run: { pane, _ in
        pane.tab.view.scrollSideways(by: -8)
        return []
      }),
    PaneCommand(
      "response.right", "Scroll right", "Scroll right.",
      keywords: "sideways horizontal", keys: [.right, .character("l")], count: .repeats,
      run: { pane, _ in
        pane.tab.view.scrollSideways(by: 8)
        return []
      }),
  ]

  /// Adds a check of the selected row to the request.
  fileprivate func addCheck(in context: PaneContext) -> [PaneOutput] {
    let workspace = context.workspace
    guard let request = workspace.exampleFile.flatMap({ workspace.items[$0].draft?.current.request }) else { return [] }
    do throws(Refusal) {
      let check = try tab.check(in: context)
      let name = CheckName.of(check)
      guard !request.checks.contains(where: { CheckName.of($0) == name }) else {
        return [.information("The request already checks \(name)")]
      }
      return workspace.addToRequest("Check", name) { $0.checks.append(check) }
    } catch {
      return [.information(error.reason)]
    }
  }
}

extension Workspace {
  fileprivate var whyNoCheckToAdd: String? {
    guard exchange?.response != nil else { return noResponse }
    return exampleFile.flatMap { items[$0].draft } == nil ? "This exchange has no request file here" : nil
  }
}

extension ResponseTabs {
  fileprivate static func commands(_ reach: CommandReach) -> [PaneCommand<ResponsePane>] {
    all.flatMap { $0.commands(reach) }
  }
}

extension ResponseTab {
  fileprivate static func commands(_ reach: CommandReach) -> [PaneCommand<ResponsePane>] {
    commands.filter { $0.reach == reach }.map(\.ofPane)
  }
}
