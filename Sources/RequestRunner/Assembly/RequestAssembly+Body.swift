internal import Foundation

extension RequestAssembly {
  /// Encodes the body and adds its Content-Type unless the request has one.
  ///
  /// - Parameter method: That of the request: Postman sends no body with some.
  mutating func body(
    _ headers: inout [Header], _ kinds: any KindContext, _ method: String
  ) async throws(Failure) -> HTTPBody? {
    authPlace = headers.count
    guard !request.kind.takesMessages, let content = request.body else { return nil }
    let values = values(of: content)
    // A path with missing variables could name another file.
    try checkVariables()
    writtenBody = written(content, values)
    if isEmptyForm(content, values, method) || sendsAsPostman && isPruned(method) { return nil }
    let body = try await content.kind.encode(values, kinds)
    encoded = body.content
    switch body.content {
    case .bytes where sendsAsPostman && content.kind == .form:
      addContentType(body.contentType, to: &headers)
      return .data(Self.postmanForm(values.rows("form")))
    case .bytes where sendsAsPostman && content.kind == .text:
      addContentType(body.contentType, to: &headers)
      return .data(postmanText(values, headers))
    case .bytes(let bytes):
      addContentType(body.contentType, to: &headers)
      return .data(bytes)
    case .file(let path):
      let file = file(path)
      let opened = opensFiles ? try opened(file, orLeavingOut: "The body") : nil
      guard opened != nil || !opensFiles else { return nil }
      addContentType(body.contentType ?? MIMEType.forExtension(file.pathExtension), to: &headers)
      guard let opened, values.flag("variables") else { return opened.map { .file($0.url) } }
      return .data(Data(try replaced(in: opened).utf8))
    case .parts(let rows): return opensFiles ? try multipart(rows, &headers) : nil
    }
  }

  /// Whether a form has no row that is on. As in Postman, it is not sent, and has no Content-Type.
  private func isEmptyForm(_ body: RequestBody, _ values: FieldValues, _ method: String) -> Bool {
    guard body.kind == .form || body.kind == .multipart, values.rows(body.kind.name).isEmpty else { return false }
    // The parameters of OAuth 1 are sent in a form without rows, too.
    let takesOAuth1 =
      body.kind == .form && auth.kind == .oauth1 && authValues?["in"] == "body"
      && (!sendsAsPostman || OutgoingMessage(method: method, url: "").takesOAuth1InForm)
    return !takesOAuth1
  }

  /// The body with its variables replaced.
  private func written(_ content: RequestBody, _ values: FieldValues) -> RequestBody {
    content.kind.fields.reduce(into: content) { $0[$1.name] = values.json($1.name) }
  }

  private func addContentType(_ contentType: String?, to headers: inout [Header]) {
    guard !omittedHeaders.contains("Content-Type") else { return }
    if let contentType, headers.first("Content-Type") == nil { headers.append(Header("Content-Type", contentType)) }
  }

  private mutating func multipart(_ rows: [Parameter], _ headers: inout [Header]) throws(Failure) -> HTTPBody {
    var form = MultipartFormData()
    for row in rows {
      if row.file == "" {
        // Like browsers and Postman, send an empty part for a field without a chosen file.
        form.append(Data(), withName: row.name, fileName: "", mimeType: row.contentType)
        warnings.append("Part \"\(row.name)\": no file was chosen — it is sent empty")
      } else if let path = row.file {
        let file = file(path)
        guard let opened = try opened(file, orLeavingOut: "Part \"\(row.name)\"") else { continue }
        if row.replacesVariables {
          form.append(
            Data(try replaced(in: opened).utf8), withName: row.name, fileName: row.fileName ?? file.lastPathComponent,
            mimeType: row.contentType ?? MIMEType.forExtension(file.pathExtension))
          continue
        }
        form.append(
          opened.url, withName: row.name, fileName: row.fileName ?? file.lastPathComponent,
          mimeType: row.contentType)
      } else {
        form.append(
          Data(row.value.utf8), withName: row.name, fileName: row.fileName, mimeType: row.contentType)
      }
    }
    // Postman sends the request's own Content-Type if adding one is turned off.
    if sendsAsPostman, omittedHeaders.contains("Content-Type") { return try checked(.multipart(form)) }
    // Replaces the request's Content-Type, which lacks the boundary.
    let own = omittedHeaders.contains("Content-Type") ? "" : headers.first("Content-Type")?.lowercased()
    let usual = "multipart/form-data"
    if let own, own != usual, !own.filter({ $0 != " " }).startsExactly(with: usual + ";boundary=") {
      warnings.append("The headers' Content-Type is not sent — a form is multipart/form-data")
    }
    headers.removeAll { $0.name.lowercased() == "content-type" }
    authPlace = headers.count
    headers.append(Header("Content-Type", form.contentType))
    return try checked(.multipart(form))
  }

