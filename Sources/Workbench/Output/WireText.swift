/// The wire log of a timeline in curl's format: `>` for sent lines, `<` for received ones, `*` for notes. Credentials in
/// the queries of URLs are masked, as in history.
enum WireText {
  static func lines(of timeline: Timeline) -> [String] { timeline.hops.flatMap { $0.wire.compactMap(text) } }

  /// The received heads, each followed by an empty line, without those for a token or a session.
  static func heads(of timeline: Timeline) -> String {
    let lines = timeline.hops.filter { !$0.isAuxiliary }.flatMap(\.wire).filter { $0.kind == .receivedHead }
    return lines.map { $0.text + "\n" }.joined()
  }

  private static func text(_ line: WireLine) -> String? {
    switch line.kind {
    case .note: "* " + SecretParameter.masking(line.text)
    case .sentHead: "> " + SecretParameter.masking(line.text)
    case .receivedHead: "< " + SecretParameter.masking(line.text)
    case .sentBody: "} [\(line.text.isEmpty ? "\(line.byteCount) bytes" : line.text)]"
    case .receivedBody: "{ [\(line.text.isEmpty ? "\(line.byteCount) bytes" : line.text)]"
    }
  }
}
