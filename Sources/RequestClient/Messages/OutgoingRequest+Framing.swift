// The server finds the end of the body by these headers. One that contradicts the body would leave the rest of it, or the
// beginning of the next message, to be taken for a request (RFC 9112, section 11.2).
extension OutgoingRequest {
  /// What is wrong with the caller's own `Content-Length` or `Transfer-Encoding`. The transport adds the right one where
  /// there is none.
  var framingProblem: (HTTPHeader, HTTPHeader.Problem)? {
    var hasFraming = false
    for header in headers {
      let isLength = header.name.isFieldName("Content-Length")
      if !isLength, !header.name.isFieldName("Transfer-Encoding") { continue }
      if hasFraming { return (header, .secondLength) }
      hasFraming = true
      if let problem = isLength ? lengthProblem(header.value) : codingProblem(header.value) { return (header, problem) }
    }
    return nil
  }

  /// Not a sign, a leading zero or a second value may be in it: servers read these in different ways.
  private func lengthProblem(_ value: String) -> HTTPHeader.Problem? {
    guard let body else { return value == "0" ? nil : .wrongLength(body: 0) }
    guard let length = body.knownLength else {
      // What is wrong with the body is the transport's to say.
      return body.hasUnknownLength ? .wrongLength(body: nil) : nil
    }
    return value == String(length) ? nil : .wrongLength(body: length)
  }

  /// HTTP/2 has no such header; libcurl leaves it out there.
  private func codingProblem(_ value: String) -> HTTPHeader.Problem? {
    body != nil && value.isFieldName("chunked") ? nil : .transferEncoding
  }
}

extension HTTPBody {
  /// Whether only its reader knows the end, in contrast to a file that cannot be read.
  fileprivate var hasUnknownLength: Bool {
    switch self {
    case .data, .file: false
    case .stream(let stream): stream.length == nil
    case .multipart(let form): form.contentLength == nil
    }
  }
}
