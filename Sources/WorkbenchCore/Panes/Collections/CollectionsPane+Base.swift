extension CollectionsPane {
  func whyNoBase(in context: PaneContext) -> String? {
    pendingBase(in: context) == nil ? "No collection here is waiting for its base" : nil
  }

  /// The base that the collection of the selected row waits for, else any.
  private func pendingBase(in context: PaneContext) -> CollectionTree.PendingBase? {
    let pending = context.workspace.tree.pendingBases
    let own = pending.filter { node(in: context)?.address.isInside($0.collection) == true }
    return own.max { $0.collection < $1.collection } ?? pending.first
  }

  /// Asks before a collection inherits from another one, or a repository is fetched for it.
  func confirmBase(in context: PaneContext) -> [PaneOutput] {
    guard let pending = pendingBase(in: context) else { return [] }
    let name = pending.collection.path.isEmpty ? "This collection" : pending.collection.path
    let isFetched = if case .git = pending.base { true } else { false }
    let text = "\(name) inherits its requests and settings, and may read its files."
    let confirm = Confirm(
      title: "Use the base \(pending.base)?",
      text: isFetched ? text + " Your git fetches it once; then it works offline." : text,
      choices: [
        .letter(
          "y", isFetched ? "allow and fetch" : "allow",
          .effect(.files(context.workspace.id, .useBase(of: pending.collection)))),
        .leave("not now"),
      ])
    return [.open(confirm)]
  }
}
