// Sending again with the answer to a question, which may have waited while the user did something else.
extension Workspace {
  /// Sends again with the refused sources allowed. A consent for once applies only to the request of the question.
  mutating func allow(_ sources: [OutsideSource], _ job: SendJob, _ consent: Consent) -> [PaneOutput] {
    let kept = consent.kept(of: sources)
    var origin: Exchange.Origin?
    let next = sendAgain(job) { next, isChanged in
      if isChanged { next.answers.allowed = Set(kept) } else { next.answers.apply(consent, to: sources) }
      origin = next.origin
    }
    guard let origin else { return [] }
    return next.isEmpty || kept.isEmpty ? next : [files(.allow(kept, origin))] + next
  }

  /// Sends again with the value typed for a variable.
  mutating func answer(_ question: PromptQuestion, _ text: String, _ job: SendJob) -> [PaneOutput] {
    let kept = question.keeping(text).map { [files($0)] } ?? []
    return kept
      + sendAgain(job) { next, isChanged in
        if isChanged { next.answers.allowed = [] }
        next.answers.apply(text, to: question)
      }
  }

  /// - Parameter change: Adds the answer. The request may have changed since the question.
  private mutating func sendAgain(_ job: SendJob, change: (inout SendJob, _ isChanged: Bool) -> Void) -> [PaneOutput] {
    var next = job
    next.id = identifiers.nextExchangeID()
    let subject = asker(of: job)
    if let subject {
      items[subject].asked.remove(job.id)
      if items[subject].askedToken == job.id { items[subject].askedToken = nil }
    }
    // The file may have moved since the question was asked.
    if case .request(let address) = subject { next.origin?.address = address }
    let isChanged = takeChanges(of: subject, into: &next)
    change(&next, isChanged)
    // The typed value may be a secret of the former host or environment.
    if isChanged, next.source != nil || !next.answers.typed.isEmpty {
      let way = next.source == nil ? "{request.send} asks again for the request as it is now" : "list the tools again"
      return [.information(keys.text("Changed since the question, so nothing was sent: \(way)"))]
    }
    let note = isChanged ? [PaneOutput.information("Changed since the question: the request is sent as it is now")] : []
    if job.fetchesToken {
      return next.origin.map { fetchToken(next, for: .request($0.address)) + note } ?? []
    }
    guard let subject else { return [.information("Not sent: the request no longer exists")] }
    if items[subject].live?.id != job.id { items[subject].replaced = items[subject].live }
    items[subject].live = LiveExchange(id: next.id, job: next)
    return [.effect(.send(next))] + note
  }

  /// The item whose request was not sent.
  private func asker(of job: SendJob) -> Subject? {
    items.subjects { $0.asked.contains(job.id) || $0.live?.id == job.id }.first
  }

  /// Whether the user is typing a text of the request that the question is about.
  func isTyping(in job: SendJob) -> Bool {
    guard let openField, openField.isChanged, case .request(let address) = asker(of: job) else { return false }
    return openField.address == address
  }

  /// Updates a job with the current request and environment.
  ///
  /// - Returns: Whether they have changed.
  private func takeChanges(of subject: Subject?, into job: inout SendJob) -> Bool {
    guard case .request(let address) = subject, let request = items[address].draft?.current.request
    else { return false }
    let former = job
    if job.source != nil { job.source = request } else { job.request = request }
    if let scope = items[address].scope { job.environment = environment(in: scope) }
    guard job != former else { return false }
    if job.source == nil { job.basis = hasEdits(address) ? .edits : .file }
    return true
  }
}
