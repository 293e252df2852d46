import TerminalUI
import Testing

@testable import WorkbenchCore

/// The name that is suggested for the file of a body.
@Suite struct SaveNameTests {
  @Test(
    arguments: [
      ("/collections/shop", "orders.txt"), ("/collections/shop/orders", "orders.txt"), ("/collections", "orders.json"),
      ("/collections/shop/.cache", "orders.json"), ("/home/ada", "orders.json"), (nil, "orders.json"),
    ] as [(String?, String)]) func aBodyGetsNoNameOfARequestOfACollection(_ folder: String?, _ name: String)
  {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0) }
    app.bench.workspace.workingFolder = folder
    app.press("3 w")
    #expect((app.bench.overlays.last?.screen as? Prompt)?.editor.text == name)
  }
}
