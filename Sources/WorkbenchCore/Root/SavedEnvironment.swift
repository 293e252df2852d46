/// A new environment was saved: shows again what was shown before it was created.
struct SavedEnvironment: Message, Equatable {
  let address: Address

  func deliver(to bench: inout Workbench) -> [Effect] {
    let effects = isOnTheWay(in: bench) ? bench.show(.collections) : []
    // Its words depend on what is shown now.
    return effects + bench.route(.notice(bench.workspace.savedNotice(address)))
  }

  /// Whether it was opened over the collections, and nothing else was begun since.
  private func isOnTheWay(in bench: Workbench) -> Bool {
    bench.leftPane == .environments && bench.focusBeforeList != nil && bench.workspace.shownFile == address
      && bench.overlays.isEmpty && !bench.isEditingText
  }
}
