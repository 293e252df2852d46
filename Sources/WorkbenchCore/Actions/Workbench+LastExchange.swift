import RequestModel

// What history has of a request that was not sent in this run.
extension Workbench {
  func findLastExchange(of address: Address, _ id: RequestID?) -> [Effect] {
    let isKnown = library.live[.request(address)] != nil || library.lastExchanges[address] != nil
    return isKnown ? [] : [.findLastExchange(address, id)]
  }

  var whyNoLastExchange: String? {
    if library.exchange != nil { return "The last response is shown already" }
    return library.lastExchange == nil ? "This request was never sent" : nil
  }

  mutating func openLastExchange() -> [Effect] {
    guard let last = library.lastExchange, case .request(let address) = library.subject else { return [] }
    reopening[last.id] = address
    return [.openExchange(last.id)]
  }
}
