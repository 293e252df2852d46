package import Foundation

/// A format that can be written. A new one is a writer and a line in `all`.
package struct ExportFormat: Sendable {
  /// The name for `--format`.
  package let name: String
  package let title: String
  /// The extension of its files, without the dot.
  package let fileExtension: String
  /// The input that the writer needs in addition to the collection.
  package let needs: Need
  private let writer: @Sendable (ExportSource) throws(ExportError) -> ExportResult

  package enum Need: Sendable {
    /// The saved collection with its variables.
    case collection
    /// `ExportSource.requests`: each request ready to be sent.
    case requests
    /// `ExportSource.requests`, of which it writes the WebSockets.
    case sockets
    /// `ExportSource.exchanges` and `unsent`.
    case exchanges
    /// The collection, and past exchanges as examples of its requests.
    case history
  }

  package init(
    _ name: String, _ title: String, fileExtension: String, needs: Need = .collection,
    write: @escaping @Sendable (ExportSource) throws(ExportError) -> ExportResult
  ) {
    self.name = name
    self.title = title
    self.fileExtension = fileExtension
    self.needs = needs
    writer = write
  }

  /// Whether it writes the document that a collection was imported from.
  package var takesDocument: Bool { name == "openapi" }

  package func write(_ source: ExportSource) throws(ExportError) -> ExportResult {
    var (source, bodyNotes) = (source, [InterchangeNote]())
    // Documents show them, as all that there is.
    var refused = isDocumentation ? [] : try source.leaveOutPrograms()
    if isCode { refused += try Self.refuse(&source, for: self) }
    if name == "k6" { source.requests = source.requests.map(\.notingFixedValues) }
    source.collection = source.collection.withPlainBodies(&bodyNotes)
    var result = try writer(source)
    result.notes = refused + result.notes
    if isCode { result.notes += source.requests.flatMap(\.interchangeNotes) }
    if name == "k6" { result.notes += source.collection.testNotes() }
    if losesSockets { result.notes += source.collection.socketNotes }
    if !isCode, !isDocumentation { result.notes += source.collection.socketIONotes }
    if writesTemplates, !isDocumentation {
      result.notes += source.collection.stepNotes { name == "http" && HTTPFileSocket.holdsSteps(of: $0) }
    }
    if writesTemplates { result.notes += bodyNotes }
    if losesFileVariables { result.notes += source.collection.fileVariableNotes }
    if losesRequestVariables { result.notes += source.collection.requestVariableNotes }
    if ["postman", "insomnia", "http"].contains(name) { result.notes += BrunoOrder.notes(of: source.collection) }
    return result
  }

  /// Whether it writes code, for which values of variables are needed.
  package var isCode: Bool { needs == .requests || needs == .sockets }

  /// Whether it is a folder, not a file.
  package var isFolder: Bool { ["bruno", "bruno-yaml"].contains(name) }

  /// Whether it has the files of certificates, and those that checks compare responses with, relative to its own.
  package var namesCertificates: Bool { name == "hurl" }

  /// Whether it is written from the files, and not from requests that are ready to be sent.
  private var writesTemplates: Bool { needs == .collection || needs == .history }

  /// Leaves out the requests whose protocol the format has no code for.
  private static func refuse(
    _ source: inout ExportSource, for format: ExportFormat
  ) throws(ExportError) -> [InterchangeNote] {
    let (all, isForSockets) = (source.requests, format.needs == .sockets)
    source.requests = all.filter { $0.isSpoken(forSockets: isForSockets) }
    let refused = all.filter { !$0.isSpoken(forSockets: isForSockets) }.map { $0.refusal(by: format.name) }
    if source.requests.isEmpty, let first = refused.first { throw ExportError(first.text) }
    return refused
  }

  /// Whether it has the handshake of a WebSocket alone.
  var losesSockets: Bool { ["postman", "openapi", "hurl"].contains(name) }

  /// Whether it shows requests to people, with all that they have.
  var isDocumentation: Bool { ["markdown", "html"].contains(name) }

  /// Only HTTP files have a mark for files with variables, and documents show the file's name.
  private var losesFileVariables: Bool { !["http", "markdown", "html", "openapi"].contains(name) }

  /// Whether requests are written with their templates, in a format where they have no variables of their own.
  private var losesRequestVariables: Bool { ["postman", "openapi", "insomnia", "http", "hurl"].contains(name) }

  package static let all: [ExportFormat] =
    [
      .postman, .openapi, .insomnia, .bruno, .brunoYAML, .http, .hurl, .har, .markdown, .html, .curl,
    ] + CodeTarget.all.filter { !$0.opensSockets }.map { .code($0) } + [.k6]
    + CodeTarget.all.filter(\.opensSockets).map { .code($0) }

  package static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }
}

/// The items to export.
package struct ExportSource: Sendable {
  /// The collection, or the folder with its inherited settings. A single request is its only item.
  package var collection: PortableFolder
  /// Variables of all collections, from `workspace.json`.
  package var globals: [JSONValue] = []
  /// Each request of the collection ready to be sent, in order.
  package var requests: [CodeRequest] = []
  /// Past exchanges, newest first.
  package var exchanges: [Exchange] = []
  /// Beside `exchanges`, the requests that were never sent.
  package var unsent: [CodeRequest] = []
  /// Whether `PortableFolder.secrets` and those of the environments are there to be written. Else secrets have no value.
  package var includesSecrets = false
  /// Whether documentation leaves out the collection and the folders around the requests.
  package var omitsFolders = false
  /// The requested file name. Its extension selects the notation if the format has several.
  package var fileName: String?
  /// The version of this program, for members such as `creator`.
  package var version = ""
  /// When the export was made, for formats that say so.
  package var date = Date(timeIntervalSince1970: 0)

  package init(_ collection: PortableFolder) { self.collection = collection }
}

package struct ExportResult: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    /// Relative to the folder of the export; empty for the only file of a format.
    package var path: String
    package var bytes: Data

    package init(_ path: String, _ bytes: Data) {
      self.path = path
      self.bytes = bytes
    }
  }

  package var files: [File]
  /// The files of the collection that these name, which are written beside them.
  package var copies: [File] = []
  /// Notes about content that the format cannot express.
  package var notes: [InterchangeNote] = []
  /// The extension of a single file if it differs from the format's, without the dot.
  package var fileExtension: String?

  package init(files: [File], notes: [InterchangeNote] = []) {
    self.files = files
    self.notes = notes
  }

  package init(_ text: String, notes: [InterchangeNote] = []) {
    self.init(files: [File("", Data(text.utf8))], notes: notes)
  }
}

/// Why nothing can be written in a format.
package struct ExportError: Error, Equatable, CustomStringConvertible, Sendable {
  package var description: String

  package init(_ description: String) { self.description = description }
}
