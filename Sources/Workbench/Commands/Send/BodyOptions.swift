import ArgumentParser
import Foundation
import Glibc
import RequestModel

/// The options of `send` that make a body, as curl has them.
struct BodyOptions: ParsableArguments {
  @Option(
    name: [.customShort("d"), .customLong("data"), .customLong("data-binary"), .customLong("data-ascii")],
    parsing: .unconditionalSingleValue,
    help:
      "A body; @FILE sends a file with all its line breaks, - reads standard input. Several are joined with &.")
  var data: [String] = []

  @Option(parsing: .unconditionalSingleValue, help: "A body sent literally, even with @ or -; may be repeated.")
  var dataRaw: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: "A percent-encoded body: CONTENT, =CONTENT, NAME=CONTENT, @FILE or NAME@FILE; may be repeated.")
  var dataUrlencode: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: "A body of JSON, with Content-Type and Accept; @FILE and - as for -d. Several are joined.")
  var json: [String] = []

  @Option(
    name: [.customShort("F"), .customLong("form")], parsing: .unconditionalSingleValue,
    help:
      "A part of a multipart form: NAME=VALUE, NAME=@FILE or NAME=<FILE, then ;type=TYPE or ;filename=NAME; may be repeated."
  )
  var form: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: "A part sent literally, even with @, < or ;; may be repeated.")
  var formString: [String] = []

  @Option(
    name: [.customShort("T"), .long], parsing: .unconditional,
    help: "A file to send as it is, with PUT; - is standard input. A URL that ends with / gets the file's name.")
  var uploadFile: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: "What to add to the URL's query, written as for --data-urlencode; +TEXT as it is; may be repeated.")
  var urlQuery: [String] = []

  @Flag(name: [.customShort("G"), .long], help: "Adds the data of -d to the URL's query instead, and sends GET.")
  var get = false

  @Flag(help: "Does not read a body from standard input where that is a pipe or a file.")
  var ignoreStdin = false

  /// The options that were used, as they are typed.
  var used: [String] {
    [
      ("-d", data), ("--data-raw", dataRaw), ("--data-urlencode", dataUrlencode), ("--json", json), ("-F", form),
      ("--form-string", formString), ("-T", uploadFile.map { [$0] } ?? []),
    ].filter { !$0.1.isEmpty }.map(\.0)
  }

  var ignoresInput: Bool { ignoreStdin || get || !used.isEmpty }

  private static let dataOptions = ["-d", "--data-raw", "--data-urlencode"]

  func validate() throws {
    let kinds = Set(used.map { Self.dataOptions.contains($0) ? "-d" : $0 == "--form-string" ? "-F" : $0 })
    if kinds.count > 1, let first = used.first, let other = used.last {
      throw ValidationError("\(first) and \(other) are different bodies — use one of them")
    }
    if get, let other = used.first(where: { !Self.dataOptions.contains($0) }) {
      throw ValidationError("-G adds data to the URL, and \(other) is a body — use one of them")
    }
  }

  // MARK: Their values

  /// The pieces of `-d` and its like in the order that they were typed.
  private func pieces() throws -> [String] {
    var rest = (data: data[...], raw: dataRaw[...], encoded: dataUrlencode[...])
    return try OptionOrder.names(among: Self.names).compactMap { (name) -> String? in
      switch name {
      case "--data-raw": return rest.raw.popFirst()
      case "--data-urlencode": return try rest.encoded.popFirst().map { try URLEncodedData.text($0) }
      default: return try rest.data.popFirst().map { try TypedBody.text(of: $0) }
      }
    }
  }

  private static let names: Set = [
    "-d", "--data", "--data-binary", "--data-ascii", "--data-raw", "--data-urlencode",
  ]

  /// What `-G` and `--url-query` add to the query.
  func query() throws -> String? {
    let added = try (get ? pieces() : []) + urlQuery.map(URLEncodedData.queryText)
    return added.isEmpty ? nil : added.joined(separator: "&")
  }

  /// The method for a URL, where it is that of an option.
  var usualMethod: String? { uploadFile == nil ? nil : "PUT" }

  /// The URL, with the name of an uploaded file where it ends without one, as in curl.
  func naming(_ url: String) -> String {
    guard let uploadFile, uploadFile != "-", !url.containsExactly("?") else { return url }
    let path = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let name = PercentEncoding.component(URL(fileURLWithPath: uploadFile).lastPathComponent)
    return path.hasSuffix("/") ? url + name : path.contains("/") ? url : url + "/" + name
  }

  func body() throws -> TypedBody? {
    if get || used.isEmpty { return nil }
    if let uploadFile { return try TypedBody.upload(uploadFile) }
    if !json.isEmpty {
      let body = try TypedBody(json, separator: "")
      return body.typed("application/json")
    }
    if !form.isEmpty || !formString.isEmpty { return .parts(try parts()) }
    if dataRaw.isEmpty, dataUrlencode.isEmpty { return try TypedBody(data) }
    let text = try pieces().joined(separator: "&")
    return .text(text, type: dataUrlencode.isEmpty ? TextKind.mediaType(of: text) : "application/x-www-form-urlencoded")
  }

  private func parts() throws -> [Parameter] {
    var rest = (form: form[...], strings: formString[...])
    return try OptionOrder.names(among: ["-F", "--form", "--form-string"]).compactMap { (name) -> Parameter? in
      if name == "--form-string" { return try rest.strings.popFirst().map { try FormPart.text($0) } }
      return try rest.form.popFirst().map { try FormPart.part($0) }
    }
  }
}

