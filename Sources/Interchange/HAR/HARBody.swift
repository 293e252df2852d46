import Foundation

/// The body of a request in an archive: `postData`.
struct HARBody {
  private(set) var value: JSONValue?
  /// The media type that the body brings itself, so that no header is needed.
  private(set) var impliedType: String?
  /// A type that no header of the archive has, and that the body does not bring itself.
  private(set) var headerType: String?

  private static let formType = "application/x-www-form-urlencoded"

  /// - Parameter contentType: The header; it counts more than the archive's `mimeType`.
  init(_ data: JSONObject?, contentType: String?, _ context: inout InterchangeContext) {
    guard let data else { return }
    let listed = contentType ?? data.text("mimeType") ?? ""
    let params = data["params"].objects
    let hasFiles = params.contains { Self.fileName(of: $0) != nil }
    let standard = params.isEmpty ? "" : hasFiles ? "multipart/form-data" : Self.formType
    let text = Self.text(data, &context) ?? Self.unparsed(params)
    // Safari leaves out the type of a form.
    let type = listed.isEmpty ? text.map(Self.isForm) == true ? Self.formType : standard : listed
    let essence = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    if essence == "multipart/form-data" {
      setMultipart(text, params, type, &context)
    } else if essence == Self.formType, setForm(text, params) {
    } else if let text, !text.isEmpty {
      setText(text, type, essence, hasHeader: !listed.isEmpty)
    } else if !params.isEmpty {
      setForm(params)
    }
    let isImplied = impliedType?.lowercased() == type.lowercased() || impliedType == "multipart/form-data"
    if value != nil, contentType == nil, !listed.isEmpty, !isImplied { headerType = listed }
  }

  /// The body as text; `nil` if it is empty or binary.
  private static func text(_ data: JSONObject, _ context: inout InterchangeContext) -> String? {
    guard let text = data.filledText("text") else { return nil }
    let encoding = data.text("encoding") ?? data.text("_encoding")
    guard encoding?.lowercased() == "base64" else { return text }
    guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else { return text }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    context.note(.dropped, "Body: it is not text (\(bytes.count) bytes)")
    return nil
  }

  /// Charles lists JSON that is sent as a form as the name of its only field.
  private static func unparsed(_ params: [JSONObject]) -> String? {
    guard params.count == 1, let name = params[0].text("name"), params[0].text("value")?.isEmpty != false,
      name.hasPrefix("{") || name.hasPrefix("["), (try? JSONText(name)) != nil
    else { return nil }
    return name
  }

