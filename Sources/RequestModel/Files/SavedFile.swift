/// A file of a collection as its JSON object, edited by the form.
///
/// The file is the truth, as in `SavedRequest`: members that no field names are never rewritten.
package struct SavedFile: Equatable, Hashable, Sendable {
  package let role: FileRole
  package internal(set) var document: JSONObject

  /// Checks the shape of a file's object once, so that no field can fail later.
  package init(document: JSONObject, role: FileRole) throws(DocumentError) {
    switch role {
    case .request: _ = try SavedRequest(document: document)
    case .collection, .folder: _ = try FolderSettings(document: document)
    case .environment, .workspace: _ = try Environment(name: "", document: document)
    }
    self.role = role
    self.document = document
  }

  /// Creates a file without members, as for a folder without settings.
  package init(empty role: FileRole) {
    self.role = role
    document = JSONObject()
  }

  package static func request(_ request: SavedRequest) -> SavedFile {
    var file = SavedFile(empty: .request)
    file.document = request.document
    return file
  }

  package var request: SavedRequest? {
    get { role == .request ? SavedRequest(checked: document) : nil }
    set { if let newValue { document = newValue.document } }
  }

  /// The display name. Default: the name of the file or folder.
  package var name: String? {
    get { document["name"]?.string }
    set { if newValue != name { document["name"] = newValue.map(JSONValue.string) } }
  }

  package var auth: RequestAuth? {
    get { document.auth }
    set { document.auth = newValue }
  }

  package var formTabs: [FormTab] { request?.formTabs ?? role.formTabs }
}

/// The kind of object that a file of a collection describes.
package enum FileRole: String, Hashable, Sendable {
  case request, folder, collection, environment
  /// The variables of all collections.
  case workspace

  /// The tabs of its form; those of a request are its kind's.
  var formTabs: [FormTab] {
    switch self {
    case .request: RequestKind.standard.formTabs
    case .folder, .collection:
      [.overview, .variables, .inheritedHeaders, .auth, .inheritedOptions, .scripts, .inheritedChecks]
    case .environment: [.variables, .inheritedOptions]
    case .workspace: [.variables]
    }
  }

  /// Whether a value is a valid file of the role.
  package func accepts(_ value: JSONValue) -> Bool {
    value.object.map { (try? SavedFile(document: $0, role: self)) != nil } ?? false
  }

  /// The program's word for such a file.
  package var noun: String {
    switch self {
    case .request: "request"
    case .folder: "folder"
    case .collection: "collection"
    case .environment: "environment"
    case .workspace: "workspace"
    }
  }
}

extension FormTab {
  package static let overview = FormTab(name: "overview", title: "Overview", fields: [.docs])
  package static let variables = FormTab(name: "variables", title: "Variables", fields: [.variables])
  static let inheritedOptions = FormTab(name: "options", title: "Options", fields: [.inheritedOptions])
  static let inheritedHeaders = FormTab(name: "headers", title: "Headers", fields: [.inheritedHeaders])
  static let inheritedChecks = FormTab(name: "checks", title: "Checks", fields: [.inheritedChecks])
}
