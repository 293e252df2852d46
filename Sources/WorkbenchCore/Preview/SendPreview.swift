/// The request as it would be sent, to read or to copy as a curl command.
package struct SendPreview: Feature {
  /// The request whose preview is being made.
  private(set) var job: SendJob?
  /// A remark about the request.
  private var remark: String?

  package static let commands = [
    PaneCommand<SendPreview>(
      "request.preview", "Preview request", "Show the HTTP text that would be sent, secrets masked.",
      keywords: "raw inspect show dry http text resolved",
      keys: [.function(7)], go: "P",
      whyUnavailable: { _, context in context.workspace.request == nil ? "Select a request first" : nil },
      run: { _, _ in [.commit, .tell(JobPreparation.preview)] })
  ]

  /// Steps of a preview.
  package enum Message: FeatureMessage, Equatable {
    case begun(SendJob, remark: String?)
    case made(ExchangeID, PreviewText)

    package func apply(to preview: inout SendPreview, in context: PaneContext) -> [PaneOutput] {
      switch self {
      case .begun(let job, let remark):
        (preview.job, preview.remark) = (job, remark)
        return WaitingScreen.start(.requestText(.preview(job)), title: "Preview", text: "Preparing the request…")
      case .made(let id, let text):
        // Drop the text if the user asked for another preview since.
        guard let job = preview.job, job.id == id else { return [] }
        preview.job = nil
        var text = text
        if let remark = preview.remark { text.notes.insert(remark, at: 0) }
        let screen = PaneOutput.open(TextScreen.preview(text, of: job))
        return [.tell(WaitingScreen.Completion(work: .requestText(.preview(job)), outputs: [screen]))]
      }
    }
  }
}

/// Copies of the request as a curl command.
package struct CurlCopy: Feature {
  package static let commands = [
    PaneCommand<CurlCopy>(
      "request.copyCurl", "Copy as cURL",
      "Copy the request as a curl command, secrets masked; in the response, what was sent.",
      keywords: "clipboard command snippet code generate export",
      keys: [.character("x")], whyUnavailable: { _, context in context.workspace.whyNothingToSend },
      run: { _, context in copy(in: context) }),
    PaneCommand<CurlCopy>(
      "request.copyCurlWithSecrets", "Copy as cURL with secrets",
      "Copy the request as a curl command that contains its secrets.",
      keywords: "clipboard command snippet unmasked passwords code",
      keys: [], whyUnavailable: { _, context in context.workspace.whyNoSecretsToCopy },
      run: { _, _ in [.commit, .tell(JobPreparation.copyCurl(includesSecrets: true))] }),
  ]

  /// Copies the request as it would be sent; in the response pane and in history, as it was sent.
  private static func copy(in context: PaneContext) -> [PaneOutput] {
    let workspace = context.workspace
    let isPast = if case .past = workspace.subject { true } else { false }
    let shown = isPast || context.focus == .response ? workspace.exchange?.exchange : nil
    guard let exchange = shown, let sent = exchange.sent else {
      return [.commit, .tell(JobPreparation.copyCurl(includesSecrets: false))]
    }
    let options = exchange.request.options.mapTexts { $0.isSecret ? PlacedField.mask : $1 }
    return [.effect(.requestText(.copySentCurl(sent, exchange.request.kind, options)))]
  }
}

/// Makes the job of the shown request, whose open field was committed before.
enum JobPreparation: WorkspaceMessage, Equatable {
  case preview
  case copyCurl(includesSecrets: Bool)

  func apply(to workspace: inout Workspace) -> [PaneOutput] {
    guard let job = workspace.job() else { return workspace.stillReading }
    return switch self {
    case .preview: [.tell(SendPreview.Message.begun(job, remark: workspace.unusedEdits))]
    case .copyCurl(let includesSecrets):
      (workspace.unusedEdits.map { [PaneOutput.information($0)] } ?? [])
        + [.effect(.requestText(.copyCurl(job, includesSecrets: includesSecrets)))]
    }
  }
}

/// Makes the text of a request without sending it.
package enum RequestTextEffect: FeatureEffect {
  case preview(SendJob)
  /// Copies a request as a curl command that sends what would be sent.
  case copyCurl(SendJob, includesSecrets: Bool)
  /// Copies a request as it was sent, secrets masked, as a curl command.
  case copySentCurl(SentRequest, RequestKind, RequestOptions)
}

extension Effect {
  package static func requestText(_ effect: RequestTextEffect) -> Effect { .feature(FeatureWork(effect)) }
}

extension Event {
  package static func previewed(_ id: ExchangeID, _ text: PreviewText) -> Event {
    .message(SendPreview.Message.made(id, text))
  }
}

extension Workspace {
  /// Why there are no secrets to copy: history stores none.
  fileprivate var whyNoSecretsToCopy: String? {
    if case .past = subject { return "History stores no secrets: o in the list selects the request" }
    return whyNothingToSend
  }
}
