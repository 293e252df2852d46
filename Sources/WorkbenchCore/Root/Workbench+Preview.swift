import RequestModel

// The request as it would be sent, to read or to copy as a curl command.
extension Workbench {
  mutating func preview() -> [Effect] {
    let effects = commit()
    guard let job = workspace.job(&identifiers) else { return effects + route(workspace.stillReading) }
    previewing = job
    return effects + [.preview(job)]
  }

  mutating func show(_ preview: PreviewText, of id: ExchangeID) -> [Effect] {
    // Another one was asked for meanwhile.
    guard let job = previewing, job.id == id else { return [] }
    previewing = nil
    return route(.overlay(.text(.preview(preview, of: job))))
  }

  /// Copies what would be sent; in the response pane and in history, what was sent.
  mutating func copyCurl(includesSecrets: Bool = false) -> [Effect] {
    if !includesSecrets, let exchange = sentExchange, let sent = exchange.sent {
      let options = exchange.request.options.mapTexts { $0.isSecret ? PlacedField.mask : $1 }
      return [.copySentCurl(sent, options)]
    }
    let effects = commit()
    guard let job = workspace.job(&identifiers) else { return effects + route(workspace.stillReading) }
    return effects + [.copyCurl(job, includesSecrets: includesSecrets)]
  }

  /// The exchange whose request is copied as it was sent.
  private var sentExchange: Exchange? {
    if case .past = workspace.subject { return workspace.exchange?.exchange }
    return scope == .response ? workspace.exchange?.exchange : nil
  }

  /// Why there are no secrets to copy: history stores none.
  var whyNoSecretsToCopy: String? {
    if case .past = workspace.subject { return "History stores no secrets: o in the list selects the request" }
    return workspace.whyNothingToSend
  }
}
