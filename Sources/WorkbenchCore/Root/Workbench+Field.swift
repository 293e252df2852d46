// The mouse in the open text field of one line, in any pane or dialog.
extension Workbench {
  /// - Returns: `nil` if the mouse is elsewhere.
  mutating func handleInField(_ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .press: isFieldDragged = false
    case .drag: if !isFieldDragged { return nil }
    default: return nil
    }
    guard let field = render().field, mouse.action == .drag || field.part.contains(mouse.point) else { return nil }
    isFieldDragged = true
    let pointer = FieldPointer(
      column: mouse.point.column - field.part.column + field.firstColumn, firstColumn: field.firstColumn,
      isDrag: mouse.action == .drag, clicks: mouse.clicks)
    if overlays.isEmpty { panes.point(scope, pointer) } else { inputs.point(pointer) }
    return []
  }
}
