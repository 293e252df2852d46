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
      "response.fold", "Fold", "Closes or opens the object or array at this row.",
      in: .response, keys: [.enter, .character(" ")], footer: "fold",
      whyUnavailable: { $0.whyNoBody }, run: { $0.foldBody() }),
    Command(
      "response.foldAll", "Fold all", "Closes every object and array below the first level.",
      in: .response, keys: [.character("C")], whyUnavailable: { $0.whyNoBody }, run: { $0.changeBody { $0.foldAll() } }),
    Command(
      "response.unfoldAll", "Unfold all", "Opens every object and array.",
      in: .response, keys: [.character("O")], whyUnavailable: { $0.whyNoBody },
      run: { $0.changeBody { $0.unfoldAll() } }),
    Command(
      "response.raw", "Raw or pretty", "Shows the body as it came, or laid out.",
      in: .response, keys: [.character("p")], whyUnavailable: { $0.whyNoBody },
      run: { $0.changeBody { $0.show($0.view == .pretty ? .raw : .pretty) } }),
    Command(
      "response.search", "Find in the body", "Goes to the next row that has the typed text.",
      in: .response, keys: [.character("/")], footer: "find", whyUnavailable: { $0.whyNoBody }, run: { $0.openSearch() }
    ),
    Command(
      "response.findNext", "Next hit", "Goes to the next row that has it.", in: .response, keys: [.character("n")],
      whyUnavailable: { $0.whyNoSearch }, run: { $0.find(forward: true) }),
    Command(
      "response.findPrevious", "Previous hit", "Goes to the row before that has it.", in: .response,
      keys: [.character("N")], whyUnavailable: { $0.whyNoSearch }, run: { $0.find(forward: false) }),
    Command(
      "response.copyRow", "Copy the row", "Copies the selected row.",
      in: .response, keys: [.character("y")], footer: "copy", whyUnavailable: { $0.whyNoRows }, run: { $0.copyRow() }),
    Command(
      "response.copyBody", "Copy the body", "Copies the whole body as it came.",
      in: .response, keys: [.character("Y")], whyUnavailable: { $0.whyNoBody }, run: { $0.copyBody() }),
    Command(
      "response.saveBody", "Save the body to a file", "Writes the body's own bytes to a file.",
      in: .response, keys: [.character("w")], footer: "write", whyUnavailable: { $0.whyNoBody },
      run: { $0.promptSaveBody() }),
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
