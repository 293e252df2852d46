import TerminalUI

/// Where the mouse selects text.
enum MarkedText: Equatable, Sendable {
  case response, pinned
  /// The top screen over the panes.
  case overlay
}

// Selecting text with the mouse, in responses and in screens of text. It is copied when the button is released.
extension Workbench {
  /// Forgets the selected text, as the mouse was pressed.
  mutating func clearMark() {
    markedText = nil
    if responsePane.tab.view.mark != nil { responsePane.tab.view.mark = nil }
    if pinned?.pane.tab.view.mark != nil { pinned?.pane.tab.view.mark = nil }
  }

  mutating func beginMark(_ mouse: Mouse, in place: MarkedText) {
    let hasText = change(place, at: mouse.point) { $0.beginMark(at: $1, clicks: mouse.clicks, in: $2) }
    markedText = hasText == true ? place : nil
  }

  mutating func extendMark(_ mouse: Mouse) -> [Effect] {
    guard let markedText else { return [] }
    if markedText == .overlay { return route(inputs.drag(mouse, on: size)) }
    change(markedText, at: mouse.point) { $0.extendMark(to: $1, in: $2) }
    return []
  }

  /// Copies the selected text.
  mutating func endMark(_ mouse: Mouse) -> [Effect] {
    guard let place = markedText else { return [] }
    markedText = nil
    if place == .overlay { return route(inputs.drag(mouse, on: size)) }
    return route(change(place, at: mouse.point) { tab, _, context in tab.copyMark(in: context) } ?? [])
  }

  /// Changes the tab of a response, given a point inside its border. `nil` if it is not on the screen.
  @discardableResult
  private mutating func change<Result>(
    _ place: MarkedText, at point: Point, _ body: (inout any ResponseTab, Point, PaneContext) -> Result
  ) -> Result? {
    guard let area = place == .pinned ? layout.pinned : layout[.response] else { return nil }
    let point = Point(column: point.column - area.column - 2, row: point.row - area.row - 1)
    guard place == .pinned else {
      let context = context(.response)
      return body(&responsePane.tab, point, context)
    }
    guard let context = pinned?.context(in: workspace, area), var tab = pinned?.pane.tab else { return nil }
    let result = body(&tab, point, context)
    pinned?.pane.tab = tab
    return result
  }
}
