internal import Foundation

/// The scripts of a request and of the folders above it, those of the collection first, or in the order of Bruno's.
struct ScriptSources {
  private let resolved: ResolvedRequest
  private let member: String

  init(_ resolved: ResolvedRequest, _ event: ScriptJob.Event) {
    self.resolved = resolved
    member = event.rawValue
  }

  func read() throws(Failure) -> [ScriptSource] {
    var sources: [ScriptSource] = []
    var order: BrunoScriptOrder?
    for folder in resolved.inputs.folders {
      if let flow = folder.scriptFlow { order = BrunoScriptOrder(flow, first: sources.count) }
      if let source = try source(folder.scripts, of: name(of: folder), in: folder.folder) {
        sources.append(source)
      }
    }
    let own = resolved.request.document["scripts"]?.object ?? JSONObject()
    if let source = try source(own, of: requestName, in: resolved.inputs.baseFolder) { sources.append(source) }
    guard member == ScriptJob.Event.postResponse.rawValue, let order else { return sources }
    return order.ordered(sources)
  }

  /// The name of the request's file. One of another program is named with the request, as it has several.
  private var requestName: String {
    let address = resolved.run.job.origin?.address
    guard let file = resolved.run.job.rules.foreignFile else { return address?.name ?? "request" }
    return "\(file) \(address?.stem ?? "request")"
  }

  private func name(of folder: FolderSettings) -> String {
    guard let file = resolved.run.job.rules.foreignFile else { return folder.path.map { Address($0).name } ?? "folder" }
    guard !folder.isTop, let path = folder.folder else { return file }
    return "\(file) \(Address(path).name)"
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
