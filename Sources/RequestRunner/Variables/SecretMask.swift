package import Foundation
package import RequestModel

/// Takes secrets out of everything that is shown or kept.
package struct SecretMask: Sendable {
  /// What stands in the place of a secret.
  package static let mark = "••••••"

  /// The forms a secret can take on its way: plain, percent-encoded, JSON-escaped; longest first, so that none is cut.
  private let forms: [String]
  /// Names, in lower case, of headers that hold credentials.
  private let credentialHeaders: Set<String>

  /// Shorter values would hide half of every text and are no secrets worth the name.
  private static let minimumLength = 4

  package init(_ secrets: Set<String>, credentialHeaders: Set<String> = []) {
    self.credentialHeaders = credentialHeaders.union(["authorization", "proxy-authorization"])
    let worthy = secrets.filter { $0.utf8.count >= Self.minimumLength }
    let all = worthy.flatMap { [$0, PercentEncoding.component($0), PercentEncoding.form($0), JSONString($0).escaped] }
    forms = Set(all).sorted { $0.utf8.count > $1.utf8.count }
  }

  package func masked(_ text: String) -> String {
    forms.reduce(text) { $0.contains($1) ? $0.replacing($1, with: Self.mark) : $0 }
  }

  /// The same number of bytes with `*` over every secret: offsets and `Content-Length` stay true.
  package func masked(_ bytes: Data) -> Data {
    guard !forms.isEmpty else { return bytes }
    var result = bytes
    for form in forms {
      let pattern = Data(form.utf8)
      var start = result.startIndex
      while let range = result.range(of: pattern, in: start..<result.endIndex) {
        result.replaceSubrange(range, with: repeatElement(UInt8(ascii: "*"), count: range.count))
        start = range.upperBound
      }
    }
    return result
  }

  /// Credentials never show, wherever their value came from: only their scheme does.
  package func masked(_ header: Header) -> Header {
    guard credentialHeaders.contains(header.name.lowercased()) else { return Header(header.name, masked(header.value)) }
    let parts = header.value.split(separator: " ", maxSplits: 1)
    let scheme = parts.count > 1 ? parts[0] + " " : ""
    return Header(header.name, header.value.isEmpty ? "" : scheme + Self.mark)
  }

  package func masked(_ headers: [Header]) -> [Header] { headers.map(masked) }

  package func masked(_ answer: Answer) -> Answer {
    var answer = answer
    answer.headers = masked(answer.headers)
    answer.body = masked(answer.body)
    return answer
  }

  package func masked(_ failure: Failure) -> Failure { Failure(failure.kind, masked(failure.sentence)) }

  package func masked(_ sent: SentRequest) -> SentRequest {
    SentRequest(method: sent.method, url: masked(sent.url), headers: masked(sent.headers), body: masked(sent.body))
  }

  package func masked(_ timeline: Timeline) -> Timeline {
    var timeline = timeline
    for index in timeline.hops.indices { mask(&timeline.hops[index]) }
    return timeline
  }

  private func mask(_ hop: inout Timeline.Hop) {
    hop.url = masked(hop.url)
    hop.requestHeaders = masked(hop.requestHeaders)
    hop.responseHeaders = masked(hop.responseHeaders)
    hop.failure = hop.failure.map(masked)
    hop.wire = hop.wire.mapLines { line in
      var line = line
      line.text = masked(wire: line)
      return line
    }
  }

  /// A head line of the wire log is a header line; any other is text.
  private func masked(wire line: WireLine) -> String {
    guard line.kind == .sentHead || line.kind == .receivedHead, let colon = line.text.firstIndex(of: ":") else {
      return masked(line.text)
    }
    let name = String(line.text[..<colon])
    guard credentialHeaders.contains(name.lowercased()) else { return masked(line.text) }
    let value = line.text[line.text.index(after: colon)...].drop { $0 == " " }
    return name + ": " + masked(Header(name, String(value))).value
  }
}
