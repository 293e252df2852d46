internal import Foundation

/// How a language writes bytes: expressions of one type, which can be joined.
struct CodeBytes: Sendable {
  /// From a text that is UTF-8 in the request.
  let text: @Sendable (String) -> String
  let binary: @Sendable (Data) -> String
  /// Reads a file.
  let file: @Sendable (String) -> String
  let join: @Sendable ([String]) -> String

  func literal(_ data: Data) -> String { data.codeText.map(text) ?? binary(data) }

  /// The body, with the parts of a form built by hand; `nil` without a body.
  func body(_ body: CodeRequest.Body) -> String? {
    switch body {
    case .none: nil
    case .bytes(let data): literal(data)
    case .file(let path): file(path)
    case .parts(let parts): join(CodeForm(parts).pieces.compactMap(self.body))
    }
  }
}

/// A `multipart/form-data` body built by hand, for libraries that cannot or that change names, types or values.
struct CodeForm {
  let boundary: String
  /// The files, and the bytes around them.
  private(set) var pieces: [CodeRequest.Body] = []

  init(_ parts: [Parameter]) {
    let texts = parts.flatMap { [$0.name, $0.value, $0.fileName ?? ""] }
    let names = (0...parts.count * 3).lazy.map { $0 == 0 ? "form-boundary" : "form-boundary-\($0)" }
    boundary = names.first { name in !texts.contains { $0.containsExactly(name) } } ?? "form-boundary"
    var text = ""
    for part in parts {
      text += "--\(boundary)\r\nContent-Disposition: \(part.disposition)\r\n"
      if let type = part.contentType { text += "Content-Type: \(type)\r\n" }
      text += "\r\n"
      if let file = part.file {
        pieces += [.bytes(Data(text.utf8)), .file(file)]
        text = "\r\n"
      } else {
        text += part.value + "\r\n"
      }
    }
    pieces.append(.bytes(Data((text + "--\(boundary)--\r\n").utf8)))
  }

  var contentType: String { "multipart/form-data; boundary=" + boundary }
}

extension Parameter {
  /// The file name of a part: its own, or the last component of its file's path.
  var partFileName: String? { fileName ?? file.map(Self.fileName) }

  static func fileName(of path: String) -> String { path.parts(separatedBy: "/").last { !$0.isEmpty } ?? path }

  /// `form-data; name="a"; filename="b"`, with quotes and line ends as browsers write them.
  var disposition: String {
    func escape(_ text: String) -> String {
      text.replacingExactly("\"", with: "%22").replacingExactly("\r", with: "%0D").replacingExactly("\n", with: "%0A")
    }
    return "form-data; name=\"\(escape(name))\"" + (partFileName.map { "; filename=\"\(escape($0))\"" } ?? "")
  }

  /// Whether every library sends the part unchanged. Values must have no type and no line ends, which some change.
  var isPlainPart: Bool {
    let names = name + (partFileName ?? "")
    let isValue = contentType == nil && fileName == nil && !value.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
    return (file != nil || isValue)
      && !names.unicodeScalars.contains { CodeText.isInvisible($0) || "\"\\".unicodeScalars.contains($0) }
  }
}

extension CodeRequest {
  /// The parts of a form that libraries can send unchanged.
  var plainParts: [Parameter]? {
    guard case .parts(let parts) = body, !parts.isEmpty, parts.allSatisfy(\.isPlainPart) else { return nil }
    return parts
  }

  /// The headers, including `Content-Type` if the form is built by hand.
  var headersWithForm: [Header] {
    guard case .parts(let parts) = body else { return headers }
    return headers.filter { $0.name.lowercased() != "content-type" } + [
      Header("Content-Type", CodeForm(parts).contentType)
    ]
  }

  /// The headers for a library that builds the form of `plainParts`, if there are any.
  var headersBesideParts: [Header] { plainParts == nil ? headersWithForm : headers }

  /// The headers for a library that sets the `Content-Type` of a form that it builds itself.
  func headers(hasOwnForm: Bool) -> [Header] {
    hasOwnForm ? headers.filter { $0.name.lowercased() != "content-type" } : headersWithForm
  }

  /// The request without a fragment, and with the login of the URL as a header: some libraries refuse it, others keep it
  /// for a challenge.
  var plain: CodeRequest {
    var request = self
    request.url = String(url.unicodeScalars.prefix { $0 != "#" })
    let scalars = request.url.unicodeScalars
    guard let start = scalars.firstRange(of: "://".unicodeScalars)?.upperBound else { return request }
    let authority = scalars[start...].prefix { !"/?".unicodeScalars.contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return request }
    let login = PercentEncoding.decode(request.url[start..<at])
    request.url = String(request.url[..<start]) + request.url[request.url.unicodeScalars.index(after: at)...]
    if self.login == nil, !has("Authorization") {
      request.headers.append(Header("Authorization", "Basic " + Data(login).base64EncodedString()))
    }
    return request
  }

  func has(_ header: String) -> Bool { headers.first(header) != nil }

  var hasBody: Bool { body != .none }

  var bodyFile: String? {
    if case .file(let path) = body { path } else { nil }
  }
}

extension Header {
  /// Libraries agree on the bytes of ASCII values alone.
  var isASCII: Bool { value.utf8.allSatisfy { $0 < 0x80 } }
}

extension [Header] {
  /// One header for each name, for libraries that send no duplicates.
  var joined: [Header] {
    grouped.map { Header($0.name, $0.values.joined(separator: $0.name.lowercased() == "cookie" ? "; " : ", ")) }
  }

  /// The values of each name, in order.
  var grouped: [(name: String, values: [String])] {
    reduce(into: []) { groups, header in
      if let index = groups.firstIndex(where: { $0.name.lowercased() == header.name.lowercased() }) {
        groups[index].values.append(header.value)
      } else {
        groups.append((header.name, [header.value]))
      }
    }
  }

  /// A note if `joined` is not the same.
  func joiningNote(_ library: String) -> [String] {
    let names = grouped.filter { $0.values.count > 1 }.map(\.name)
    return names.isEmpty
      ? [] : ["\(library) sends each header once: the values of \(names.joined(separator: ", ")) are joined."]
  }
}
