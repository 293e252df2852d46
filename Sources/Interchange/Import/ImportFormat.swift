/// A format that can be imported. A new one is a reader and a line in `all`.
package struct ImportFormat: Sendable {
  /// The name for `--format`.
  package let name: String
  package let title: String
  /// Whether the source looks like this format. The first format that accepts it reads it.
  package let recognizes: @Sendable (ImportSource) -> Bool
  /// Whether values in bodies are a document's examples, not data that was sent.
  private let hasExampleBodies: Bool
  /// Whether the filter of a source chooses among its entries.
  package let hasFilter: Bool
  private let reader: @Sendable (ImportSource) throws(ImportError) -> ImportResult

  package init(
    _ name: String, _ title: String, hasExampleBodies: Bool = false, hasFilter: Bool = false,
    recognizes: @escaping @Sendable (ImportSource) -> Bool,
    read: @escaping @Sendable (ImportSource) throws(ImportError) -> ImportResult
  ) {
    self.name = name
    self.title = title
    self.hasExampleBodies = hasExampleBodies
    self.hasFilter = hasFilter
    self.recognizes = recognizes
    reader = read
  }

  /// Reads a source. Credentials in it become secret variables.
  package func read(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var result = try readLiterally(source)
    result.place = source.place
    if let program = folderProgram { result.notes += FolderPrecedence.notes(on: result, from: program) }
    for index in result.collections.indices {
      let (collection, notes) = LiteralSecrets.moved(
        in: result.collections[index], movesBodies: !hasExampleBodies)
      result.collections[index] = collection.hidingSecretsOfDocument
      if !hasExampleBodies { result.notes += notes }
      result.source = result.source?.replacing(collection.secrets)
      if collection.items.isEmpty, name != "openapi", result.failureCount == 0, !result.isFailure {
        result.notes.append(InterchangeNote(.dropped, [], "\(collection.name) has no requests"))
      }
    }
    if source.isFolder {
      result.notes += (source.files?.links ?? []).map {
        InterchangeNote(.dropped, [$0], "A link, which is not followed")
      }
    }
    return result
  }

  /// Reads a source together with the files that its requests send.
  package func readWithFiles(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var result = try read(source)
    if keepsUnknown { result = UnknownAsText.kept(in: result) }
    // An archive names uploaded files, but not their folder.
    if name == "har" { return result }
    var copies = CopiedFiles(source)
    result.collections = result.collections.map { copies.added(to: $0) }
    result.notes += copies.notes
    return result
  }

  /// Reads a source whose requests are sent at once and not kept. Bodies keep their text, and credentials stay in place.
  package func readToSend(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var source = source
    source.isSentAsIs = true
    return try readLiterally(source)
  }

  private func readLiterally(_ source: ImportSource) throws(ImportError) -> ImportResult {
    var result = try reader(source)
    let emptyValues: [String: LiteralPath.EmptyValue] = ["insomnia": .isItsName, "bruno": .isEmpty]
    let emptyValue = source.isSentAsIs ? emptyValues[name] : nil
    guard emptyValue != nil || !hasPathParameters else { return result }
    result.collections = result.collections.map { LiteralPath.kept(in: $0, emptyValue ?? .isAbsent) }
    return result
  }

  /// Whether a segment such as `:id` of a URL is a path parameter.
  private var hasPathParameters: Bool {
    ["urls", "openapi", "wsdl", "bruno", "insomnia", "folder"].contains(name) || sendsAsPostman
  }

  /// The formats whose files can be sent directly.
  private static let sendable: [ImportFormat] = [
    .postman, .postmanBackup, .postmanFolder, .postmanDump, .bruno, .insomnia, .har, .openapi, .hurl, .http,
  ]

  /// The format of a source that has requests to send; `nil` for others.
  package static func sendable(_ source: ImportSource) -> ImportFormat? { sendable.first { $0.recognizes(source) } }

  /// Whether the requests of a file after one that failed are left out.
  package var endsAtFailure: Bool { name == "hurl" }

  /// Whether nothing of a file is sent if an entry of it cannot be read.
  package var isSentWhole: Bool { name == "hurl" }

  /// Whether each entry that fails to be read is a request. Files of Insomnia have mock servers and the like, too.
  package var hasOnlyRequests: Bool { name != "insomnia" }

  /// Whether braces around a name without a value are text, also after an import.
  var keepsUnknown: Bool { name == "http" }

  /// Whether braces around a name without a value are text when the file itself is sent.
  package var sendsUnknownAsText: Bool { keepsUnknown || name == "bruno" }

  /// Whether variables and URLs have Postman's rules.
  package var sendsAsPostman: Bool { name.hasPrefix("postman") }

  /// Whether variables of folders override those of the environment when the file itself is sent.
  package var foldersOverrideEnvironment: Bool { folderProgram != nil }

  /// The program in which variables of folders override those of the environment.
  private var folderProgram: String? { ["bruno": "Bruno", "insomnia": "Insomnia"][name] }

  package static let all: [ImportFormat] = [
    .urls,
    .postman, .postmanEnvironment, .postmanBackup, .postmanFolder, .postmanDump,
    .openapi, .wsdl, .bruno,
    .insomnia, .har, .httpEnvironment, .hurl, .http, .fetch, .curl,
    .folder,
  ]

  package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

  /// The format of a source by its content.
  package static func of(_ source: ImportSource) -> ImportFormat? { all.first { $0.recognizes(source) } }
}
