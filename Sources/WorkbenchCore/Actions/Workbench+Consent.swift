import RequestModel
import TerminalUI

// A collection may come from somebody else: it reads nothing outside of itself unless the user says so.

extension Workbench {
  /// As many as can be read before the answer; what is left is asked next.
  private static let sourcesAtOnce = 3
  /// The columns of one of them.
  private static let sourceColumns = 110

  mutating func askToAllow(_ sources: [OutsideSource], _ subject: Subject) {
    guard let order = workspace.live[subject]?.order, order.origin != nil else { return }
    let asked = Array(sources.prefix(Self.sourcesAtOnce))
    let names = asked.map { $0.description.shortenedInTheMiddle(to: Self.sourceColumns) }.joined(separator: ", ")
    overlays.append(
      .confirm(
        Confirm(
          title: "Allow reading outside the collection?",
          text: "This collection wants to send \(names).",
          choices: [
            .init(key: .character("y"), label: "allow once", action: .allow(asked, order, forGood: false)),
            .init(
              key: .character("A"), label: "always allow for this collection",
              action: .allow(asked, order, forGood: true)),
            .init(key: .escape, label: "do not send", action: .dismiss),
          ])))
  }

  mutating func allow(_ sources: [OutsideSource], _ order: SendJob, forGood: Bool) -> [Effect] {
    guard let subject = workspace.live.first(where: { $0.value.id == order.id })?.key, let origin = order.origin else {
      return []
    }
    var next = order
    next.id = identifiers.nextExchangeID()
    next.allowed.formUnion(sources)
    workspace.live[subject] = LiveExchange(id: next.id, order: next)
    if subject == workspace.subject { responsePane.reset() }
    return (forGood ? [files(.allow(sources, origin))] : []) + [.send(next)]
  }
}

extension String {
  /// Its beginning and its end: of a path, the folder and the file's name.
  fileprivate func shortenedInTheMiddle(to columns: Int) -> String {
    guard count > columns else { return self }
    return prefix(columns / 2) + "…" + suffix(columns / 2 - 1)
  }
}
