internal import Foundation

/// What is needed to take up a download: resume data is this as JSON, without secrets.
struct ResumeRecord: Codable, Sendable {
  var url: String
  /// Strong, with its quotes.
  var etag: String?
  var lastModified: String?
  /// How many bytes have come.
  var offset: Int
  /// The path of the file with them.
  var file: String

  /// What the server compares to know whether the resource is still the same (RFC 9110, section 13.1.5).
  var validator: String? { etag ?? lastModified }

  /// `nil` where the answer cannot be taken up: it is no GET's, is compressed, or has nothing to know it again by.
  ///
  /// - Parameter first: The message before all redirects. Where they led to another origin, the download goes on at its
  ///   URL: the headers that are given then are for that origin.
  init?(_ head: ResponseHead, _ message: OutgoingRequest, after first: OutgoingRequest?, offset: Int, file: URL) {
    let status = head.status
    var message = message
    if let first, first.url.origin != message.url.origin { message = first }
    guard message.method == .get, status == 200 || status == 206, head.headers.first("Content-Encoding") == nil,
      head.headers.first("Accept-Ranges")?.lowercased() != "none"
    else { return nil }
    url = message.url.description
    etag = head.headers.first("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    lastModified = head.headers.first("Last-Modified")
    self.offset = offset
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
    return try? encoder.encode(self)  // Strings and a number always encode.
  }
}

/// Asks for the rest of a download, at each attempt for what is missing then.
struct ResumedDownload: RequestConvertible {
  /// A new address where the old one has expired.
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
