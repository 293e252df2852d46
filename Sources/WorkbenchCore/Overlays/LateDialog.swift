/// A dialog about the result of work that may have taken a while. It does not open if the user is doing something else by
/// then, whose keys would answer it.
struct LateDialog: Message, Equatable {
  let overlay: Overlay
  /// The pane on the left that must still be shown; `nil` for any.
  var pane: Command.Scope?
  /// The message shown instead.
  let otherwise: Notice

  func deliver(to bench: inout Workbench) -> [Effect] {
    let isFree = bench.overlays.isEmpty && !bench.isEditingText && (pane == nil || pane == bench.leftPane)
    return bench.route(isFree ? .overlay(overlay) : .notice(otherwise))
  }
}