  /// The URL of a file. If only a base of the collection has it, the file is taken from there.
  ///
  /// - Parameter folder: The folder that a relative path is below; by default the folder of the request's own file.
  func file(_ path: String, in folder: String? = nil) -> URL {
    let isInHome = path.startsExactly(with: "~/")
    let home = isInHome ? HomeFolder.path(ProcessInfo.processInfo.environment) : nil
    let expanded = home.map { $0 + String(path.unicodeScalars.dropFirst()) } ?? path
    if expanded.startsExactly(with: "/") { return URL(fileURLWithPath: expanded) }
    let full = (folder ?? baseFolder) + "/" + expanded
    return URL(fileURLWithPath: inherited.layers?.file(full) ?? full)
  }

  /// Checks that all parts of a form can be opened.
  private func checked(_ body: HTTPBody) throws(Failure) -> HTTPBody {
    do {
      _ = try body.open(whenReady: {})
      return body
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }

  /// Opens a file of a form. Like Postman, leaves out unreadable files with a warning.
  private mutating func opened(_ file: URL, orLeavingOut part: String) throws(Failure) -> OpenFile? {
    do throws(Failure) {
      let opened = try opened(file)
      guard leavesOutRefusedFiles, !access.allows(.file(opened.path)) else { return opened }
      files.removeLast()
      warnings.append("\(part) is left out: \(opened.path) is outside of the working folder")
      return nil
    } catch {
      guard sendsAsPostman else { throw error }
      warnings.append("\(part) is left out: \(error.sentence)")
      return nil
    }
  }

  /// The text of a file with its variables replaced. A file without permission is refused before the send.
  private mutating func replaced(in file: OpenFile) throws(Failure) -> String {
    guard access.allows(.file(file.path)) else { return "" }
    let text = resolver.resolve(try text(of: file))
    try checkVariables()
    return text
  }

  private func text(of file: OpenFile) throws(Failure) -> String {
    guard file.size <= Resolver.sizeLimit else {
      throw Failure(
        .unprepared, "\(file.path) has more than \(Resolver.sizeLimit >> 20) MB, too much to replace variables in it")
    }
    do {
      let bytes = try Data(contentsOf: file.url)
      if let text = String(validating: bytes, as: UTF8.self) { return text }
    } catch {
      throw Failure(.unprepared, "Cannot read \(file.path): \(error.localizedDescription)")
    }
    throw Failure(.unprepared, "\(file.path) is not text in UTF-8, so no variables can be replaced in it")
  }

  /// Replaces the variables in the files of the body, to find out which sources they need. Unreadable files are
  /// reported by the send.
  mutating func resolveFiles(of content: RequestBody, _ values: FieldValues) {
    var paths: [String] = []
    if content.kind == .file, values.flag("variables") { paths.append(values["file"]) }
    paths += values.rows("multipart").filter(\.replacesVariables).compactMap(\.file)
    for path in paths {
      guard let file = try? OpenFile(file(path).path), access.allows(.file(file.path)), let text = try? text(of: file)
      else { continue }
      _ = resolver.resolve(text)
    }
  }

  /// Opens a file and keeps it open until the request is sent.
  mutating func opened(_ file: URL) throws(Failure) -> OpenFile {
    do {
      let opened = try OpenFile(file.path)
      files.append(opened)
      return opened
    } catch {
      throw Failure(.unprepared, error.description)
    }
  }
}

extension Parameter {
  fileprivate var replacesVariables: Bool { document["variables"]?.bool == true }
}
