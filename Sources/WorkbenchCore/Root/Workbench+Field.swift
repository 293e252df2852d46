import TerminalUI

// The mouse in the open text field of one line, wherever it is.
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
    if overlays.isEmpty { point(pointer) } else { inputs.point(pointer) }
    return []
  }

  private mutating func point(_ pointer: FieldPointer) {
    switch scope {
    case .collections: collectionsPane.point(pointer)
    case .history: historyPane.point(pointer)
    case .environments: environmentsPane.point(pointer)
    case .request: requestPane.point(pointer)
    case .response: responsePane.point(pointer)
    case .changes, .difference, .run, .everywhere: break
    }
  }
}

extension Overlay {
  /// Gives the mouse to the text field.
  mutating func point(_ pointer: FieldPointer) {
    switch self {
    case .picker(var picker):
      picker.editor.point(pointer)
      self = .picker(picker)
    case .prompt(var prompt):
      prompt.editor.point(pointer)
      self = .prompt(prompt)
    case .table(var table):
      table.editor.point(pointer)
      self = .table(table)
    case .workspaces(var screen):
      screen.point(pointer)
      self = .workspaces(screen)
    case .run(var form):
      form.point(pointer)
      self = .run(form)
    default: break
    }
  }
}
