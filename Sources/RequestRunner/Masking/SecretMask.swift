package import Foundation
internal import Synchronization

/// Masks secrets in everything that is shown or stored.
package struct SecretMask: Sendable {
  /// The replacement of a secret in text.
  package static let mark = URLLogin.mark

  private let matcher: SecretMatcher
  /// Lower-case names of headers that contain credentials.
  private let credentialHeaders: Set<String>

  package init(_ secrets: Set<String>, credentialHeaders: Set<String> = []) {
    self.credentialHeaders = credentialHeaders.union(CredentialText.headers)
    matcher = Self.matcher(of: secrets)
  }

  /// A mask of nothing but headers with credentials.
  static let empty = SecretMask([])

  /// The last compiled matcher. The requests of a folder share their secrets.
  private static let latest = Mutex<(secrets: Set<String>, matcher: SecretMatcher)>(([], SecretMatcher([])))

  private static func matcher(of secrets: Set<String>) -> SecretMatcher {
    let kept = latest.withLock(\.self)
    if kept.secrets == secrets { return kept.matcher }
    let matcher = SecretMatcher(secrets)
    latest.withLock { $0 = (secrets, matcher) }
    return matcher
  }

  // MARK: Text

  /// Masks prose: sentences, logs and other text for people.
  package func masked(_ text: String) -> String { masked(text, .prose) }

  /// Masks a URL or a header value, in which each token is a value.
  package func masked(value: String) -> String { masked(value, .value) }

  /// Masks what a script reports: a line of the console, the name or the detail of a test.
  func masked(report: String) -> String { masked(report, .report) }

  func finds(in text: String) -> Bool { !ranges(in: text, .prose).isEmpty }

  /// Replaces each secret with `replacement` and changes nothing else.
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

  package func masked(_ document: JSONObject) -> JSONObject {
    document.mappingStrings { masked($0) }
  }

  // MARK: Bodies

  /// Overwrites every secret with `*`. Offsets and `Content-Length` stay valid. Copies nothing if there is no secret.
  package func masked(_ body: Data) -> Data { masked(body, contentType: nil, isTruncated: false) }

  private func masked(_ body: Data, contentType: String?, isTruncated: Bool) -> Data {
    var growing = GrowingBody()
    return masked(body, contentType: contentType, isWhole: true, isTruncated: isTruncated, &growing).bytes
  }

  /// Masks the part of a body that has arrived.
  ///
  /// - Parameters:
  ///   - contentType: The media type, which tells MessagePack and CBOR; `nil` if only the bytes tell.
  ///   - isWhole: Whether no more of the body arrives.
  ///   - isTruncated: Whether the end of the body is missing. Then most of a secret at its end is masked, too.
  ///   - growing: The progress of earlier calls, so that no byte is searched twice.
  /// - Returns: The masked bytes. Unless the body is whole, the last bytes are left out if a secret may begin there.
  package func masked(
    _ body: Data, contentType: String? = nil, isWhole: Bool, isTruncated: Bool = false, _ growing: inout GrowingBody
  ) -> (bytes: Data, secrets: MaskedSecrets) {
    if body.count < growing.searched { growing = GrowingBody() }
    let encodings = matcher.isEmpty ? [] : BinaryEncoding.possible(for: body, contentType: contentType)
    let context: WholeValue.Context = encodings.isEmpty ? .prose : .items
    if growing.items.isEmpty { growing.items = encodings.map { ItemSearch($0) } }
    var end = body.count
    body.withUnsafeBytes { bytes in
      growing.searched = matcher.find(
        in: bytes, from: growing.searched, isWhole: isWhole, isTruncated: isTruncated, context: context,
        into: &growing.secrets)
      for index in growing.items.indices {
        var found: [Range<Int>] = []
        let rest = growing.items[index].find(in: bytes, matcher, into: &found)
        if !isWhole { end = min(end, rest) }
        growing.itemSecrets += found
      }
    }
    // A secret that begins inside of the last one is masked anyway.
    let certain = body.prefix(min(end, max(growing.searched, growing.secrets.last?.upperBound ?? 0)))
    let secrets = growing.allSecrets(before: certain.count)
    guard !secrets.isEmpty else { return (certain, MaskedSecrets()) }
    let heads = growing.items.flatMap(\.heads)
    return (Self.covering(secrets, heads, in: certain), MaskedSecrets(secrets, of: certain))
  }

  /// The number of bytes of a growing body that have been searched.
  package struct GrowingBody: Sendable {
    fileprivate var searched = 0
    fileprivate var secrets: [Range<Int>] = []
    /// Searches for what is not there as text.
    fileprivate var items: [ItemSearch] = []
    fileprivate var itemSecrets: [Range<Int>] = []

    /// In order and without overlaps.
    fileprivate func allSecrets(before end: Int) -> [Range<Int>] {
      if itemSecrets.isEmpty, secrets.last?.upperBound ?? 0 <= end { return secrets }
      let all = (secrets + itemSecrets).sorted { $0.lowerBound < $1.lowerBound }
      return all.reduce(into: []) { result, range in
        if range.lowerBound < end { SecretMatcher.append(range.clamped(to: 0..<end), to: &result) }
      }
    }
  }

  private static func covering(_ ranges: [Range<Int>], _ heads: [ItemSearch.Head], in body: Data) -> Data {
    var covered = body
    covered.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
      for range in ranges { for index in range { bytes[index] = UInt8(ascii: "*") } }
      for head in heads where head.place < bytes.count {
        for (index, byte) in zip(head.place..<bytes.count, head.bytes) { bytes[index] = byte }
      }
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

  /// Masks the head and leaves the body unchanged.
  package func maskedHead(_ response: Response) -> Response {
    var response = response
    response.reason = masked(value: response.reason)
    response.headers = masked(response.headers)
    return response
  }

  package func masked(_ response: Response) -> Response {
    var (response, growing) = (maskedHead(response), GrowingBody())
    let type = response.headers.first("Content-Type")
    (response.body, response.maskedSecrets) = masked(
      response.body, contentType: type, isWhole: true, isTruncated: response.omission != nil, &growing)
    return response
  }

  package func masked(_ failure: Failure) -> Failure { Failure(failure.kind, masked(failure.sentence)) }

  package func masked(_ sent: SentRequest) -> SentRequest {
    let type = sent.headers.first("Content-Type")
    return SentRequest(
      method: masked(value: sent.method), url: masked(value: sent.url), headers: masked(sent.headers),
      body: masked(sent.body, contentType: type, isTruncated: sent.omission != nil), omission: sent.omission)
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
    hop.trailers = masked(hop.trailers)
    hop.failure = hop.failure.map { masked($0) }
    hop.wire = hop.wire.mapLines { line in with(line) { $0.text = masked(wire: line) } }
  }

  /// Masks a line of the wire log: a header line, the first line of a head, or text.
  private func masked(wire line: WireLine) -> String {
    guard line.kind == .sentHead || line.kind == .receivedHead else {
      return CredentialText.maskingProxy(masked(line.text))
    }
    let scalars = line.text.unicodeScalars
    // The name of a pseudo-header of HTTP/2 begins with one.
    guard let colon = scalars.dropFirst().firstIndex(of: ":"), !scalars[..<colon].contains(" ") else {
      return masked(value: line.text)
    }
    let value = scalars[scalars.index(after: colon)...].drop { $0 == " " }
    let header = masked(Header(String(line.text[..<colon]), String(value)))
    return header.name + (value.isEmpty ? ":" : ": ") + header.value
  }
}
