internal import Foundation

/// The scripts of a request and of the folders above it, those of the collection first.
struct ScriptSources {
  private let resolved: ResolvedRequest
  private let member: String

  init(_ resolved: ResolvedRequest, _ event: ScriptJob.Event) {
    self.resolved = resolved
    member = event.rawValue
  }

  func read() throws(Failure) -> [ScriptSource] {
    var sources: [ScriptSource] = []
    for folder in resolved.inputs.folders {
      let file = folder.path.map { Address($0).name } ?? "folder"
      if let source = try source(folder.scripts, of: file, in: folder.folder) {
        sources.append(source)
      }
    }
    let own = resolved.request.document["scripts"]?.object ?? JSONObject()
    let name = resolved.run.job.origin?.address.name ?? "request"
    if let source = try source(own, of: name, in: resolved.inputs.baseFolder) { sources.append(source) }
    return sources
  }

  /// - Parameter folder: The folder of the file with the script.
  private func source(_ scripts: JSONObject, of file: String, in folder: String?) throws(Failure) -> ScriptSource? {
    if let path = scripts[member + "File"]?.string, !path.isEmpty {
      let text = try ScriptFiles(resolved.inputs).text(of: path, in: folder ?? resolved.inputs.baseFolder)
      return ScriptSource(name: path, source: text)
    }
    guard let text = scripts[member]?.joinedLines,
      text.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
    else { return nil }
    return ScriptSource(name: "\(file) \(member)", source: text)
  }
}