/// In which order options with a value were typed: the parser keeps that only for those of one name.
enum OptionOrder {
  static func names(among names: Set<String>) -> [String] {
    let arguments = AttachedValues.detached(Array(CommandLine.arguments.dropFirst()))
    guard let options = arguments.first.flatMap({ AttachedValues.options[$0] }) else { return [] }
    var found: [String] = []
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      if names.contains(argument) { found.append(argument) }
      if options.takesValue(argument) { rest = rest.dropFirst() }
    }
    return found
  }
}

/// A value of `--data-urlencode`.
enum URLEncodedData {
  static func text(_ typed: String) throws -> String {
    let scalars = typed.unicodeScalars
    guard let mark = scalars.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return encoded(Data(typed.utf8)) }
    let content = String(scalars[scalars.index(after: mark)...])
    let bytes = scalars[mark] == "=" ? Data(content.utf8) : try TypedBody.contents(content)
    let name = mark == scalars.startIndex ? "" : typed[..<mark] + "="
    return name + encoded(bytes)
  }

  /// A value of `--url-query`.
  static func queryText(_ typed: String) throws -> String {
    typed.unicodeScalars.first == "+" ? String(typed.unicodeScalars.dropFirst()) : try text(typed)
  }

  private static func encoded(_ bytes: Data) -> String {
    PercentEncoding.encode(bytes).replacingExactly("%20", with: "+")
  }
}

/// A value of `-F`.
enum FormPart {
  static func text(_ typed: String) throws -> Parameter {
    let (name, value) = try nameAndValue(typed)
    return Parameter(Template.escaping(name), Template.escaping(value))
  }

  static func part(_ typed: String) throws -> Parameter {
    let (name, value) = try nameAndValue(typed)
    if value.startsExactly(with: "(") || (name.isEmpty && value == ")") {
      throw CommandExit.fail(
        "-F makes no part that has parts — use --form-string for the text \"\(value)\"", CommandExit.usage)
    }
    let (whole, attributes) = try split(value)
    var content = whole
    var row = Parameter(document: ["name": .string(name)])
    let mark = content.unicodeScalars.first
    if mark == "@" || mark == "<" { content = String(content.unicodeScalars.dropFirst()) }
    switch mark {
    case "@" where content == "-", "<" where content == "-":
      row.document["value"] = .string(Template.escaping(try TypedBody.text(of: "-")))
      if mark == "@" { row.document["filename"] = "-" }
    case "@":
      _ = try TypedBody.contents(content)
      row.document["file"] = .string(Template.escaping(URL(fileURLWithPath: content).path))
    case "<":
      let bytes = try TypedBody.contents(content)
      row.document["value"] = .string(Template.escaping(try TypedBody.text(bytes, of: content)))
    default: row.document["value"] = .string(content)
    }
    for (name, value) in attributes { row.document[name] = .string(value) }
    return row
  }

  private static func nameAndValue(_ typed: String) throws -> (name: String, value: String) {
    guard let (name, value) = typed.cut(at: "=") else {
      throw CommandExit.fail("\"\(typed)\" is not a part — write it as name=value or name=@FILE", CommandExit.usage)
    }
    return (String(name), String(value))
  }

  /// The content, in quotes where it holds a semicolon, and the attributes behind it.
  private static func split(_ value: String) throws -> (content: String, attributes: [(String, String)]) {
    var scalars = value.unicodeScalars[...]
    let mark = scalars.first.flatMap { $0 == "@" || $0 == "<" ? String($0) : nil } ?? ""
    scalars = scalars.dropFirst(mark.unicodeScalars.count)
    let content = word(&scalars)
    var attributes: [(String, String)] = []
    while scalars.popFirst() != nil {
      let start = scalars.drop { $0 == " " }
      let name = String(start.prefix { $0 != "=" })
      scalars = start.dropFirst(name.unicodeScalars.count + 1)
      guard ["type", "filename"].contains(name) else {
        throw CommandExit.fail(
          "-F takes ;type= and ;filename=, and not \";\(name)\" — put a value with a semicolon in double quotes",
          CommandExit.usage)
      }
      var text = word(&scalars)
      // The parameters of a media type belong to it: text/plain;charset=utf-8.
      while name == "type", let next = parameter(of: scalars) {
        scalars = scalars.dropFirst(next.unicodeScalars.count)
        text += next
      }
      attributes.append((name, text))
    }
    return (mark + content, attributes)
  }

  /// `;charset=utf-8`
  private static func parameter(of rest: String.UnicodeScalarView.SubSequence) -> String? {
    guard rest.first == ";" else { return nil }
    let text = String(rest.dropFirst().prefix { $0 != ";" })
    return ["type=", "filename="].contains { text.startsExactly(with: $0) } ? nil : ";" + text
  }

  /// Up to the next semicolon; in double quotes, up to the closing one.
  private static func word(_ scalars: inout String.UnicodeScalarView.SubSequence) -> String {
    guard scalars.first == "\"" else {
      defer { scalars = scalars.drop { $0 != ";" } }
      return String(scalars.prefix { $0 != ";" })
    }
    var text = String.UnicodeScalarView()
    scalars = scalars.dropFirst()
    while let scalar = scalars.popFirst(), scalar != "\"" {
      text.append(scalar == "\\" ? scalars.popFirst() ?? scalar : scalar)
    }
    return String(text)
  }
}