  /// Whether encoding the text as a form would reproduce it exactly.
  private static func isForm(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return false }
    let pairs = URLQuery.decoded(text).map { PercentEncoding.form($0.name) + "=" + PercentEncoding.form($0.value) }
    return pairs.joined(separator: "&").isExactly(text)
  }

  /// - Parameter hasHeader: Whether the type is that of a header, or can become one.
  private mutating func setText(_ text: String, _ type: String, _ essence: String, hasHeader: Bool) {
    let escaped = Template.escaping(text)
    if essence == "application/json" || essence.hasSuffix("+json"),
      let json = JSONBodyText.value(of: escaped, isEscaped: true)
    {
      value = ["json": json]
      impliedType = "application/json"
    } else if hasHeader, JSONBodyText.isSentShortened(escaped) {
      // With the type in the header only, commas and comments stay in what is sent.
      value = ["text": .wireText(escaped)]
    } else {
      let type = type.isEmpty ? "text/plain" : type
      value = ["text": .wireText(escaped), "type": .string(type)]
      impliedType = type
    }
  }

  /// - Returns: Whether it is a form that has fields.
  private mutating func setForm(_ text: String?, _ params: [JSONObject]) -> Bool {
    guard let text, !text.isEmpty else {
      setForm(params)
      return value != nil
    }
    if Self.unparsed(params) == text { return false }
    var rows: [JSONValue] = []
    for pair in text.trimmed.unicodeScalars.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        String(validating: PercentEncoding.decode(Substring(part), plusIsSpace: true), as: UTF8.self)
      }
      // Bytes that are no UTF-8, and names without a value, are kept as they were sent.
      guard parts.count == 2, let name = parts[0], let value = parts[1] else { return false }
      rows.append(.literalRow(name, value))
    }
    (value, impliedType) = (["form": .array(rows)], Self.formType)
    return true
  }

  private mutating func setForm(_ params: [JSONObject]) {
    guard !params.isEmpty else { return }
    value = ["form": .array(params.map { .literalRow($0.text("name") ?? "", $0.text("value") ?? "") })]
    impliedType = Self.formType
  }

  private mutating func setMultipart(
    _ text: String?, _ params: [JSONObject], _ type: String, _ context: inout InterchangeContext
  ) {
    let parts = params.isEmpty ? text.map { MultipartText.parts($0, contentType: type) } ?? [] : params.map(Self.part)
    guard !parts.isEmpty else {
      if let text { setText(text, type, "", hasHeader: false) }
      return
    }
    for file in parts.compactMap({ $0.text("file") }) {
      context.note(.changed, "Part with the file \"\(file)\": its bytes are not imported — put it beside the request")
    }
    (value, impliedType) = (["multipart": .array(parts.map(JSONValue.object))], "multipart/form-data")
  }

  private static func part(_ param: JSONObject) -> JSONObject {
    var row: JSONObject = ["name": .string(Template.escaping(param.text("name") ?? ""))]
    MultipartText.set(param.text("value") ?? "", fileName: fileName(of: param), in: &row)
    if let type = param.filledText("contentType") { row["type"] = .string(type) }
    return row
  }

  private static func fileName(of param: JSONObject) -> String? {
    (param.text("fileName") ?? param.text("filename")).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A multipart body that an archive has as text.
enum MultipartText {
  /// The parts as rows; a file has its name only.
  static func parts(_ text: String, contentType: String) -> [JSONObject] {
    guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else { return [] }
    var rows: [JSONObject] = []
    var bytes = Data(text.utf8)
    bytes.withUnsafeMutableBytes { buffer in
      let bytes = UnsafeRawBufferPointer(buffer)
      let delimiters = MultipartDelimiters(bytes: bytes, boundary: boundary)
      var previous = delimiters.next(from: 0)
      while let start = previous, !start.isLast {
        let end = delimiters.next(from: start.upperBound)
        let limit = max(start.upperBound, end?.lowerBound ?? bytes.count)
        let (headers, content) = delimiters.split(start.upperBound..<limit)
        let head = String(decoding: bytes[headers], as: UTF8.self)
        if let row = row(head, String(decoding: bytes[content], as: UTF8.self)) { rows.append(row) }
        previous = end
      }
    }
    return rows
  }

  private static func row(_ head: String, _ content: String) -> JSONObject? {
    let headers = head.split { $0.isNewline }.compactMap { $0.cut(at: ":") }
    func header(_ name: String) -> String? {
      headers.first { $0.before.trimmed.lowercased() == name }?.after.trimmed
    }
    guard let disposition = header("content-disposition"), let name = parameter("name", of: disposition) else {
      return nil
    }
    var row: JSONObject = ["name": .string(Template.escaping(name))]
    set(content, fileName: parameter("filename", of: disposition), in: &row)
    if let type = header("content-type") { row["type"] = .string(type) }
    return row
  }

  /// The content of a file is a value with a file name; the file itself is needed if the archive lacks it, or has bytes.
  static func set(_ content: String, fileName: String?, in row: inout JSONObject) {
    let isText = !content.unicodeScalars.contains { $0 == "\u{FFFD}" || $0 == "\0" }
    guard let fileName, !fileName.isEmpty else { return row["value"] = .string(Template.escaping(content)) }
    if content.isEmpty || !isText { return row["file"] = .string(Template.escaping(fileName)) }
    row["value"] = .string(Template.escaping(content))
    row["filename"] = .string(Template.escaping(fileName))
  }

  /// A parameter of a header such as `form-data; name="a"`.
  private static func parameter(_ name: String, of header: String) -> String? {
    var rest = header.unicodeScalars.drop { $0 != ";" }
    while !rest.isEmpty {
      rest = rest.dropFirst()
      let key = String(rest.prefix { $0 != "=" && $0 != ";" })
      rest = rest.dropFirst(key.unicodeScalars.count)
      guard rest.first == "=" else { continue }
      let value = value(&rest)
      if key.trimmed.lowercased() == name { return value }
    }
    return nil
  }

  /// The value after the equals sign, up to the next semicolon.
  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String {
    rest = rest.dropFirst().drop { $0 == " " }
    guard rest.first == "\"" else {
      let text = String(rest.prefix { $0 != ";" })
      rest = rest.dropFirst(text.unicodeScalars.count)
      return text.trimmed
    }
    var text = ""
    rest = rest.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      let isEscaped = scalar == "\\" && (rest.first == "\"" || rest.first == "\\")
      text.unicodeScalars.append(isEscaped ? rest.popFirst() ?? scalar : scalar)
    }
    rest = rest.drop { $0 != ";" }
    // Browsers escape quotes and line ends like this.
    return text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}
