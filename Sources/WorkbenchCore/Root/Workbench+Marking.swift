import TerminalUI

// Selecting text with the mouse, in the response and in screens of text. It is copied when the button is released.
extension Workbench {
  /// Forgets the selected text, as the mouse was pressed.
  mutating func clearMark() {
    isTextDragged = false
    if responsePane.tab.view.mark != nil { responsePane.tab.view.mark = nil }
  }

  /// - Parameter point: Inside the border of the response.
  mutating func beginMark(at point: Point) {
    isTextDragged = responsePane.tab.beginMark(at: point, in: context(.response))
  }

  mutating func extendMark(_ mouse: Mouse) -> [Effect] {
    guard isTextDragged else { return [] }
    if !overlays.isEmpty { return route(inputs.drag(mouse, on: size)) }
    guard let area = layout[.response] else { return [] }
    let point = Point(column: mouse.point.column - area.column - 2, row: mouse.point.row - area.row - 1)
    responsePane.tab.extendMark(to: point, in: context(.response))
    return []
  }

  /// Copies the selected text.
  mutating func endMark(_ mouse: Mouse) -> [Effect] {
    guard isTextDragged else { return [] }
    isTextDragged = false
    return route(overlays.isEmpty ? responsePane.tab.copyMark(in: context(.response)) : inputs.drag(mouse, on: size))
  }
}
