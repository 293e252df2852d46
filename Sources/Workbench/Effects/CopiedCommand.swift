/// A request as a curl command for the clipboard.
struct CopiedCommand: Sendable {
  let text: String
  /// The name of the command in the notice.
  let what: String

  static func make(
    _ preview: RequestPreview, of kind: RequestKind, includesSecrets: Bool
  ) -> Result<CopiedCommand, Problem> {
    guard let sent = preview.sent else {
      return .failure(Problem("Not copied: \(preview.problem ?? "nothing to send")"))
    }
    return make(
      sent, of: kind, preview.options, includesSecrets: includesSecrets,
      unresolved: preview.unresolved + preview.unfetched, lacksSession: preview.opensMCPSession)
  }

  static func make(
    _ sent: SentRequest, of kind: RequestKind, _ options: RequestOptions, includesSecrets: Bool,
    unresolved: [String] = [], lacksSession: Bool = false
  ) -> Result<CopiedCommand, Problem> {
    if kind != .http {
      let advice = kind == .webSocket ? " — export it as websocat" : ""
      return .failure(Problem("Not copied: \(kind.titleWithArticle) has no curl command\(advice)"))
    }
    if let omission = sent.omission {
      return .failure(
        Problem(
          "Not copied: \(Formatting.bytes(omission.byteCount)) of the body are not at hand — use --data-binary @FILE"))
    }
    let text = CurlCommand.text(for: sent, options: options)
    let missing =
      unresolved.isEmpty ? "" : ", \(Formatting.count(unresolved.count, "name")) unresolved"
    let session = lacksSession ? ", without the MCP session" : ""
    let what = "the curl command (secrets \(includesSecrets ? "included" : "masked")\(missing)\(session))"
    return .success(CopiedCommand(text: text, what: what))
  }
}
