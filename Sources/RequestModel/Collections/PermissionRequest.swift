/// The sources outside of its collection that a request needs, and the collection and file that ask.
package struct PermissionRequest: Equatable, Sendable {
  package var sources: [OutsideSource]
  /// The folder of the collection; empty if unknown.
  package let collection: String
  /// The file of the request in the workspace; empty if unknown.
  package let file: String
  /// The places that name each source: variables with their files; for scripts, the scripts.
  private let places: [OutsideSource: [String]]

  package init(
    _ sources: [OutsideSource], collection: String = "", file: String = "", places: [OutsideSource: [String]] = [:]
  ) {
    (self.sources, self.collection, self.file, self.places) = (sources, collection, file, places)
  }

  /// Part of the question: the places that name a source, and its exact text, a value per line.
  package struct Detail: Equatable, Sendable {
    package let heading: String
    package let lines: [String]

    package init(heading: String, lines: [String]) { (self.heading, self.lines) = (heading, lines) }
  }

  /// The start of the question; the details follow.
  package var sentence: String {
    let asker = collection.isEmpty ? "This collection" : "The collection \(collection)"
    let name = Address(file).isScratch ? "a request that is not saved yet" : file
    let request = file.isEmpty ? "" : ", for \(name)"
    let isOfScripts = sources.contains(where: \.isOfScripts)
    guard isOfScripts, sources.allSatisfy({ $0.isOfScripts || $0.isSecret }) else {
      return "\(asker) wants to \(verb)\(request):"
    }
    return sources.contains(.scripts)
      ? "\(asker) has scripts\(request). They run in a sandbox, where they may send requests and set variables."
        + (details.isEmpty ? "" : " These are:")
      : "\(asker) has scripts that want to use\(request):"
  }

  private var verb: String {
    if sources.allSatisfy(\.isProgram) { return "run" }
    return sources.contains(where: \.isProgram) || sources.allSatisfy(\.isSecret) ? "use" : "send"
  }

  package var details: [Detail] {
    sources.compactMap { source in
      let places = places[source] ?? []
      guard source == .scripts else {
        return Detail(heading: places.joined(separator: ", "), lines: [source.description])
      }
      if places.isEmpty { return sources == [.scripts] ? nil : Detail(heading: "", lines: [source.description]) }
      return Detail(heading: "", lines: places)
    }
  }
}
