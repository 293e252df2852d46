import RequestModel
import TerminalUI

// The documentation of what is shown, as the export writes it.
extension Workbench {
  mutating func openDocs() -> [Effect] {
    let address = documented
    readingDocs = address
    return commit() + [.readDocs(workspace.id, address)]
  }

  /// The request or folder that is shown; else the open folder.
  private var documented: Address {
    switch workspace.subject {
    case .request(let address), .folder(let address): address
    case .past, .environment, .globals, .nothing: workspace.collectionFolder ?? Address("")
    }
  }

  mutating func showDocs(_ markdown: String, of address: Address) -> [Effect] {
    // Another one was asked for meanwhile.
    guard readingDocs == address else { return [] }
    readingDocs = nil
    let note = workspace.hasEdits(address) ? "> Unsaved edits are not shown here.\n\n" : ""
    return route(.overlay(.docs(DocsScreen(title: "Docs", markdown: note + markdown, on: size))))
  }
}
