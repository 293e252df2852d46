/// The path to what is shown, for the header. Where it is too long, it loses the outer folders first.
struct Breadcrumbs {
  /// The name of the workspace, where several are open.
  let workspace: String?
  let crumbs: [String]

  func spans(columns: Int) -> [Span] {
    let last = [Span(crumbs.last ?? "", Style(.title, bold: true))]
    let outer = crumbs.dropLast()
    let lines = (0...outer.count).map { head + path(dropping: $0) + last } + (head.isEmpty ? [] : [cut + last])
    return lines.first { $0.columns <= columns } ?? last.truncated(to: columns)
  }

  private var head: [Span] { workspace.map { [Span($0, Style(.key, bold: true)), Span(" │ ", .label)] } ?? [] }

  private var cut: [Span] { [Span("… ▸ ", .label)] }

  /// The folders around the last crumb.
  private func path(dropping count: Int) -> [Span] {
    (count > 0 ? cut : []) + crumbs.dropLast().dropFirst(count).map { Span($0 + " ▸ ", .label) }
  }
}
