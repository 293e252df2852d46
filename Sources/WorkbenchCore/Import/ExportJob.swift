/// A format that can be exported to.
package struct ExportChoice: Equatable, Sendable {
  package let name: String
  package let title: String
  package let fileExtension: String
  /// Whether it is code that sends requests, which is usually copied.
  package let isCode: Bool
  /// Whether it is a folder, not a file.
  package let isFolder: Bool

  package init(name: String, title: String, fileExtension: String, isCode: Bool = false, isFolder: Bool = false) {
    (self.name, self.title, self.fileExtension) = (name, title, fileExtension)
    (self.isCode, self.isFolder) = (isCode, isFolder)
  }
}

/// A request, folder or collection to export, without its secrets.
package struct ExportJob: FeatureEffect {
  package let root: String
  package let address: Address
  package let environment: String?
  package let format: ExportChoice
  /// A file or folder; `-` is the clipboard.
  package private(set) var place = "-"
  /// The files that the user agreed to replace.
  package private(set) var replaced: [String] = []

  package var isCopy: Bool { place == "-" }

  /// The name to suggest for its file or folder.
  package var suggestion: String { format.isFolder ? folder : "\(stem).\(format.fileExtension)" }
  /// The name to suggest for its folder, which is not that of a collection.
  package var folder: String { "\(stem)-\(format.name)/" }
  // A file `collection.json` would make its folder a collection.
  private var stem: String { address.path.isEmpty ? Address(root).name : address.stem }

  package func to(_ place: String) -> ExportJob {
    var job = self
    job.place = place.trimmingBlanks
    if job.place != self.place { job.replaced = [] }
    return job
  }

  /// The job with the answer that existing files may be replaced.
  func replacing(_ files: [String]) -> ExportJob {
    var job = self
    job.replaced += files
    return job
  }
}
