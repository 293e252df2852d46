import Testing
@testable import WorkbenchCore
@Test func preview() {
  var app = Harness.shop(columns: 120, rows: 30)
  app.sendAndAnswer { .answered($0) }
  print(app.screen)
  app.press("<Tab> <Down> <Down>")
  print(app.screen)
  app.press("<Tab> ] ] ]")
  print(app.screen)
}
