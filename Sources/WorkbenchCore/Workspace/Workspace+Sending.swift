// Sending requests and tracking their exchanges.
extension Workspace {
  mutating func send() -> [PaneOutput] {
    sendsWhenRead = nil
    if let request, TypedURL.command(request.url) != nil {
      return [.failure("Not sent: no host begins with a colon. \(keys.name(of: "palette.open")) lists the commands")]
    }
    if case .request(let address) = subject { lastSent = address }
    guard request != nil, isContextRead else {
      // The file or what it inherits is still being read: send afterwards.
      sendsWhenRead = contextFile
      return unreadable.map { [files(.open($0))] } ?? readContext
    }
    if let exchange, exchange.isRunning, exchange.isConversation {
      return [.open(Confirm.reconnecting(exchange.id))]
    }
    if let alreadyRunning { return alreadyRunning }
    if let whyEnvironmentGone { return [.failure("Not sent: \(whyEnvironmentGone)")] }
    guard let job = job() else { return [] }
    return send(job)
  }

  /// Sends the shown request, whose steps are carried out.
  mutating func runSteps() -> [PaneOutput] {
    if let alreadyRunning { return alreadyRunning }
    guard var job = job() else { return stillReading }
    job.runsSteps = true
    return send(job)
  }

  /// The outputs of sending while the request runs: the login that it waits for, or how to cancel it.
  var alreadyRunning: [PaneOutput]? {
    guard let exchange, exchange.isRunning else { return nil }
    if let login = exchange.login { return [.overlay(.confirm(.login(login, exchange.id)))] }
    return [.information("Already running: Ctrl+C cancels it")]
  }

  /// Whether sending again would only report that the request is running.
  var isSending: Bool {
    guard let exchange, exchange.isRunning else { return false }
    return exchange.login == nil && !exchange.isConversation
  }

  /// Sends a job of the shown request.
  mutating func send(_ job: SendJob) -> [PaneOutput] {
    let former = items[subject].asked.map { PaneOutput.dropWaiting(.exchange($0)) }
    (items[subject].asked, items[subject].askedToken) = ([], nil)
    items[subject].replaced = exchange
    items[subject].live = LiveExchange(id: job.id, job: job)
    return former + [.effect(.send(job))] + unusualBody(of: job.request) + missingValues
      + (unusedEdits.map { [.information($0)] } ?? [])
  }

  /// Says that a GET is sent with a body.
  private func unusualBody(of request: SavedRequest) -> [PaneOutput] {
    guard request.hasUnusualBody else { return [] }
    let key = keys.name(of: "request.method")
    return [
      .information("\(request.method) is sent with a body, which servers may ignore: \(key) in the request changes it")
    ]
  }

  private var missingValues: [PaneOutput] {
    guard let name = missing.value.names.first, let wayToValues else { return [] }
    let others = missing.value.names.count - 1
    let rest = others == 0 ? "" : " and \(Formatting.count(others, "other name"))"
    return [.information("No value for {{\(name)}}\(rest). \(wayToValues)")]
  }

  /// How to give values to the missing names when no environment is in use.
  var wayToValues: String? {
    guard !missing.value.names.isEmpty, let scope, environment == nil else { return nil }
    return scope.environments.isEmpty
      ? noEnvironments : "No environment is in use: \(keys.name(of: "environment.switch")) chooses one"
  }

  /// Says why a message was not sent, and where its variables get their values.
  func explain(unsent reason: String) -> [PaneOutput] {
    let isAboutVariable = !Template(reason).variables.isEmpty
    let way = isAboutVariable ? "; \(keys.name(of: "environments.toggle")) shows the environments" : ""
    return [.failure(reason + way)]
  }

  /// The file whose context the shown request is sent with, which may be gone; `nil` for a past one of another workspace.
  var contextFile: Address? {
    switch subject {
    case .request(let address): address
    case .past: origin.flatMap { $0.root == id.root ? $0.address : nil }
    case .folder, .environment, .globals, .nothing: nil
    }
  }

  /// Whether it is known what the shown request inherits, and which environment it is sent with.
  private var isContextRead: Bool { contextFile.map { items[$0].scope != nil } ?? true }

  /// Reads the context, which nothing else may have asked for. It follows a file that is still being read.
  private var readContext: [PaneOutput] {
    guard request != nil, !isContextRead, let contextFile else { return [] }
    return [files(.refresh(contextFile))]
  }

  /// The shown request, with its unsaved edits; `nil` until everything that it needs was read.
  mutating func job() -> SendJob? {
    guard let request, isContextRead else { return nil }
    return SendJob(
      id: identifiers.nextExchangeID(), request: request, origin: origin, environment: environment, basis: basis)
  }

  /// Says why there is no job yet.
  var stillReading: [PaneOutput] { readContext + [.information("Still reading the file — try again")] }

  /// Sends a request whose file and context have just been read, if it is still shown.
  func sendIfPending(_ address: Address) -> [PaneOutput] {
    sendsWhenRead == address && contextFile == address && request != nil && isContextRead
      ? [.commit, .tell(SendRequest.send)] : []
  }

  /// The shown file, if it could not be read. Sending reads it again, as it may be mended.
  private var unreadable: Address? {
    guard request == nil, case .request(let address) = subject, items[address].problem != nil else { return nil }
    return address
  }

  var whyNotSent: String? { unreadable == nil ? whyNothingToSend : nil }

  var whyNothingToSend: String? {
    if request != nil {
      if case .request(let address) = subject, let reason = whyGone(address) { return reason }
      return whyEnvironmentGone
    }
    switch subject {
    case .request(let address): return whyGone(address) ?? items[address].problem?.sentence
    case .past: return "Still loading from history"
    case .folder, .environment, .globals, .nothing: return "Select a request first"
    }
  }

