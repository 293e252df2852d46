/// A dialog about the end of something that may have taken a while. It opens unless the user has turned to something else
/// since: keys for that would answer it.
struct LateDialog: Message, Equatable {
  let overlay: Overlay
  /// The pane on the left that it is about; `nil` for any.
  var pane: Command.Scope?
  /// What is reported in its place.
  let otherwise: Notice

  func deliver(to bench: inout Workbench) -> [Effect] {
    let isFree = bench.overlays.isEmpty && !bench.isEditingText && (pane == nil || pane == bench.leftPane)
    return bench.route(isFree ? .overlay(overlay) : .notice(otherwise))
  }
}
