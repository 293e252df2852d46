internal import Foundation

/// The contents of resume data, encoded as JSON without secrets.
struct ResumeRecord: Codable, Sendable {
  var url: String
  /// A strong entity tag, with its quotes.
  var etag: String?
  var lastModified: String?
  /// Bytes received so far.
  var offset: Int
  /// Size of the whole resource in bytes, if it is known.
  var size: Int?
  /// Path of the partial file.
  var file: String

  /// The validator for `If-Range` (RFC 9110, section 13.1.5).
  var validator: String? { etag ?? lastModified }

  /// `nil` if the download cannot be resumed: it is not a GET, is compressed, or has no strong validator.
  ///
  /// - Parameter first: The message before all redirects. If they led to another origin, the download resumes at this
  ///   message's URL, since the caller's headers are for its origin.
  init?(_ head: ResponseHead, _ message: OutgoingRequest, after first: OutgoingRequest?, offset: Int, file: URL) {
    guard message.method == .get, head.status == 200, head.headers.first("Content-Encoding") == nil,
      head.headers.first("Accept-Ranges")?.lowercased() != "none"
    else { return nil }
    url = Self.url(of: message, after: first)
    etag = head.strongEntityTag
    lastModified = head.headers.first("ETag") == nil ? head.strongDate : nil
    self.offset = offset
    size = head.expectedSize
    self.file = file.path
    if validator == nil { return nil }
  }

  /// - Throws: `RequestError.invalidResumeData`
  init(data: Data) throws(RequestError) {
    do {
      self = try JSONDecoder().decode(ResumeRecord.self, from: data)
    } catch {
      throw .invalidResumeData(error)
    }
  }

  var data: Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(self)  // Strings and numbers always encode.
  }

  /// The record after more bytes were received.
  func advanced(to offset: Int, _ message: OutgoingRequest, after first: OutgoingRequest?) -> ResumeRecord {
    var record = self
    record.url = Self.url(of: message, after: first)
    record.offset = max(offset, self.offset)
    return record
  }

  private static func url(of message: OutgoingRequest, after first: OutgoingRequest?) -> String {
    if let first, first.url.origin != message.url.origin { return first.url.description }
    return message.url.description
  }

  /// The range of a response that continues the partial file at `offset` to its end: part of the same resource by its
  /// strong validator (RFC 9110, section 15.3.7.3), and of the same size. Otherwise `nil`.
  func continuation(in head: ResponseHead, at offset: Int) -> ContentRange? {
    guard head.status == 206, let range = ContentRange(head), range.first == offset, isOfSameResource(head),
      head.headers.first("Content-Encoding").map({ $0.lowercased() == "identity" }) ?? true
    else { return nil }
    let total = range.total ?? size ?? range.end
    guard range.end == total, size == nil || size == total else { return nil }
    let length = head.headers.first("Content-Length").flatMap { Int($0) }
    return length == nil || length == range.count ? range : nil
  }

  /// A response to `If-Range` with a date may omit the date (RFC 9110, section 15.3.7).
  private func isOfSameResource(_ head: ResponseHead) -> Bool {
    if let etag { return head.headers.first("ETag") == etag }
    let date = head.headers.first("Last-Modified")
    return date == nil || date == lastModified
  }
}

/// The bytes of a partial response (RFC 9110, section 14.4): `bytes 5-9/10`.
struct ContentRange: Equatable {
  let first: Int
  /// The byte after the last.
  let end: Int
  /// Size of the whole resource, if the server knows it.
  let total: Int?

  var count: Int { end - first }

  /// `nil` if the header is missing or invalid, or counts in another unit.
  init?(_ head: ResponseHead) {
    let values = head.headers.values(for: "Content-Range")
    guard values.count == 1, let text = values.first, text.lowercased().hasPrefix("bytes ") else { return nil }
    let (range, size) = Self.halves(text.dropFirst(6), at: "/")
    let (start, last) = Self.halves(range, at: "-")
    guard let first = Self.number(start), let last = last.flatMap(Self.number), let size, first <= last, last < Int.max
    else { return nil }
    self.first = first
    end = last + 1
    total = Self.number(size)
    if total.map({ $0 < end }) ?? (size != "*") { return nil }
  }

  private static func halves(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
    guard let place = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<place], text[text.index(after: place)...])
  }

  private static func number(_ text: Substring) -> Int? {
    let digits = text.utf8
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

extension ResponseHead {
  /// An entity tag that changes with every byte; a weak one begins with `W/`.
  fileprivate var strongEntityTag: String? {
    headers.first("ETag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
  }

  /// The date of the last change, if a later one would have another date (RFC 9110, section 8.8.2.2).
  fileprivate var strongDate: String? {
    guard let text = headers.first("Last-Modified"), let changed = CookieDate.parse(text),
      let sent = headers.first("Date").flatMap(CookieDate.parse), sent.timeIntervalSince(changed) >= 1
    else { return nil }
    return text
  }
}

/// Requests the rest of a download in each attempt.
struct ResumedDownload: RequestConvertible {
  /// Replaces the recorded URL.
  var url: (any URLConvertible)?
  var headers: HTTPHeaders
  var sensitiveHeaders: HeaderNames
  var options: TransferOptions?
  var resumeData: Data
  var file: DownloadFile

  func asRequest() throws -> OutgoingRequest {
    let record = try ResumeRecord(data: resumeData)
    var message = OutgoingRequest(
      url: try url?.asURL() ?? RequestURL(record.url), headers: headers, options: options,
      sensitiveHeaders: sensitiveHeaders)
    for header in file.rangeHeaders() { message.headers.update(header) }
    return message
  }
}
