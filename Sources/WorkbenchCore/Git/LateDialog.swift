/// A dialog about the end of an action, which may have taken a while. It opens unless the user has turned to something
/// else since: keys for that would answer it.
struct LateDialog: Message, Equatable {
  let overlay: Overlay
  /// The failure that is reported in its place.
  let otherwise: String

  func deliver(to bench: inout Workbench) -> [Effect] {
    let isFree = bench.overlays.isEmpty && bench.leftPane == .changes
    return bench.route(isFree ? .overlay(overlay) : .failure(otherwise))
  }
}
