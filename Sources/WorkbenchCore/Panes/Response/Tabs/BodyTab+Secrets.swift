// Showing and masking the secrets in a body.
extension BodyTab {
  mutating func toggleSecrets(in context: PaneContext) -> [PaneOutput] {
    guard let live = context.workspace.exchange, let body = shown.body else { return [] }
    if shown.revealed != nil { return mask(in: context) }
    if live.isRunning, message == nil { return [.information("The body is still being received")] }
    let secrets = secrets(in: context)
    guard !secrets.isEmpty else {
      return [.information(context.isFromHistory ? Self.historyIsMasked : "No secrets in this body")]
    }
    let task = view.nextTask(of: Self.id)
    revealTask = task
    let type = message == nil ? live.response?.headers.first("content-type") : nil
    return [.effect(.body(.reveal(task, body, secrets, contentType: type)))]
  }

  private static let historyIsMasked = "History stores masked bodies — send the request again"

  private mutating func mask(in context: PaneContext) -> [PaneOutput] {
    shown.mask()
    fit(in: context)
    return [.information("Secrets masked")] + filterAgain(in: context) + searchAgain()
  }

  mutating func reveal(_ document: BodyDocument, in context: PaneContext) -> [PaneOutput] {
    revealTask = nil
    guard let body = shown.body else { return [] }
    var document = document
    document.takeView(of: body)
    shown.revealed = document
    fit(in: context)
    return [.information("\(Formatting.count(secrets(in: context).count, "secret")) shown — M masks them")]
      + filterAgain(in: context) + searchAgain()
  }

  // MARK: Remarks on exports

  /// A remark about the secrets in an exported body; `nil` if it contains no secrets.
  func secretsRemark(in context: PaneContext) -> String? {
    let secrets = secrets(in: context)
    guard !secrets.isEmpty else {
      return context.isFromHistory ? "as stored in history" : nil
    }
    return shown.revealed == nil ? secrets.remark : "secrets included"
  }

  /// Adds the remark to `what` if the bytes contain a secret.
  func remarking(_ what: String, bytes: Range<Int>?, in context: PaneContext) -> String {
    let secrets = secrets(in: context)
    guard !secrets.isEmpty, let remark = secretsRemark(in: context) else { return what }
    let concerns = bytes.map { !hasPlacesOfBody || secrets.overlaps($0) } ?? true
    return concerns ? "\(what) (\(shown.revealed == nil ? "secrets masked" : remark))" : what
  }

  /// Whether the bytes of rows are places in the body, as the masked secrets are.
  private var hasPlacesOfBody: Bool { shown.filtered == nil && shown.document?.hasPlacesOfBody != false }

  package func remarking(_ what: String, on text: String, rows: ClosedRange<Int>, in context: PaneContext) -> String {
    remarking(what, bytes: ownBytes(ofRows: rows), in: context)
  }

  /// The bytes of the given rows; `nil` if they are not rows of the body itself.
  private func ownBytes(ofRows rows: ClosedRange<Int>) -> Range<Int>? {
    guard shown.comparison == nil, shown.filtered == nil, let body = shown.document else { return nil }
    let first = body.ownBytes(ofLine: min(rows.lowerBound + body.headerLines, body.lineCount - 1))
    let last = body.ownBytes(ofLine: min(rows.upperBound + body.headerLines, body.lineCount - 1))
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  // MARK: Variables

  /// Why a value cannot become a variable: it is masked.
  func whyMasked(_ value: String, in context: PaneContext) -> String? {
    guard context.workspace.exchange != nil, shown.revealed == nil, value.contains("*") else { return nil }
    if context.isFromHistory {
      return value.contains("****") || value.allSatisfy { $0 == "*" } ? Self.historyIsMasked : nil
    }
    guard !secrets(in: context).isEmpty else { return nil }
    let keys = context.workspace.keys
    let (show, save) = (keys.name(of: "response.secrets"), keys.name(of: "response.variable"))
    return "This value contains a masked secret — \(show) shows it, then \(save) saves it as a secret variable"
  }

  /// Whether a shown value contains a secret, or may contain one because it spans more than its row.
  func containsSecret(_ value: String, _ bytes: Range<Int>, in context: PaneContext) -> Bool {
    guard shown.revealed != nil else { return false }
    return !hasPlacesOfBody || secrets(in: context).overlaps(bytes) || value.first == "{" || value.first == "["
  }
}

extension PaneContext {
  fileprivate var isFromHistory: Bool { if case .past = workspace.subject { true } else { false } }
}

extension MaskedSecrets {
  /// `2 secrets masked`
  var remark: String { Formatting.count(count, "secret") + " masked" }
}
