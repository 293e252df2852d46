import BodyDocument
import Foundation
import RequestModel
import TerminalUI
import Testing

@testable import WorkbenchCore
import TestSupport

/// Foreign texts (bodies, headers, names of files) never act on the terminal.
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
      app.press("3 <A-q>")
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
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: [node]))))
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

  private static let naughty: [String] = {
    let place = ProjectFiles.cases.appending(path: "blns/blns.json")
    return (try? JSONDecoder().decode([String].self, from: Data(contentsOf: place))) ?? []
  }()

  /// No text moves the frame around it: every row ends in the border's own column.
  private func expectBordersInPlace(_ app: Harness, _ what: String) {
    let frame = app.bench.render()
    for row in 2..<frame.size.rows - 2 {
      #expect("│╮╯".contains(frame[frame.size.columns - 1, row].text), "\(what), row \(row): \(app.screen)")
      for column in 0..<frame.size.columns {
        for scalar in frame[column, row].text.unicodeScalars {
          let category = scalar.properties.generalCategory
          #expect(category != .control && category != .format, "\(what): U+\(String(scalar.value, radix: 16))")
        }
      }
    }
  }

  @Test(.needsCases("blns"))
  func naughtyStringsAsValuesKeysHeadersAndNamesMoveNothing() throws {
    func json(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }
    let members = try Self.naughty.map { "\(try json($0)): \(try json($0))" }
    let headers = Self.naughty.map { Header("X-Naughty", $0) } + Self.naughty.map { Header($0, "value") }
    var app = Harness(columns: 90, rows: 30)
    let nodes = Self.naughty.enumerated().map { index, name in
      CollectionNode(address: Address("\(index).json"), depth: 0, kind: .request(method: "GET", id: nil), title: name)
    }
    app.receive(.workspace(.loaded(CollectionTree(root: "/collections", nodes: nodes))))
    for _ in 0..<nodes.count / 20 {
      expectBordersInPlace(app, "names")
      app.press("<PgDn>")
    }
    app = Harness.shop(columns: 90, rows: 30)
    app.sendAndAnswer {
      .answered(
        $0, body: "{\(members.joined(separator: ","))}", headers: [Header("Content-Type", "application/json")] + headers
      )
    }
    app.press("3 z")
    for view in ["body", "wrapped body", "headers"] {
      app.press("<Home>")
      for _ in 0..<Self.naughty.count / 20 {
        expectBordersInPlace(app, view)
        app.press("<PgDn>")
      }
      app.press(view == "body" ? "W" : "]")
    }
  }
}
