/// A pane that stays on the screen beside the next ones.
package struct Pinned<P: Pane>: Equatable, Sendable {
  var pane: P
  private var subject: Subject
  /// The exchange of a response; `nil` for a request.
  package let live: LiveExchange?
  /// The title of a response whose request has no row.
  private let fallbackTitle: String

  init(_ pane: P, of subject: Subject, _ live: LiveExchange? = nil) {
    (self.pane, self.subject, self.live) = (pane, subject, live)
    fallbackTitle =
      if case .request(let address) = subject {
        address.isScratch ? "New request" : address.stem
      } else {
        live?.origin?.title ?? "history"
      }
  }

  private func title(in workspace: Workspace) -> String {
    guard case .request(let address) = subject else { return fallbackTitle }
    return workspace.node(address)?.title ?? fallbackTitle
  }

  func context(in workspace: Workspace, _ area: Rect?) -> PaneContext {
    var context = PaneContext(
      workspace: workspace, size: area?.size ?? Size(columns: 0, rows: 0), isShown: area != nil, isFocused: false)
    context.workspace.subject = subject
    if let live { context.workspace.items[subject].live = live }
    context.pinnedTitle = title(in: workspace)
    return context
  }

  /// Updates it without a word to the rest of the program.
  mutating func update(_ event: PaneEvent, in context: PaneContext) { _ = pane.update(event, in: context) }

  mutating func follow(_ change: Relocation, in workspace: Workspace) {
    update(.moved(change), in: context(in: workspace, nil))
    subject = change(subject) ?? subject
  }

  func draw(in area: Rect, of canvas: inout Canvas, _ workspace: Workspace) {
    canvas.draw(in: area) { pane.draw(into: &$0, in: context(in: workspace, area)) }
  }
}
