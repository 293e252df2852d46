import RequestModel

// What history has of a request that was not sent in this run.
extension Workbench {
  func findLastExchange(of address: Address, _ id: RequestID?) -> [Effect] {
    let isKnown = workspace.live[.request(address)] != nil || workspace.lastExchanges[address] != nil
    return isKnown ? [] : [.findLastExchange(Exchange.Origin(root: workspace.tree.root, address: address), id)]
  }

  var whyNoLastExchange: String? {
    if workspace.exchange != nil { return "The last response is shown already" }
    return workspace.lastExchange == nil ? "This request was never sent" : nil
  }

  mutating func openLastExchange() -> [Effect] {
    guard let last = workspace.lastExchange, case .request(let address) = workspace.subject else { return [] }
    reopening[last.id] = address
    return [.openExchange(last.id)]
  }
}
