import Foundation

// The navigation state of the workspace.
extension FileEffects {
  func perform(_ effect: NavigationEffect) throws {
    let store = NavigationStore(services.folders)
    switch effect {
    case .read:
      let state = try store.state(of: self.store.root)
      tell(.uses(state.uses))
      if !state.tabs.isEmpty { tell(.tabs(state.tabs)) }
    case .keepTabs(let tabs): report(try store.update(self.store.root) { $0.tabs = tabs }.note)
    case .use(let name):
      let (state, note) = try store.update(self.store.root) { $0.uses.add(name, at: Date()) }
      tell(.uses(state.uses))
      report(note)
    }
  }

  /// Shows a note about one of the user's files.
  func report(_ note: String?) {
    if let note { queue.tell(.failure, note) }
  }
}
