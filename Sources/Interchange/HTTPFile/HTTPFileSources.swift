/// The files that an HTTP file names, whose text becomes part of its requests: scripts, parts of bodies, queries.
struct HTTPFileSources {
  /// The largest file, in bytes.
  private static let limit = 64 << 20

  /// Those of a folder or an archive.
  var files: SourceFiles?
  /// The folder of the HTTP file among them.
  var folder = ""
  /// Those around a single HTTP file; `nil` if it may not read them.
  var around: SentFiles?

  /// - Returns: `nil` if no files may be read.
  func content(of name: String) -> SentFiles.Found? {
    if let files {
      guard let path = SourcePath.resolved(name, in: folder), !SentFiles.isHidden(path) else { return .outside }
      return SentFiles(files).read(path, Self.limit)
    }
    guard let around else { return nil }
    guard let path = around.path(of: name) else { return .outside }
    return around.read(path, Self.limit)
  }

  /// Why a file cannot be read.
  func problem(of name: String, _ context: InterchangeContext) -> String {
    switch content(of: name) {
    case .outside: "it is outside of the source's folder, or hidden"
    case .tooLarge: "it has more than \(Self.limit >> 20) MB"
    case nil where context.isSentAsIs: "there is no permission to read it — pass --allow-files"
    case .bytes: "more than 64 MB of text is referred to"
    case nil, .missing: "the file is not there"
    }
  }
}
