/// The documentation of the shown item, as the export writes it.
package struct Documentation: Feature {
  package static let commands = [
    PaneCommand<Documentation>(
      "docs.open", "Docs", "Read the documentation of the request or folder.",
      keywords: "documentation description markdown readme read", keys: [.character("B")],
      run: { _, context in
        let work = Effect.readDocs(context.workspace.itemOrCollection)
        return [.commit] + WaitingScreen.start(work, title: "Docs", text: "Reading the documentation…")
      })
  ]
}

/// Reads the documentation of a request or folder.
package struct DocsEffect: FeatureEffect {
  package let address: Address
}

extension Effect {
  package static func readDocs(_ address: Address) -> Effect { .feature(FeatureWork(DocsEffect(address: address))) }
}

/// Documentation in Markdown.
package struct DocsEvent: FeatureMessage {
  let address: Address
  let markdown: String

  package func apply(to docs: inout Documentation, in context: PaneContext) -> [PaneOutput] {
    let note = context.workspace.hasEdits(address) ? "> Unsaved edits are not shown here.\n\n" : ""
    let screen = DocsScreen(title: "Docs", markdown: note + markdown, on: context.screen)
    return [.tell(WaitingScreen.Completion(work: .readDocs(address), outputs: [.open(screen)]))]
  }
}

extension Event {
  package static func docs(_ address: Address, _ markdown: String) -> Event {
    .message(DocsEvent(address: address, markdown: markdown))
  }
}
