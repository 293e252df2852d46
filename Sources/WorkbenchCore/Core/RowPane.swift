/// A pane with rows and the usual keys to move through them.
protocol RowPane: Pane {
  /// The rows that Page Down moves by.
  func page(in context: PaneContext) -> Int
  @discardableResult
  mutating func move(by rows: Int, in context: PaneContext) -> [PaneOutput]
}

extension RowPane {
  /// A command that moves the selection. A number before its key multiplies the rows.
  ///
  /// - Parameter rows: Returns the number of rows to move, given the rows of a page.
  static func move(
    _ name: String, _ title: String, _ help: String, _ keys: [Key],
    by rows: @escaping @Sendable (_ page: Int) -> Int
  ) -> PaneCommand<Self> {
    PaneCommand(name, title, help, keywords: "cursor select scroll move row line", keys: keys, count: .read) {
      pane, context in
      pane.move(by: rows(pane.page(in: context)) * (context.count ?? 1), in: context)
    }
  }

  /// A command that selects the first or last row. A number before its key is the row to select.
  static func jump(_ name: String, _ title: String, _ help: String, to end: ListEnd) -> PaneCommand<Self> {
    PaneCommand(name, title, help, keywords: end.keywords, keys: end.keys, go: end.go, count: .read) { pane, context in
      guard let row = context.count else { return pane.move(by: end.distance, in: context) }
      return pane.move(by: ListEnd.top.distance, in: context) + pane.move(by: row - 1, in: context)
    }
  }
}

/// The first or the last row.
struct ListEnd: Sendable {
  fileprivate let keys: [Key]
  fileprivate var go: Character?
  fileprivate let keywords: String
  /// More rows than any list has, and small enough to add to without overflow.
  fileprivate let distance: Int

  static let top = ListEnd(
    keys: [.home], go: "g", keywords: "first start beginning home row line", distance: -.max / 2)
  static let bottom = ListEnd(keys: [.end, .character("G")], keywords: "last end row line", distance: .max / 2)
}
