import RequestModel

/// The wire log of a timeline in curl's form: `>` was sent, `<` received, `*` is a note.
enum WireText {
  static func lines(of timeline: Timeline) -> [String] { timeline.hops.flatMap { $0.wire.compactMap(text) } }

  private static func text(_ line: WireLine) -> String? {
    switch line.kind {
    case .note: "* " + line.text
    case .sentHead: "> " + line.text
    case .receivedHead: "< " + line.text
    case .sentBody: "} [\(line.byteCount) bytes]"
    case .receivedBody: "{ [\(line.byteCount) bytes]"
    }
  }
}