  /// Why an unedited request cannot be sent: its file was removed.
  private func whyGone(_ address: Address) -> String? {
    guard items[address].isRowWithoutFile, !hasEdits(address) else { return nil }
    if address.isScratch { return request?.url.isEmpty == true ? "Type the URL of the request first" : nil }
    return "\(address.path) was removed from disk: \(keys.name(of: "request.save")) saves it again"
  }

  private var basis: SendJob.Basis {
    guard case .request(let address) = subject else { return .other }
    return hasEdits(address) ? .edits : .file
  }

  private var origin: Exchange.Origin? {
    switch subject {
    case .request(let address): Exchange.Origin(root: id.root, address: address)
    case .past: exchange?.origin
    case .folder, .environment, .globals, .nothing: nil
    }
  }

  /// The title of a running request that is not shown.
  var runningElsewhere: String? {
    items.addresses { $0.live?.isRunning == true }.compactMap { node($0)?.title }.min()
  }

  /// A running exchange of a request that was deleted, and cannot be selected.
  var runningWithoutRow: LiveExchange? {
    items.addresses { $0.live?.isRunning == true }.first { node($0) == nil }.flatMap { items[$0].live }
  }

  /// Measures the rates of everything that runs.
  mutating func measureTransfers() {
    for subject in items.subjects(where: { $0.live?.isRunning == true }) { items[subject].live?.measure(at: now) }
  }

  mutating func pause(_ id: ExchangeID, _ isPaused: Bool) {
    for subject in items.subjects(where: { $0.live?.id == id }) { items[subject].live?.isPaused = isPaused }
  }

  /// Updates an exchange. Events of a replaced exchange are ignored.
  mutating func update(_ event: ExchangeEvent, of id: ExchangeID) -> [PaneOutput] {
    if let subject = items.subjects(where: { $0.token.job?.id == id }).first, let job = items[subject].token.job {
      return updateToken(event, of: subject, job)
    }
    guard let subject = items.subjects(where: { $0.live?.id == id }).first else { return [] }
    items[subject].live?.apply(event)
    switch event {
    case .started(let now):
      self.now = now
      return [.wake]
    case .ended:
      let isAsked = items[subject].asked.contains(id)
      // Nothing was sent, so nothing has replaced what was shown.
      if isAsked { items[subject].live = items[subject].replaced }
      items[subject].replaced = nil
      if isAsked { return [] }
      let told = items[subject].live?.job?.whenEnded.map { [PaneOutput.message($0)] } ?? []
      if items[subject].reconnects == id { return [.listNewest] + reconnect(subject) }
      // The list of history selects the new exchange.
      if case .past(let old) = subject { return [.tell(HistoryPane.Message.sentAgain(old, as: id)), .listNewest] }
      return told + [.listNewest]
    case .refused(let request): return ask(items[subject].live?.job, of: subject, refused: request)
    case .prompts(let prompts): return ask(items[subject].live?.job, of: subject, prompts: prompts)
    case .login(let login): return [.effect(.openPage(login.url)), .open(Confirm.login(login, id))]
    case .loginEnded: return [.closeLogin(id)]
    case .token(let state, let now):
      keep(state, of: subject, now)
      return []
    case .phase(.open): return [.tell(ConversationStart(id: id))]
    case .head, .progress, .replaced, .sent, .messages, .remasked, .results, .phase, .body: return []
    }
  }

  // MARK: Questions

  /// Asks the next question about a job that was not sent. The next send asks the rest.
  mutating func ask(
    _ job: SendJob?, of subject: Subject, prompts: [PromptQuestion] = [], refused: PermissionRequest? = nil
  ) -> [PaneOutput] {
    // Without a question, the end of the exchange says why it was not sent.
    guard let job, let question = job.answers.next(of: prompts, refused: refused) else { return [] }
    items[subject].asked.insert(job.id)
    if job.fetchesToken { items[subject].askedToken = job.id }
    switch question {
    case .value(let question):
      let isLast = prompts.count { job.answers.typed[$0.key] == nil } == 1
      return [.open(prompt(question, job, isLast: isLast))]
    case .permission(let request): return confirmReading(request, job)
    }
  }

  private func prompt(_ question: PromptQuestion, _ job: SendJob, isLast: Bool) -> Prompt {
    let again = keys.name(of: job.fetchesToken ? "request.fetchToken" : "request.send")
    let enter = isLast ? "Enter sends" : "Enter asks for the next value"
    var prompt = Prompt(
      title: question.question, hint: "\(question.fate(in: self)) \(enter), Esc cancels", text: question.suggestion,
      purpose: PromptedValue(question: question, job: job, again: again, isLast: isLast))
    prompt.hidesText = question.isSecret
    return prompt
  }

  /// The number of sources per question. The rest follow in further questions. Secrets are asked for together.
  private static let sourcesAtOnce = 3

  /// Asks before an untrusted collection reads anything outside its folder.
  private func confirmReading(_ request: PermissionRequest, _ job: SendJob) -> [PaneOutput] {
    guard job.origin != nil else { return [] }
    var request = request
    if !request.sources.allSatisfy(\.isSecret) {
      request.sources = Array(request.sources.prefix(Self.sourcesAtOnce))
    }
    let asked = request.sources
    var confirm = Confirm.permission(
      request, once: "allow once", allowing: { .tell(SendRequest.allow(asked, job, $0)) },
      else: [.leave("do not send")])
    let again = keys.name(of: job.fetchesToken ? "request.fetchToken" : "request.send")
    confirm.whenLeft = [
      // The reason comes first: a narrow screen shows the first words only.
      .information("\(OutsideSource.shortMissingPermission(for: asked)): not sent; \(again) asks again")
    ]
    return [.open(confirm)]
  }
}
