/// A border that can be moved.
package enum PaneBorder: Equatable, Sendable {
  /// Between the sidebar and the other panes.
  case sidebar
  /// Between the request and the response, which are below or beside each other.
  case rows, columns
}

extension Layout {
  /// The border between the request and the response.
  package var responseBorder: PaneBorder? {
    guard let request = requests, let response = responses else { return nil }
    return request.row == response.row ? .columns : .rows
  }

  /// The border at a point: the edges of both panes belong to it.
  package func border(at point: Point) -> PaneBorder? {
    guard let request = requests, let response = responses else { return nil }
    if let sidebar, pane(at: point) != nil {
      let end = sidebar.column + sidebar.columns
      if (end - 1...(isSidebarOver ? end - 1 : end)).contains(point.column) { return .sidebar }
    }
    guard pane(at: point) != .sidebar, request.contains(point) || response.contains(point) else { return nil }
    switch responseBorder {
    case .rows where (response.row - 1...response.row).contains(point.row): return .rows
    case .columns where (response.column - 1...response.column).contains(point.column): return .columns
    default: return nil
    }
  }

  /// The first column or row behind a border.
  package func place(of border: PaneBorder) -> Int {
    switch border {
    case .sidebar: (sidebar?.column ?? 0) + (sidebar?.columns ?? 0)
    case .rows: responses?.row ?? 0
    case .columns: responses?.column ?? 0
    }
  }

  /// The choices after moving a border to a column or row.
  package func moving(_ border: PaneBorder, to place: Int, in choices: LayoutChoices) -> LayoutChoices {
    guard let request = requests, let response = responses else { return choices }
    var choices = choices
    switch border {
    case .sidebar:
      let part = Self.thousandths(place - (sidebar?.column ?? 0), of: header.columns)
      if isListWide { choices.listPart = part } else { (choices.sidebarPart, choices.sidebarColumns) = (part, nil) }
    case .rows: choices.requestRows = Self.thousandths(place - request.row, of: request.rows + response.rows)
    case .columns:
      choices.requestColumns = Self.thousandths(place - request.column, of: request.columns + response.columns)
    }
    return choices
  }

  private static func thousandths(_ part: Int, of length: Int) -> Int {
    min(999, max(1, (part * 1000 + length / 2) / max(1, length)))
  }
}

extension LayoutChoices {
  /// These choices with a border reset to its default, which depends on the size of the screen.
  package func resetting(_ border: PaneBorder) -> LayoutChoices {
    var choices = self
    switch border {
    case .sidebar: (choices.sidebarColumns, choices.sidebarPart, choices.listPart) = (nil, nil, nil)
    case .rows: choices.requestRows = nil
    case .columns: choices.requestColumns = nil
    }
    return choices
  }
}
