/// The focused pane.
package enum Focus: Equatable, Sendable, CaseIterable {
  case sidebar, request, response
}

/// The position of every pane on a screen of a given size, used by both `update` and `draw`.
///
///     160 and more columns          60 to 159                below 60×16     below 20×6
///     ┌────┬──────────────────┐     ┌────┬─────────────┐     ┌──────────┐
///     │side│ URL bar          │     │side│ URL bar     │     │ URL bar  │      one line
///     │bar ├─────────┬────────┤     │bar ├─────────────┤     ├──────────┤
///     │    │ request │response│     │    │ request     │     │ focused  │
///     │    │         │        │     │    ├─────────────┤     │ pane     │
///     │    │         │        │     │    │ response    │     │          │
///     └────┴─────────┴────────┘     └────┴─────────────┘     └──────────┘
///
/// No pane changes its size when another one gets the focus. A hidden sidebar lies over the others while it has the
/// focus. In a split layout without a response, the request fills its place, too.
package struct Layout: Equatable, Sendable {
  package var header: Rect
  package var footer: Rect
  /// The row with the URL of the request; `nil` if there is no room or no request.
  package var address: Rect?
  package var sidebar: Rect?
  package var request: Rect?
  package var response: Rect?
  /// The pinned response, before or above the other one.
  package var pinned: Rect?
  /// The pinned request, before or above the other one.
  package var pinnedRequest: Rect?
  package var isTooSmall = false
  /// Whether the sidebar covers parts of the other panes.
  package var isSidebarOver = false
  /// Whether the sidebar has a list with a width of its own.
  package var isListWide = false
  /// A row of tabs above the request.
  package var tabs: Rect?

  /// The narrowest screen with the response beside the request by default.
  private static let wideColumns = 160
  /// The narrowest screen where a list takes the columns that it needs.
  private static let ownWidthColumns = 100
  private static let leastSidebar = 16
  private static let leastColumns = 24
  private static let leastRows = 5
  /// The narrowest screen with a list and its detail side by side.
  private static let wideListColumns = 140

  /// A list in place of all panes.
  package enum List: Equatable, Sendable {
    case alone
    /// With the response of the selected row.
    case withDetail
  }

  package init(
    size: Size, focus: Focus, isZoomed: Bool, isSplit: Bool = false, list: List? = nil, listColumns: Int? = nil,
    choices: LayoutChoices = LayoutChoices()
  ) {
    let (header, rest) = Rect(size).splitTop(1)
    let (body, footer) = rest.splitTop(rest.rows - 1)
    self.header = header
    self.footer = footer
    if size.columns < 20 || size.rows < 6 {
      isTooSmall = true
    } else if isZoomed || size.columns < 60 || size.rows < 16 {
      showOnly(focus, in: body, isSplit: isSplit || list != nil)
    } else if let list {
      arrange(list, in: body)
    } else if isSplit {
      split(body)
    } else {
      arrange(body, focus, listColumns, choices)
    }
  }

  /// Shows only the focused pane. The URL keeps its row above the request, and above other panes if there are enough
  /// rows.
  private mutating func showOnly(_ focus: Focus, in body: Rect, isSplit: Bool) {
    guard !isSplit, focus == .request || body.rows >= 8 else { return self[focus] = body }
    let (address, rest) = body.splitTop(1)
    self.address = address
    self[focus] = rest
  }

  private mutating func split(_ body: Rect) {
    if body.columns < 100 {
      (sidebar, request) = { ($0.top, $0.rest) }(body.splitTop(body.rows * 2 / 5))
    } else {
      (sidebar, request) = { ($0.left, $0.rest) }(body.splitLeft(min(60, max(36, body.columns / 3))))
    }
  }

  private mutating func arrange(_ list: List, in body: Rect) {
    switch list {
    case .alone: sidebar = body
    case .withDetail where body.columns >= Self.wideListColumns:
      (sidebar, response) = { ($0.left, $0.rest) }(body.splitLeft(body.columns / 2))
    case .withDetail: (sidebar, response) = { ($0.top, $0.rest) }(body.splitTop(body.rows * 2 / 5))
    }
  }

  private mutating func arrange(_ body: Rect, _ focus: Focus, _ listColumns: Int?, _ choices: LayoutChoices) {
    var width = Self.sidebarColumns(choices.sidebarPart, choices.sidebarColumns, of: body)
    if let listColumns, body.columns >= Self.ownWidthColumns {
      isListWide = true
      width = Self.sidebarColumns(choices.listPart, max(width, listColumns), of: body)
    }
    let (left, right) = body.splitLeft(width)
    let isHidden = choices.showsSidebar == false
    isSidebarOver = isHidden && focus == .sidebar
    sidebar = isHidden && !isSidebarOver ? nil : left
    let (address, area) = (isHidden ? body : right).splitTop(1)
    self.address = address
    switch choices.response ?? (body.columns >= Self.wideColumns ? .beside : .below) {
    case .below:
      let rows = Self.part(choices.requestRows ?? 375, of: area.rows, least: Self.leastRows)
      (request, response) = { ($0.top, $0.rest) }(area.splitTop(rows))
    case .beside:
      let columns = Self.part(choices.requestColumns ?? 450, of: area.columns, least: Self.leastColumns)
      (request, response) = { ($0.left, $0.rest) }(area.splitLeft(columns))
    }
  }

  /// The columns of the sidebar: thousandths of the screen, else a number, else what suits the screen.
  private static func sidebarColumns(_ part: Int?, _ columns: Int?, of body: Rect) -> Int {
    let chosen = part.map { (body.columns * $0 + 500) / 1000 } ?? columns
    let automatic = max(min(24, body.columns * 3 / 10), min(44, body.columns / 4 + 1))
    return chosen.map { min(max($0, leastSidebar), body.columns - 40) } ?? automatic
  }

  /// The place of the request and the pinned one.
  package var requests: Rect? { Self.both(pinnedRequest, request) }
  /// The place of the response and the pinned one.
  package var responses: Rect? { Self.both(pinned, response) }

  private static func both(_ pinned: Rect?, _ pane: Rect?) -> Rect? {
    guard let pinned, let pane else { return pane }
    return Rect(
      column: pinned.column, row: pinned.row, columns: pane.column + pane.columns - pinned.column,
      rows: pane.row + pane.rows - pinned.row)
  }

  /// That many thousandths of a length. Both parts have at least `least`, or half of a short length.
  private static func part(_ thousandths: Int, of length: Int, least: Int) -> Int {
    let least = min(least, length / 2)
    return min(max((length * thousandths + 500) / 1000, least), length - least)
  }

  package subscript(focus: Focus) -> Rect? {
    get {
      switch focus {
      case .sidebar: sidebar
      case .request: request
      case .response: response
      }
    }
    set {
      switch focus {
      case .sidebar: sidebar = newValue
      case .request: request = newValue
      case .response: response = newValue
      }
    }
  }

  package func pane(at point: Point) -> Focus? { Focus.allCases.first { self[$0]?.contains(point) == true } }

  /// The rows inside a pane's box.
  package func contentRows(_ focus: Focus) -> Int { max(0, (self[focus]?.rows ?? 2) - 2) }
}
