import Foundation

/// The options of `send` for the body, as in curl.
struct BodyOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .customLong("data"), .customLong("data-binary"), .customLong("data-ascii")],
    parsing: .unconditionalSingleValue,
    help:
      ArgumentHelp(
        "Data, as in curl: @FILE without line breaks, --data-binary @FILE with them, @- standard input; may be repeated.",
        valueName: "text")
  )
  var data: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Data sent literally, even with @; may be repeated.", valueName: "text"))
  var dataRaw: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Percent-encoded data: CONTENT, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; may be repeated.", valueName: "data"))
  var dataUrlencode: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Data of JSON, with its Content-Type and Accept; @FILE as for --data-binary. Several are joined.",
      valueName: "data"))
  var json: [String] = []

  @Option(
    name: [.customShort("F"), .customLong("form")], parsing: .unconditionalSingleValue,
    help:
      ArgumentHelp(
        "A part of a multipart form: NAME=VALUE, NAME=@FILE or NAME=<FILE, then ;type=TYPE or ;filename=NAME; may be repeated.",
        valueName: "part")
  )
  var form: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A part sent literally, even with @, < or ;; may be repeated.", valueName: "name=text"))
  var formString: [String] = []

  @Option(
    name: [.customShort("T"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A file to send as it is, with PUT; - reads standard input to its end. A URL with a last / gets its name.",
      valueName: "file"))
  var uploadFile: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What to add to the URL's query, written as for --data-urlencode; +TEXT as it is; may be repeated.",
      valueName: "data"))
  var urlQuery: [String] = []

  @Flag(name: [.customShort("G"), .long], help: "Adds the data of -d to the URL's query instead, and sends GET.")
  var get = false

  @Flag(help: "Does not read a body, or messages, from standard input.")
  var ignoreStdin = false

  /// The used options, as typed.
  var used: [String] {
    [
      ("-d", data), ("--data-raw", dataRaw), ("--data-urlencode", dataUrlencode), ("--json", json), ("-F", form),
      ("--form-string", formString), ("-T", uploadFile.map { [$0] } ?? []),
    ].filter { !$0.1.isEmpty }.map(\.0)
  }

  var ignoresInput: Bool { ignoreStdin || get || !used.isEmpty }

  func validate() throws {
    let kinds = Set(used.map { $0 == "--form-string" ? "-F" : Self.dataOptions.contains($0) ? "-d" : $0 })
    if kinds.count > 1, let first = used.first, let other = used.last {
      throw ValidationError("\(first) and \(other) are different bodies — use one of them")
    }
    if get, let other = used.first(where: { !Self.dataOptions.contains($0) }) {
      throw ValidationError("-G adds data to the URL, and \(other) is a body — use one of them")
    }
  }

  private static let dataOptions = ["-d", "--data-raw", "--data-urlencode", "--json"]

  /// The method implied by an option.
  var usualMethod: String? { uploadFile == nil ? nil : "PUT" }

  /// The URL. If its path is empty or ends with a slash, the name of an uploaded file is appended, as in curl.
  func naming(_ url: String) -> String {
    guard let uploadFile, uploadFile != "-" else { return url }
    let place = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    let path = place.schemeMark.map { place[$0.upperBound...] } ?? place[...]
    guard path.hasSuffix("/") || !path.contains("/") else { return url }
    let name = PercentEncoding.component(URL(fileURLWithPath: uploadFile).lastPathComponent)
    let rest = String(url.unicodeScalars.dropFirst(place.unicodeScalars.count))
    return place + (path.hasSuffix("/") ? "" : "/") + name + rest
  }

  /// The body and the addition to the URL's query. Reads the named files.
  func read() throws -> (body: TypedBody?, query: String?) {
    let (curl, contents) = try curlBody()
    return (try uploadFile.map(TypedBody.upload) ?? Self.body(curl, contents), curl.query)
  }

  /// - Parameter contents: The contents of the files that were read already: a pipe can be read only once.
  private static func body(_ curl: CurlBody, _ contents: [String: Data]) throws -> TypedBody? {
    let type = curl.isJSON ? "application/json" : "application/x-www-form-urlencoded"
    switch curl.content {
    case nil: return nil
    case .text(let text): return .text(text, type: type)
    case .file(let path): return try TypedBody.file(at: path, contents[path], type: type)
    case .form(let rows): return .parts(try rows.map(part))
    }
  }

  private func curlBody() throws -> (CurlBody, contents: [String: Data]) {
    var problem: (any Error)?
    var contents: [String: Data] = [:]
    let curl = CurlBody(OptionOrder.typed(among: Self.names), isGet: get) { path in
      do {
        let bytes = try path == "-" ? Data(TypedBody.text(of: path).utf8) : TypedBody.contents(path)
        contents[path] = bytes
        return bytes
      } catch {
        problem = problem ?? error
        return nil
      }
    }
    if let problem { throw problem }
    if let note = curl.notes.first { throw CommandExit.usageError(note.refusal) }
    return (curl, contents)
  }

  private static let names: Set = [
    "data", "data-binary", "data-ascii", "data-raw", "data-urlencode", "json", "form", "form-string", "url-query",
  ]

  private static func part(_ row: JSONObject) throws -> Parameter {
    var row = row
    if let path = row["file"]?.string {
      _ = try TypedBody.contents(path)
      row["file"] = .string(Template.escaping(URL(fileURLWithPath: path).path))
    }
    return Parameter(document: row)
  }
}

extension InterchangeNote {
  /// The note about an unsupported option, as the reason not to send the request.
  fileprivate var refusal: String {
    switch kind {
    case .failed: text
    case .dropped: "Cannot send \(text)"
    case .changed: "curl would send something else: \(text)"
    }
  }
}

/// Options with a value in the order typed. The parser keeps the order only for options of one name.
enum OptionOrder {
  /// - Parameter names: Long names of curl without hyphens.
  static func typed(among names: Set<String>) -> [(name: String, value: String)] {
    let moved = LeadingOptions.moved(Array(CommandLine.arguments.dropFirst())) { AttachedValues.options[$0] != nil }
    let arguments = AttachedValues.detached(moved)
    guard let options = arguments.first.flatMap({ AttachedValues.options[$0] }) else { return [] }
    var found: [(name: String, value: String)] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      guard options.takesValue(argument), let value = rest.popFirst() else { continue }
      let name = CurlOptionTable.name(ofTyped: argument)
      if names.contains(name) { found.append((name, value)) }
    }
    return found
  }
}
