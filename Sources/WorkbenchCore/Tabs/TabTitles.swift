/// The displayed tabs: unambiguous titles, cut to fit, and the range of tabs that fits the row.
struct TabTitles: Equatable {
  struct Tab: Equatable {
    var address: Address
    var method: String
    var methodRole: Style.Role
    var title: String
    var mark: String
    var isPreview: Bool
    var isShown: Bool

    var columns: Int { method.columns + 1 + title.columns + mark.columns + 2 }
  }

  private(set) var tabs: [Tab]
  /// The tabs that fit.
  private(set) var shown: Range<Int>

  /// - Parameters:
  ///   - nodes: The rows of the kept tabs.
  /// - preview: The selected row, used if it is the row of the previewed request.
  init(
    _ strip: TabStrip, nodes: [Address: CollectionNode], preview: CollectionNode?, in workspace: Workspace, columns: Int
  ) {
    let longest = columns < 60 ? 12 : 24
    let all = strip.all
    var nodes = nodes
    if let preview, preview.address == strip.preview { nodes[preview.address] = preview }
    let titles = all.map { nodes[$0]?.title ?? $0.stem }
    let repeated = Set(Dictionary(grouping: titles) { $0 }.filter { $0.value.count > 1 }.keys)
    tabs = zip(all, titles).map { address, title in
      let folder = address.parent.name
      let title = repeated.contains(title) && !folder.isEmpty ? folder + "/" + title : title
      var method = ""
      if case .request(let name, _)? = nodes[address]?.kind { method = name }
      return Tab(
        address: address, method: method.shortMethod, methodRole: .method(method), title: title.truncated(to: longest),
        mark: Self.mark(address, workspace),
        isPreview: strip.preview == address, isShown: workspace.subject == .request(address))
    }
    shown = Self.fitting(tabs, columns)
  }

  private static func mark(_ address: Address, _ workspace: Workspace) -> String {
    let isRunning = workspace.items[address].live?.isRunning == true
    return (isRunning ? " …" : "") + (workspace.hasEdits(address) ? " ●" : "")
  }

  /// The tabs around the shown one, as many as fit beside the counts of the hidden ones.
  private static func fitting(_ tabs: [Tab], _ columns: Int) -> Range<Int> {
    if tabs.reduce(0, { $0 + $1.columns }) <= columns { return tabs.indices }
    let room = columns - 2 * overflowColumns
    let centre = tabs.firstIndex(where: \.isShown) ?? max(0, tabs.count - 1)
    var range = centre..<min(centre + 1, tabs.count)
    var used = tabs[range].reduce(0) { $0 + $1.columns }
    while true {
      if range.upperBound < tabs.count, used + tabs[range.upperBound].columns <= room {
        used += tabs[range.upperBound].columns
        range = range.lowerBound..<range.upperBound + 1
      } else if range.lowerBound > 0, used + tabs[range.lowerBound - 1].columns <= room {
        used += tabs[range.lowerBound - 1].columns
        range = range.lowerBound - 1..<range.upperBound
      } else {
        return range
      }
    }
  }

  private static let overflowColumns = 5

  /// The tab at a column, or the nearest hidden one on that side.
  func hit(_ column: Int) -> Address? {
    var start = shown.lowerBound > 0 ? Self.overflowColumns : 0
    if column < start { return tabs[shown.lowerBound - 1].address }
    for index in shown {
      if (start..<start + tabs[index].columns).contains(column) { return tabs[index].address }
      start += tabs[index].columns
    }
    return shown.upperBound < tabs.count && column >= start ? tabs[shown.upperBound].address : nil
  }

  func draw(into canvas: inout Canvas) {
    canvas.fill(Rect(canvas.size), Style(on: .bar))
    var column = 0
    if shown.lowerBound > 0 {
      canvas.write("‹ \(shown.lowerBound)", column: 0, row: 0, style: Style(.hint, on: .bar))
      column = Self.overflowColumns
    }
    for tab in tabs[shown] { column += draw(tab, at: column, into: &canvas) }
    if shown.upperBound < tabs.count {
      let rest = [Span("\(tabs.count - shown.upperBound) ›", .hint)]
      canvas.writeTrailing(rest, endingAt: canvas.size.columns, row: 0, on: .bar)
    }
  }

  /// The shown tab is bold and underlined, a preview in the colour of hints and in parentheses.
  private func draw(_ tab: Tab, at column: Int, into canvas: inout Canvas) -> Int {
    let role: Style.Role = tab.isPreview ? .hint : tab.isShown ? .title : .label
    let spans = [
      Span(tab.isPreview ? "(" : " "), Span(tab.method, tab.methodRole), Span(" "),
      Span(tab.title, Style(role, bold: tab.isShown, underlined: tab.isShown)), Span(tab.mark, .warning),
      Span(tab.isPreview ? ")" : " "),
    ]
    canvas.write(spans, column: column, row: 0, on: .bar, limit: max(0, canvas.size.columns - column))
    return tab.columns
  }
}
