package import RequestModel
package import RequestStore

/// Sends the requests of a folder in tree order.
package struct FolderRun: Sendable {
  /// The result of one request.
  package enum Result: Sendable {
    case exchange(Exchange)
    /// The request file cannot be read, for the given reason.
    case broken(String)
  }

  private let sender: WorkspaceSender
  /// Changes each request before it is sent.
  private let change: @Sendable (SavedRequest) -> SavedRequest
  package let nodes: [CollectionNode]

  package init(
    _ tree: CollectionTree, in folder: Address, sender: WorkspaceSender,
    change: @escaping @Sendable (SavedRequest) -> SavedRequest
  ) {
    nodes = tree.nodes.filter { $0.address.isInside(folder) && !$0.isFolder }
    self.sender = sender
    self.change = change
  }

  /// Sends the request of a node. Its body is kept in history only.
  package func send(
    _ node: CollectionNode, limit: BodyLimit, willStart: (Run) -> Void, observe: (RunEvent) -> Bool
  ) async -> Result {
    if case .broken(let sentence) = node.kind { return .broken(sentence) }
    do throws(StoreError) {
      let request = change(try sender.workspace.collections.open(node.address).request)
      return .exchange(
        await sender.send(
          request, at: node.address, sink: BodySink(limit: limit) { _ in true }, willStart: willStart,
          observe: observe))
    } catch {
      return .broken(error.description)
    }
  }
}
