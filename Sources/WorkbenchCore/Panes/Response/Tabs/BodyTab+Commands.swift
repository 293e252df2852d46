extension BodyTab {
  package static let commands: [TabCommand<BodyTab>] = [
    whileShown(
      "response.fold", "Fold or open", "Fold or unfold the object or array of this row; open the message of it.",
      keywords: "collapse expand toggle node unfold read", [.enter, .character(" ")],
      footer: "fold", isHinted: { tab, _ in !tab.view.isSelecting }, whyUnavailable: { $0.whyNoFold }
    ) { $0.toggleFold(in: $1) },
    whileShown(
      "response.foldAll", "Fold all", "Fold all objects and arrays below the first level.",
      keywords: "collapse everything close", [.character("Z")]
    ) { $0.foldAll(in: $1) },
    whileShown(
      "response.unfoldAll", "Unfold all", "Unfold all objects and arrays.",
      keywords: "expand everything open", [.character("O")]
    ) { $0.unfoldAll(in: $1) },
    whileShown(
      "response.foldMore", "Fold one level", "Show one level fewer.",
      keywords: "collapse level less depth", [.character("-")]
    ) { $0.changeFoldLevel(by: -1, in: $1) },
    whileShown(
      "response.foldLess", "Unfold one level", "Show one level more.",
      keywords: "expand level more depth", [.character("+")]
    ) { $0.changeFoldLevel(by: 1, in: $1) },
    whileShown(
      "response.bracket", "Matching bracket", "Go to the other end of the object or array.",
      keywords: "brace pair end match", [.character("%")]
    ) {
      $0.jump(in: $1, { $0.matchingBracket(of: $1) }, else: "No bracket in this row")
    },
    whileShown(
      "response.parent", "Parent", "Go to the enclosing object or array.",
      keywords: "up enclosing container out", [.backspace]
    ) {
      $0.jump(in: $1, { $0.parent(of: $1) }, else: "This row has no parent")
    },
    whileShown(
      "response.nextSibling", "Next sibling", "Go to the next value at this level, or the next change.",
      keywords: "following same level change",
      [.character("J")], footer: "next change", footerRank: -1, isHinted: { tab, _ in tab.shown.comparison != nil }
    ) { $0.goToSibling(forward: true, in: $1) },
    whileShown(
      "response.previousSibling", "Previous sibling",
      "Go to the previous value at this level, or the previous change.",
      keywords: "preceding same level change", [.character("K")]
    ) { $0.goToSibling(forward: false, in: $1) },
    everyTab(
      "response.raw", "Raw or pretty", "Toggle pretty and raw.",
      keywords: "source unformatted plain format beautify prettify view", [.alt("q")]
    ) {
      $0.toggleRaw(in: $1)
    },
    everyTab(
      "response.view", "Next view", "Cycle pretty, table, raw and hex.",
      keywords: "hex table tree preview image mode", [.character("V")]
    ) {
      $0.nextView(in: $1)
    },
    everyTab(
      "response.filter", "Filter response",
      "Filter the body with a JSONPath or a |command, or messages by their text; Esc shows all.",
      keywords: "jsonpath jq query search narrow body messages",
      [.character("f")], footer: "filter", opensField: true
    ) { $0.openFilter(in: $1) },
    everyTab(
      "response.path", "Filter by JSONPath", "Filter the body with a JSONPath.",
      keywords: "jsonpath query select extract", [.character("$")],
      opensField: true
    ) { $0.openFilter("$", in: $1) },
    everyTab(
      "response.pipe", "Filter by command", "Filter the body with a shell command, such as jq or grep.",
      keywords: "jq grep shell command unix",
      [.character("|")], opensField: true
    ) { $0.openFilter("|", in: $1) },
    TabCommand(
      .everyTab,
      PaneCommand(
        "response.follow", "Follow response",
        "Follow the end of the body or of the messages; streams and logs are followed until another row is selected.",
        keywords: "tail stream sse events live bottom autoscroll", keys: [.character("F")], footer: "follow",
        footerNow: { $0.isFollowing($1.workspace.exchange, in: $1) ? "unfollow" : "follow" }, footerRank: -1,
        isHinted: { _, context in context.workspace.exchange?.isUnderWay == true },
        whyUnavailable: { tab, _ in tab.whyNoBody }, run: { $0.toggleFollowing(in: $1) })),
    everyTab(
      "response.compare", "Compare bodies with…",
      "Compare with another response, or a message with another one; Esc shows the body.",
      keywords: "compare body difference responses another", [.character("=")],
      opensField: true
    ) { $0.openComparison(in: $1) },
    TabCommand(
      .everyTab,
      PaneCommand(
        "response.example", "Save as example",
        "Save the response as an example of its request, or a message as a saved message of it.",
        keywords: "store sample mock keep snapshot",
        keys: [.character("a")], opensField: true,
        whyUnavailable: { tab, context in
          tab.message == nil || !context.workspace.keepsMessages
            ? context.workspace.whyNoExampleToSave : context.workspace.whyNoMessageToKeep
        },
        run: { tab, context in
          guard let message = tab.message, context.workspace.keepsMessages else {
            return MessageKeeper.promptForExample(in: context)
          }
          return MessageKeeper.prompt(forMessage: message.index, in: context)
        })),
    everyTab(
      "response.copy", "Copy value, key or path", "Choose what to copy from the selected row.",
      keywords: "yank clipboard path key value choose", [], go: "y",
      opensField: true
    ) { $0.openCopy(in: $1) },
    everyTab(
      "response.copyBody", "Copy body",
      "Copy the whole body, or the filtered part; the listed messages as lines of JSON.",
      keywords: "yank clipboard whole response content",
      [], go: "Y"
    ) { $0.copy(in: $1) },
    everyTab(
      "response.saveBody", "Save body to file",
      "Save the body, masked or with secrets, or the filtered part; all messages as lines of JSON.",
      keywords: "download write file export store response", [.character("w")], footer: "write",
      footerRank: 1,
      opensField: true
    ) { $0.promptSave(in: $1) },
    everyTab(
      "response.pager", "Open in pager", "Open the body in $PAGER or less.",
      keywords: "less view external more", [], go: "|"
    ) {
      $0.open(in: .pager, $1)
    },
    everyTab(
      "response.editor", "Open in $EDITOR", "Open a copy of the body in $VISUAL or $EDITOR.",
      keywords: "vim external open view", [.character("E")]
    ) { $0.open(in: .editor, $1) },
    everyTab(
      "response.secrets", "Show or mask secrets",
      "Show or mask secrets; copies, filters and files get what is shown.",
      keywords: "unmask reveal hide passwords", [.character("M")]
    ) { $0.toggleSecrets(in: $1) },
    everyTab(
      "response.variable", "Save as variable", "Save the selected value as a variable of the environment.",
      keywords: "capture extract chain environment set store", [],
      go: "V", opensField: true
    ) { $0.promptVariable(in: $1) },
  ]

  private typealias Run = @Sendable (inout BodyTab, PaneContext) -> [PaneOutput]

  /// A command on the selected row.
  private static func whileShown(
    _ name: String, _ title: String, _ help: String, keywords: String, _ keys: [Key], footer: String? = nil,
    footerRank: Int = 0, isHinted: (@Sendable (BodyTab, PaneContext) -> Bool)? = nil,
    whyUnavailable: @escaping @Sendable (BodyTab) -> String? = { $0.whyNoBody }, run: @escaping Run
  ) -> TabCommand<BodyTab> {
    TabCommand(
      .whileShown,
      PaneCommand(
        name, title, help, keywords: keywords, keys: keys, footer: footer, footerRank: footerRank, isHinted: isHinted,
        whyUnavailable: { tab, _ in whyUnavailable(tab) }, run: run))
  }

  /// A command on the whole body, available in every tab.
  private static func everyTab(
    _ name: String, _ title: String, _ help: String, keywords: String, _ keys: [Key], go: Character? = nil,
    footer: String? = nil, footerRank: Int = 0, opensField: Bool = false, run: @escaping Run
  ) -> TabCommand<BodyTab> {
    TabCommand(
      .everyTab,
      PaneCommand(
        name, title, help, keywords: keywords, keys: keys, go: go, footer: footer, footerRank: footerRank,
        opensField: opensField,
        whyUnavailable: { tab, _ in tab.whyNoBody }, run: run))
  }
}
