/// An import being prepared on the screen.
package struct ImportJob: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    /// A file, a folder or a URL, as typed.
    case place(String)
    case text(String)
    case clipboard
  }

  /// Its number, so that results of an earlier import are dropped.
  package let number: Int
  package let source: Source
  /// The folder for new collections, or the collection for environments; `nil` for the default.
  package var target: Address?
  /// The current collection, the default for environments without one.
  package var collection: Address?
  /// How to handle existing files; `nil` until it is chosen.
  package var conflict: ImportConflict?
  /// Whether a file may refer to others in its folder.
  package var followsReferences = false

  init(_ number: Int, _ source: Source, collection: Address?) {
    (self.number, self.source, self.collection) = (number, source, collection)
  }

  /// Whether it is a local file or folder.
  var isLocal: Bool { if case .place(let place) = source { !place.containsExactly("://") } else { false } }

  /// The source, for titles.
  package var title: String {
    switch source {
    case .place(let place): place
    case .text: "the pasted text"
    case .clipboard: "the clipboard"
    }
  }
}

/// The destination of the requests of a pasted text.
package enum PastePlace: Equatable, Sendable {
  /// They become new requests for files of this folder.
  case folder(Address)
  /// The first one replaces the request at this address as an edit.
  case request(Address)

  package var folder: Address {
    switch self {
    case .folder(let folder): folder
    case .request(let address): address.parent
    }
  }
}

/// Steps of an import, all outside of the program's state.
package enum ImportEffect: FeatureEffect {
  /// Reads a source and plans its files. Nothing is written.
  case read(ImportJob)
  /// Reads the requests of a pasted text, or offers to import it if it is more than a few requests.
  case paste(ImportJob, PastePlace)
  /// Plans the files again, for another target or another choice for existing files.
  case plan(ImportJob)
  case write(ImportJob)
  /// Stops reading and discards the source.
  case cancel
  /// Completes the path of a file.
  case complete(String)
}

/// Results of `ImportEffect`s.
package enum ImportEvent: Sendable {
  /// The current step.
  case progress(String)
  case ready(ImportPreview)
  case failed(Problem)
  /// A pasted text is more than a few requests.
  case offered(ImportJob, ImportPreview)
  /// The text is in no known format.
  case unknown
  case done(InterchangeSummary)
  /// Requests of a pasted text, for files in that folder.
  case pasted([SavedRequest], in: Address, InterchangeSummary)
  /// A pasted command replaces the request at this address.
  case replaced(Address, JSONObject, InterchangeSummary)
}

/// A sentence about what an import or export did, with notes on what it left out.
package struct InterchangeSummary: Equatable, Sendable {
  package var notice: String
  package var title: String
  package var notes: [InterchangeNote]
  /// The variables whose values were stored with the user's secrets.
  package var storedSecrets: [String] = []

  package init(notice: String, title: String, notes: [InterchangeNote]) {
    (self.notice, self.title, self.notes) = (notice, title, notes)
  }
}

/// The files that an import would write, and notes on what it would leave out.
package struct ImportPreview: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case collection, folder, environment, variables
      case request(method: String)
    }

    package var depth: Int
    package var kind: Kind
    package var title: String
  }

  /// The title of the format.
  package let format: String
  package let rows: [Row]
  package let notes: [InterchangeNote]
  /// The number of values that go to the secrets.
  package let secretCount: Int
  /// Whether the target has to be a collection.
  package let needsCollection: Bool
  package let target: Address
  /// The names of the new items in the target.
  package let places: [String]
  /// The paths of existing files, relative to the target.
  package let existing: [String]
  /// Whether it updates an earlier import of the same source. Then `existing` lists the files that change.
  package let isUpdate: Bool
  /// The paths of files that an update moves to the trash.
  package let removed: [String]

  package init(
    _ result: ImportResult, format: String, target: Address, places: [String], existing: [String], secretCount: Int,
    isUpdate: Bool = false, removed: [String] = [], moreNotes: [InterchangeNote] = []
  ) {
    (self.format, self.target, self.places, self.existing) = (format, target, places, existing)
    self.secretCount = secretCount
    (self.isUpdate, self.removed) = (isUpdate, removed)
    notes = moreNotes + result.notes
    needsCollection = result.needsCollection
    rows =
      result.collections.flatMap { Self.rows($0, depth: 0) } + result.environments.map { Self.row($0, depth: 0) }
      + (result.globals.isEmpty ? [] : [Row(depth: 0, kind: .variables, title: "Workspace globals")])
  }

  private static func rows(_ folder: PortableFolder, depth: Int) -> [Row] {
    let own = Row(depth: depth, kind: depth == 0 ? .collection : .folder, title: folder.name)
    let items = folder.items.flatMap { item -> [Row] in
      switch item {
      case .folder(let inner): return rows(inner, depth: depth + 1)
      case .request(let request):
        let method = request.document["method"]?.string ?? "GET"
        return [Row(depth: depth + 1, kind: .request(method: method), title: request.name)]
      }
    }
    return [own] + items + folder.environments.map { row($0, depth: depth + 1) }
  }

  private static func row(_ environment: PortableEnvironment, depth: Int) -> Row {
    Row(depth: depth, kind: .environment, title: environment.name)
  }

  /// `12 requests, 3 folders, 1 environment`.
  package var counts: String {
    let requests = rows.count { if case .request = $0.kind { true } else { false } }
    let counts = [
      (rows.count { $0.kind == .collection }, "collection"), (requests, "request"),
      (rows.count { $0.kind == .folder }, "folder"), (rows.count { $0.kind == .environment }, "environment"),
    ]
    // A single collection is not worth mentioning.
    let shown = counts.enumerated().filter { $1.0 > ($0 == 0 ? 1 : 0) }.map { Formatting.count($1.0, $1.1) }
    return shown.isEmpty ? "no requests" : shown.joined(separator: ", ")
  }
}

extension ImportResult {
  /// Whether it consists only of environments, which belong to a collection.
  package var needsCollection: Bool { collections.isEmpty && !environments.isEmpty }
}
