import BodyDocument
import RequestModel
import TerminalUI

extension Command {
  static let response: [Command] = [
    Command(
      "response.nextTab", "Next tab", "Shows the next part of the answer.", in: .response, keys: [.character("]")],
      footer: "tab", run: { $0.selectTab(by: 1) }),
    Command(
      "response.previousTab", "Previous tab", "Shows the part before.", in: .response, keys: [.character("[")],
      run: { $0.selectTab(by: -1) }),
    Command(
      "response.fold", "Fold", "Closes or opens what begins or ends at this row.",
      in: .response, keys: [.enter, .character(" ")], footer: "fold",
      whyUnavailable: { $0.whyNotInBody }, run: { $0.foldBody() }),
    Command(
      "response.foldAll", "Fold all", "Closes every object and array below the first level.",
      in: .response, keys: [.character("C")], whyUnavailable: { $0.whyNotInBody }, run: { $0.foldAllInBody() }),
    Command(
      "response.unfoldAll", "Unfold all", "Opens every object and array.",
      in: .response, keys: [.character("O")], whyUnavailable: { $0.whyNotInBody }, run: { $0.unfoldAllInBody() }),
    Command(
      "response.foldMore", "Fold a level more", "Shows one level of the body less.",
      in: .response, keys: [.character("-")], whyUnavailable: { $0.whyNotInBody }, run: { $0.changeFoldLevel(by: -1) }),
    Command(
      "response.foldLess", "Fold a level less", "Shows one level of the body more.",
      in: .response, keys: [.character("+")], whyUnavailable: { $0.whyNotInBody }, run: { $0.changeFoldLevel(by: 1) }),
    Command(
      "response.bracket", "Matching bracket", "Goes to the other end of the object or array.",
      in: .response, keys: [.character("%")], whyUnavailable: { $0.whyNotInBody },
      run: { $0.jump({ $0.matchingBracket(of: $1) }, else: "This row opens and closes nothing") }),
    Command(
      "response.parent", "Parent", "Goes to what holds this row.",
      in: .response, keys: [.character("P")], whyUnavailable: { $0.whyNotInBody },
      run: { $0.jump({ $0.parent(of: $1) }, else: "This row is in nothing") }),
    Command(
      "response.nextSibling", "Next sibling", "Goes to the next value at the same level, or the next change.",
      in: .response, keys: [.character("J")], whyUnavailable: { $0.whyNotInBody },
      run: { $0.goToSibling(forward: true) }),
    Command(
      "response.previousSibling", "Previous sibling",
      "Goes to the value before at the same level, or the change before.",
      in: .response, keys: [.character("K")], whyUnavailable: { $0.whyNotInBody },
      run: { $0.goToSibling(forward: false) }),
    Command(
      "response.raw", "Raw or pretty", "Shows the body as it came, or laid out.",
      in: .response, keys: [.character("p")], whyUnavailable: { $0.whyNoBody }, run: { $0.inBody { $0.toggleRaw() } }),
    Command(
      "response.view", "Next view", "Shows the body laid out, as a table, as it came, in hex: what fits it.",
      in: .response, keys: [.character("V")], whyUnavailable: { $0.whyNoBody }, run: { $0.inBody { $0.nextView() } }),
    Command(
      "response.wrap", "Wrap lines", "Breaks long lines at the edge, or lets them go on beyond it.",
      in: .response, keys: [.character("W")], run: { $0.toggleWrap() }),
    Command(
      "response.numbers", "Row numbers", "Shows the number of each row, or hides it.",
      in: .response, keys: [.character("#")], run: { $0.toggleNumbers() }),
    Command(
      "response.search", "Find", "Goes to what is typed, letter by letter; Ctrl+R makes it a regular expression.",
      in: .response, keys: [.character("/")], footer: "find", opensField: true, whyUnavailable: { $0.whyNoRows },
      run: { $0.openSearch() }),
    Command(
      "response.findNext", "Next hit", "Goes to the next place that has it.", in: .response, keys: [.character("n")],
      whyUnavailable: { $0.whyNoSearch }, run: { $0.findNext(forward: true) }),
    Command(
      "response.findPrevious", "Previous hit", "Goes to the place before that has it.", in: .response,
      keys: [.character("N")], whyUnavailable: { $0.whyNoSearch }, run: { $0.findNext(forward: false) }),
    Command(
      "response.filter", "Filter the body", "Shows what a JSONPath or a |command leaves of the body; Esc shows all.",
      in: .response, keys: [.character("f")], footer: "filter", opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openBodyFilter() } }),
    Command(
      "response.path", "Filter by JSONPath", "Opens the filter with $, the root of a path.",
      in: .response, keys: [.character("$")], opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openBodyFilter("$") } }),
    Command(
      "response.pipe", "Filter by a command", "Opens the filter with |, for any command of the shell: jq, grep, sort.",
      in: .response, keys: [.character("|")], opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openBodyFilter("|") } }),
    Command(
      "response.follow", "Follow the end", "Keeps the end of a body that still comes on the screen.",
      in: .response, keys: [.character("F")], whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.toggleFollowing() } }),
    Command(
      "response.pause", "Pause", "Holds a body back that still comes, or lets it come again.",
      in: .response, keys: [.character("S")], whyUnavailable: { $0.whyNothingComes }, run: { $0.togglePause() }),
    Command(
      "response.compare", "Compare", "Shows what is different in another answer of history; Esc shows the body.",
      in: .response, keys: [.character("D")], opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openComparison() } }),
    Command(
      "response.select", "Select rows", "Begins a selection, which moving extends; again or Esc ends it.",
      in: .response, keys: [.character("s")], whyUnavailable: { $0.whyNoRows }, run: { $0.toggleSelection() }),
    Command(
      "response.copyRow", "Copy the row", "Copies the selected row, or all rows of the selection.",
      in: .response, keys: [.character("y")], footer: "copy", whyUnavailable: { $0.whyNoRows }, run: { $0.copyRows() }),
    Command(
      "response.copy", "Copy value, key or path", "Asks what to copy of the selected row.",
      in: .response, keys: [.character("c")], opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openCopy() } }),
    Command(
      "response.copyBody", "Copy the body", "Copies the whole body as it came, or what a filter has left.",
      in: .response, keys: [.character("Y")], whyUnavailable: { $0.whyNoBody }, run: { $0.inBody { $0.copyBody() } }),
    Command(
      "response.saveBody", "Save the body to a file",
      "Writes the body, with secrets or masked, or what a filter has left.",
      in: .response, keys: [.character("w")], footer: "write", opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.promptSaveBody() } }),
    Command(
      "response.pager", "Open in the pager", "Shows the body in $PAGER, else less.",
      in: .response, keys: [.character("o")], whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openBody(in: .pager) } }),
    Command(
      "response.editor", "Open in the editor", "Opens a copy of the body in $VISUAL or $EDITOR.",
      in: .response, keys: [.character("E")], whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.openBody(in: .editor) } }),
    Command(
      "response.secrets", "Show or mask secrets",
      "Shows the secrets in this body, or masks them; copies, filters and files get what is shown.",
      in: .response, keys: [.character("M")], whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.toggleSecrets() } }),
    Command(
      "response.variable", "Keep as a variable", "Makes the selected value a variable of the environment.",
      in: .response, keys: [.character("=")], opensField: true, whyUnavailable: { $0.whyNoBody },
      run: { $0.inBody { $0.promptVariable() } }),
    Command(
      "response.down", "Down", "Selects the next row.", in: .response, keys: [.down, .character("j")],
      run: { $0.moveInResponse(1) }),
    Command(
      "response.up", "Up", "Selects the row above.", in: .response, keys: [.up, .character("k")],
      run: { $0.moveInResponse(-1) }),
    Command(
      "response.pageDown", "Page down", "Goes down by a page.", in: .response, keys: [.pageDown, .control("f")],
      run: { $0.moveInResponse($0.page(.response)) }),
    Command(
      "response.pageUp", "Page up", "Goes up by a page.", in: .response, keys: [.pageUp, .control("b")],
      run: { $0.moveInResponse(-$0.page(.response)) }),
    Command(
      "response.halfDown", "Half a page down", "Goes down by half a page.", in: .response, keys: [.control("d")],
      run: { $0.moveInResponse(max(1, $0.page(.response) / 2)) }),
    Command(
      "response.halfUp", "Half a page up", "Goes up by half a page.", in: .response, keys: [.control("u")],
      run: { $0.moveInResponse(-max(1, $0.page(.response) / 2)) }),
    Command(
      "response.top", "Top", "Selects the first row.", in: .response, keys: [.home, .character("g")],
      run: { $0.moveInResponse(-.max / 2) }),
    Command(
      "response.bottom", "Bottom", "Selects the last row.", in: .response, keys: [.end, .character("G")],
      run: { $0.moveInResponse(.max / 2) }),
    Command(
      "response.left", "Scroll left", "Shows what is left of the screen.", in: .response,
      keys: [.left, .character("h")], run: { $0.scrollResponse(-8) }),
    Command(
      "response.right", "Scroll right", "Shows what is right of the screen.", in: .response,
      keys: [.right, .character("l")], run: { $0.scrollResponse(8) }),
  ]
}
