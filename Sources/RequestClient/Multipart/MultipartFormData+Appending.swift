public import Foundation

extension MultipartFormData {
  /// Adds a field of text, sent as UTF-8 without a type of its own.
  public mutating func append(_ text: String, withName name: String) { append(Data(text.utf8), withName: name) }

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - name: The field's name. Quotes and line breaks are percent-escaped; other characters go out as UTF-8.
  ///   - fileName: Makes the part a file, for the server.
  ///   - mimeType: By default none, or that of `fileName`'s extension.
  public mutating func append(
    _ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil
  ) {
    append(.data(data), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a file under its own name, with the type that its extension tells.
  ///
  /// The file is looked at now, for errors, and opened when it is sent. The form's errors: as for
  /// `append(_:withName:fileName:mimeType:)`, and `bodyPartFilenameInvalid` where the file's name has no extension.
  public mutating func append(_ file: URL, withName name: String) {
    let fileName = file.lastPathComponent
    guard !fileName.isEmpty, !file.pathExtension.isEmpty else { return fail(.bodyPartFilenameInvalid(file.path)) }
    append(file, withName: name, fileName: fileName, mimeType: nil)
  }

  /// Adds a file under another name.
  ///
  /// The form's errors: `bodyPartURLInvalid`, `bodyPartFileNotReachable`, `bodyPartFileIsDirectory`,
  /// `bodyPartFileSizeNotAvailable`.
  ///
  /// - Parameter mimeType: `nil` for that of `fileName`'s extension.
  public mutating func append(_ file: URL, withName name: String, fileName: String, mimeType: String?) {
    append(.file(file), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds what a stream will give. A form with a one-shot stream can be sent once.
  ///
  /// - Parameters:
  ///   - length: In bytes; the stream is held to it. `nil` for the stream's own; where it has none either, the form is
  ///     sent chunked.
  ///   - fileName: Makes the part a file, for the server.
  ///   - mimeType: By default none, or that of `fileName`'s extension.
  public mutating func append(
    _ stream: BodyStream, withLength length: Int?, withName name: String, fileName: String? = nil,
    mimeType: String? = nil
  ) {
    append(.stream(stream.withLength(length ?? stream.length)), withName: name, fileName: fileName, mimeType: mimeType)
  }

  /// Adds a body of any kind under headers of your own, which are sent as they are, in their order.
  ///
  /// A form expects `Content-Disposition: form-data; name="…"` first (RFC 7578, section 4.2). The form's errors: those
  /// of a file, `bodyPartHeaderInvalid`.
  public mutating func append(_ body: HTTPBody, headers: HTTPHeaders) {
    append(MultipartPart(name: "\(parts.count + 1)", headers: headers, body: body))
  }

  private mutating func append(_ body: HTTPBody, withName name: String, fileName: String?, mimeType: String?) {
    var disposition = "form-data; name=\"\(Self.escape(Self.normalizingLineBreaks(name)))\""
    if let fileName { disposition += "; filename=\"\(Self.escape(fileName))\"" }
    var headers: HTTPHeaders = [HTTPHeader("Content-Disposition", disposition)]
    if let type = mimeType ?? fileName.map(MIMEType.forFile) { headers.append(.contentType(type)) }
    append(MultipartPart(name: name, headers: headers, body: body))
  }

  private mutating func append(_ part: MultipartPart) {
    if let failure = part.failure { return fail(failure) }
    parts.append(part)
  }

  private mutating func fail(_ failure: MultipartEncodingFailure) { firstFailure = firstFailure ?? failure }

  /// WHATWG HTML, section 4.10.21.8: the names of fields are sent with the line breaks of the network.
  private static func normalizingLineBreaks(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
  }

  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped.append(contentsOf: "%22".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
