import TerminalUI
import Testing

@testable import WorkbenchCore

extension Harness {
  /// The first place of a text on the screen.
  func place(of text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Point {
    let frame = bench.render()
    for row in 0..<frame.size.rows {
      let cells = (0..<frame.size.columns).map { frame[$0, row].text }
      for column in cells.indices where cells[column...].joined().hasPrefix(text) {
        return Point(column: column, row: row)
      }
    }
    Issue.record("\"\(text)\" is not on the screen:\n\(screen)", sourceLocation: sourceLocation)
    return Point(column: 0, row: 0)
  }

  mutating func mouse(_ action: Mouse.Action, _ point: Point, right: Int = 0, down: Int = 0) {
    let point = Point(column: point.column + right, row: point.row + down)
    receive(.input(.mouse(Mouse(action, at: point))))
  }

  /// Clicks a text and returns the effects of the press.
  @discardableResult
  mutating func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> [Effect] {
    let point = place(of: text, sourceLocation: sourceLocation)
    mouse(.press, point)
    let pressed = effects
    mouse(.release, point)
    return pressed + effects
  }
}
