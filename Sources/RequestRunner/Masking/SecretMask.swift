package import Foundation
package import RequestModel
internal import Synchronization

/// Takes secrets out of everything that is shown or kept.
package struct SecretMask: Sendable {
  /// What stands in the place of a secret.
  package static let mark = "••••••"

  private let matcher: SecretMatcher
  /// Names, in lower case, of headers that hold credentials.
  private let credentialHeaders: Set<String>

  package init(_ secrets: Set<String>, credentialHeaders: Set<String> = []) {
    self.credentialHeaders = credentialHeaders.union(CredentialText.headers)
    matcher = Self.matcher(of: secrets)
  }

  /// The one compiled last: the requests of a folder share their secrets.
  private static let latest = Mutex<(secrets: Set<String>, matcher: SecretMatcher)>(([], SecretMatcher([])))

  private static func matcher(of secrets: Set<String>) -> SecretMatcher {
    let kept = latest.withLock(\.self)
    if kept.secrets == secrets { return kept.matcher }
    let matcher = SecretMatcher(secrets)
    latest.withLock { $0 = (secrets, matcher) }
    return matcher
  }

  // MARK: Text

  /// Sentences, logs, and other text that people read.
  package func masked(_ text: String) -> String { masked(text, .prose) }

  /// An address or the value of a header, in which each token is a value.
  package func masked(value: String) -> String { masked(value, .value) }

  /// A text with `replacement` for each secret, and nothing else changed.
  func masked(_ text: String, with replacement: String) -> String {
    Self.replacing(ranges(in: text, .prose), in: text, with: replacement)
  }

  private func masked(_ text: String, _ context: WholeValue.Context) -> String {
    CredentialText.maskingUserInfo(Self.replacing(ranges(in: text, context), in: text, with: Self.mark))
  }

  private func ranges(in text: String, _ context: WholeValue.Context) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { bytes in
      var ranges: [Range<Int>] = []
      _ = matcher.find(in: UnsafeRawBufferPointer(bytes), context: context, into: &ranges)
      return ranges
    }
  }

  private static func replacing(_ ranges: [Range<Int>], in text: String, with mark: String) -> String {
    guard !ranges.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var (result, place) = ([UInt8](), 0)
    for range in ranges {
      result += bytes[place..<range.lowerBound]
      result += mark.utf8
      place = range.upperBound
    }
    return String(decoding: result + bytes[place...], as: UTF8.self)
  }

  // MARK: Bodies

  /// The same number of bytes with `*` over every secret: offsets and `Content-Length` stay true. Nothing is copied where
  /// there is no secret.
  package func masked(_ body: Data) -> Data {
    var growing = GrowingBody()
    return masked(body, isWhole: true, &growing).bytes
  }

  /// Masks what has come of a body.
  ///
  /// - Parameter growing: What is known of the body's beginning, so that nothing is searched twice.
  /// - Returns: Without the last bytes where they may be the beginning of a secret, unless the body is whole.
  package func masked(
    _ body: Data, isWhole: Bool, _ growing: inout GrowingBody
  ) -> (bytes: Data, secrets: MaskedSecrets) {
    if body.count < growing.searched { growing = GrowingBody() }
    body.withUnsafeBytes { bytes in
      growing.searched = matcher.find(
        in: bytes, from: growing.searched, isWhole: isWhole, context: .prose, into: &growing.secrets)
    }
    // Another secret may begin inside the last one; what is masked is certain all the same.
    let certain = body.prefix(max(growing.searched, growing.secrets.last?.upperBound ?? 0))
    guard !growing.secrets.isEmpty else { return (certain, MaskedSecrets()) }
    let secrets = MaskedSecrets(growing.secrets, of: certain)
    return (Self.covering(growing.secrets, in: certain), secrets)
  }

  /// How far a body that is still coming was searched.
  package struct GrowingBody: Sendable {
    fileprivate var searched = 0
    fileprivate var secrets: [Range<Int>] = []

    package init() {}
  }

  private static func covering(_ ranges: [Range<Int>], in body: Data) -> Data {
    var covered = body
    covered.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
      for range in ranges { for index in range { bytes[index] = UInt8(ascii: "*") } }
    }
    return covered
  }

  // MARK: Headers

  package func masked(_ header: Header) -> Header {
    let name = masked(value: header.name)
    guard credentialHeaders.contains(header.name.lowercased()) else {
      return Header(name, masked(value: header.value))
    }
    return Header(name, CredentialText.maskingCredential(header.value))
  }

  package func masked(_ headers: [Header]) -> [Header] { headers.map(masked) }

  // MARK: Exchanges

  /// The head; the body is left as it is.
  package func maskedHead(_ answer: Response) -> Response {
    var answer = answer
    answer.reason = masked(value: answer.reason)
    answer.headers = masked(answer.headers)
    return answer
  }

  package func masked(_ answer: Response) -> Response {
    var (answer, growing) = (maskedHead(answer), GrowingBody())
    (answer.body, answer.maskedSecrets) = masked(answer.body, isWhole: true, &growing)
    return answer
  }

  package func masked(_ failure: Failure) -> Failure { Failure(failure.kind, masked(failure.sentence)) }

  package func masked(_ sent: SentRequest) -> SentRequest {
    SentRequest(
      method: masked(value: sent.method), url: masked(value: sent.url), headers: masked(sent.headers),
      body: masked(sent.body), omission: sent.omission)
  }

  package func masked(_ timeline: Timeline) -> Timeline {
    var timeline = timeline
    for index in timeline.hops.indices { mask(&timeline.hops[index]) }
    return timeline
  }

  private func mask(_ hop: inout Timeline.Hop) {
    hop.method = masked(value: hop.method)
    hop.url = masked(value: hop.url)
    hop.requestHeaders = masked(hop.requestHeaders)
    hop.responseHeaders = masked(hop.responseHeaders)
    hop.failure = hop.failure.map { masked($0) }
    hop.wire = hop.wire.mapLines { line in
      var line = line
      line.text = masked(wire: line)
      return line
    }
  }

  /// A head line of the wire log is a header line or the first of its head; any other is text.
  private func masked(wire line: WireLine) -> String {
    guard line.kind == .sentHead || line.kind == .receivedHead else {
      return CredentialText.maskingProxy(masked(line.text))
    }
    let scalars = line.text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), !scalars[..<colon].contains(" ") else {
      return masked(value: line.text)
    }
    let value = scalars[scalars.index(after: colon)...].drop { $0 == " " }
    let header = masked(Header(String(line.text[..<colon]), String(value)))
    return header.name + (value.isEmpty ? ":" : ": ") + header.value
  }
}
