import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore

/// What strangers write (bodies, headers, names of files) can never act on the terminal.
@Suite struct HostileTextTests {
  private static let evil = "\u{1B}]0;pwned\u{7}\u{1B}[2J\u{9B}H\u{202E}x"

  private func expectSafe(_ app: Harness, sourceLocation: SourceLocation = #_sourceLocation) {
    for cell in app.bench.render().cells {
      for scalar in cell.text.unicodeScalars {
        let isSafe = scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
        #expect(isSafe, "U+\(String(scalar.value, radix: 16)) is on the screen", sourceLocation: sourceLocation)
      }
    }
    #expect(app.screen.contains("␛"), "The mark is not on the screen", sourceLocation: sourceLocation)
  }

  @Test func inABodyOrAHeader() {
    for type in ["text/plain", "application/json", "text/html"] {
      var app = Harness.shop()
      app.sendAndAnswer {
        .answered(
          $0, body: "\"\(Self.evil)\"", headers: [Header("Content-Type", type), Header("X-\(Self.evil)", Self.evil)])
      }
      expectSafe(app)
      app.press("3 p")
      expectSafe(app)
      app.press("]")
      expectSafe(app)
    }
  }

  @Test func inTheReasonOfAnAnswer() {
    var app = Harness.shop()
    app.sendAndAnswer { .answered($0, reason: Self.evil) }
    expectSafe(app)
  }

  @Test func inTheNameOrTheMethodOfAFile() {
    var app = Harness()
    let node = CollectionNode(
      address: "evil.json", depth: 0, kind: .request(method: Self.evil, id: nil), title: Self.evil)
    app.receive(.library(.loaded(CollectionTree(root: "/collections", nodes: [node]))))
    app.open("evil.json", SavedRequest(method: Self.evil, url: Self.evil))
    expectSafe(app)
  }

  @Test func inANoticeADialogAndAPaste() {
    var app = Harness.shop()
    app.receive(.notice(Notice(.failure, Self.evil)))
    expectSafe(app)
    app.press("e")
    app.receive(.input(.paste(Self.evil)))
    expectSafe(app)
    app.press("<Esc> 1 r")
    app.receive(.input(.paste(Self.evil)))
    expectSafe(app)
  }
}
