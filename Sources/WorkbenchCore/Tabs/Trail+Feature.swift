// Back and forward.
extension Trail {
  package static let commands = [
    PaneCommand<Trail>(
      "trail.back", "Back", "Go back, as in a browser.",
      keywords: "previous navigate undo jump return",
      keys: [.altLeft, .character("(")], count: .repeats,
      run: { _, _ in [.commit, .tell(Travel(step: -1, none: "There is nothing to go back to"))] }),
    PaneCommand<Trail>(
      "trail.forward", "Forward", "Go forward, as in a browser.",
      keywords: "next navigate redo jump",
      keys: [.altRight, .character(")")], count: .repeats,
      run: { _, _ in [.commit, .tell(Travel(step: 1, none: "There is nothing to go forward to"))] }),
  ]

  package mutating func follow(_ change: Relocation, in workspace: Workspace) { follow(change) }

  private struct Travel: FeatureMessage, Equatable {
    let step: Int
    /// The sentence shown if there is no such place.
    let none: String

    func apply(to trail: inout Trail, in context: PaneContext) -> [PaneOutput] {
      guard let place = trail.step(step, where: context.workspace.canShow) else { return [.information(none)] }
      switch place.subject {
      case .request(let address), .folder(let address), .environment(let address), .globals(let address, _):
        return [.reveal(address)]
      case .past: return place.exchange.map { [.goTo(.exchange($0), .open)] } ?? []
      case .nothing: return []
      }
    }
  }
}
