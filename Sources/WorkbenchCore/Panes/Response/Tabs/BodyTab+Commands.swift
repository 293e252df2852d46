import BodyDocument
import TerminalUI

extension BodyTab {
  package static let commands: [TabCommand<BodyTab>] = [
    inSight(
      "response.fold", "Fold", "Folds or unfolds what begins or ends at this row.", [.enter, .character(" ")],
      footer: "fold"
    ) {
      $0.toggleFold(in: $1)
      return []
    },
    inSight("response.foldAll", "Fold all", "Folds every object and array below the first level.", [.character("C")]) {
      $0.foldAll(in: $1)
      return []
    },
    inSight("response.unfoldAll", "Unfold all", "Unfolds every object and array.", [.character("O")]) {
      $0.unfoldAll(in: $1)
      return []
    },
    inSight("response.foldMore", "Fold a level more", "Shows one level of the body less.", [.character("-")]) {
      $0.changeFoldLevel(by: -1, in: $1)
      return []
    },
    inSight("response.foldLess", "Fold a level less", "Shows one level of the body more.", [.character("+")]) {
      $0.changeFoldLevel(by: 1, in: $1)
      return []
    },
    inSight("response.bracket", "Matching bracket", "Goes to the other end of the object or array.", [.character("%")])
    {
      $0.jump(in: $1, { $0.matchingBracket(of: $1) }, else: "This row opens and closes nothing")
    },
    inSight("response.parent", "Parent", "Goes to what holds this row.", [.character("P")]) {
      $0.jump(in: $1, { $0.parent(of: $1) }, else: "This row is in nothing")
    },
    inSight(
      "response.nextSibling", "Next sibling", "Goes to the next value at the same level, or the next change.",
      [.character("J")]
    ) { $0.goToSibling(forward: true, in: $1) },
    inSight(
      "response.previousSibling", "Previous sibling",
      "Goes to the previous value at the same level, or the previous change.", [.character("K")]
    ) { $0.goToSibling(forward: false, in: $1) },
    everyTab("response.raw", "Raw or pretty", "Toggles between the body as it came and laid out.", [.character("p")]) {
      $0.toggleRaw(in: $1)
    },
    everyTab("response.view", "Next view", "Cycles pretty, table, raw and hex.", [.character("V")]) {
      $0.nextView(in: $1)
    },
    everyTab(
      "response.filter", "Filter the body", "Shows what a JSONPath or a |command leaves of the body; Esc shows all.",
      [.character("f")], footer: "filter", opensField: true
    ) {
      $0.openFilter(in: $1)
      return []
    },
    everyTab(
      "response.path", "Filter by JSONPath", "Opens the filter with $, the root of a path.", [.character("$")],
      opensField: true
    ) {
      $0.openFilter("$", in: $1)
      return []
    },
    everyTab(
      "response.pipe", "Filter by a command", "Opens the filter with |, for any shell command: jq, grep, sort.",
      [.character("|")], opensField: true
    ) {
      $0.openFilter("|", in: $1)
      return []
    },
    everyTab("response.follow", "Follow the end", "Follow streaming output.", [.character("F")]) {
      $0.toggleFollowing(in: $1)
      return []
    },
    everyTab(
      "response.compare", "Compare", "Compare with another response; Esc shows the body.", [.character("D")],
      opensField: true
    ) { $0.openComparison(in: $1) },
    everyTab(
      "response.copy", "Copy value, key or path", "Asks what to copy of the selected row.", [.character("c")],
      opensField: true
    ) { $0.openCopy(in: $1) },
    everyTab(
      "response.copyBody", "Copy the body", "Copies the whole body as it came, or what a filter has left.",
      [.character("Y")]
    ) { $0.copy(in: $1) },
    everyTab(
      "response.saveBody", "Save the body to a file",
      "Writes the body, with secrets or masked, or what a filter has left.", [.character("w")], footer: "write",
      footerRank: 1,
      opensField: true
    ) { $0.promptSave(in: $1) },
    everyTab("response.pager", "Open in the pager", "Opens the body in $PAGER, or less.", [.character("o")]) {
      $0.open(in: .pager, $1)
    },
    everyTab(
      "response.editor", "Open in the editor", "Opens a copy of the body in $VISUAL or $EDITOR.", [.character("E")]
    ) { $0.open(in: .editor, $1) },
    everyTab(
      "response.secrets", "Show or mask secrets",
      "Shows the secrets in this body, or masks them; copies, filters and files get what is shown.", [.character("M")]
    ) { $0.toggleSecrets(in: $1) },
    everyTab(
      "response.variable", "Keep as a variable", "Makes the selected value a variable of the environment.",
      [.character("=")], opensField: true
    ) { $0.promptVariable(in: $1) },
  ]

  private typealias Run = @Sendable (inout BodyTab, PaneContext) -> [PaneOutput]

  /// A command on the row where the cursor is.
  private static func inSight(
    _ name: String, _ title: String, _ help: String, _ keys: [Key], footer: String? = nil, run: @escaping Run
  ) -> TabCommand<BodyTab> {
    TabCommand(
      .inSight,
      PaneCommand(name, title, help, keys: keys, footer: footer, whyUnavailable: { tab, _ in tab.whyNoBody }, run: run))
  }

  /// A command on the whole body, whichever tab is in sight.
  private static func everyTab(
    _ name: String, _ title: String, _ help: String, _ keys: [Key], footer: String? = nil, footerRank: Int = 0,
    opensField: Bool = false,
    run: @escaping Run
  ) -> TabCommand<BodyTab> {
    TabCommand(
      .everyTab,
      PaneCommand(
        name, title, help, keys: keys, footer: footer, footerRank: footerRank, opensField: opensField,
        whyUnavailable: { tab, _ in tab.whyNoBody }, run: run))
  }
}
