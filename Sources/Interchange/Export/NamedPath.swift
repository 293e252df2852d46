/// A relative path of a file that an export names.
package struct NamedPath: Equatable, Sendable {
  /// The names of the folders and the request that name it.
  package let place: [String]
  package let path: String
  /// Whether it is a certificate or a key, and nothing that is sent.
  package let isCertificate: Bool

  /// Whether it leads out of the folder of the export.
  package var isOutside: Bool { path.split(separator: "/").removingDotNames.first == ".." }
}

extension ExportFormat {
  /// The files that the requests and folders of a collection name in this format, in order.
  ///
  /// - Parameter collection: With paths relative to its folder.
  package func namedPaths(of collection: PortableFolder) -> [NamedPath] {
    guard !isDocumentation, name != "openapi", needs != .exchanges else { return [] }
    var members: [JSONLocation] = losesSockets || isFolder ? [[.key("body")]] : [[.key("body")], [.key("messages")]]
    // Code has absolute paths of certificates; other formats leave them out.
    if namesCertificates {
      members += ["clientCertificate", "clientKey", "caBundle"].map { [.key("options"), .key($0)] }
      members.append([.key("checks")])
    }
    if isFolder { members.append([.key("options"), .key("certificates")]) }
    return collection.namedPaths(in: members, at: []) { request in
      !request.isProgram && (!isCode || request.isSocket == (needs == .sockets))
    }
  }
}

extension PortableFolder {
  /// - Parameters:
  ///   - members: The members of requests and folders whose files the format names.
  ///   - isWritten: Whether the format has a request.
  fileprivate func namedPaths(
    in members: [JSONLocation], at place: [String], where isWritten: (JSONObject) -> Bool
  ) -> [NamedPath] {
    settings.namedPaths(in: members, at: place)
      + items.flatMap { item -> [NamedPath] in
        switch item {
        case .folder(let folder): folder.namedPaths(in: members, at: place + [folder.name], where: isWritten)
        case .request(let request):
          isWritten(request.document) ? request.document.namedPaths(in: members, at: place + [request.name]) : []
        }
      }
  }
}

extension JSONObject {
  fileprivate func namedPaths(in members: [JSONLocation], at place: [String]) -> [NamedPath] {
    let sent = NamedFiles.sent(in: self).filter { file in
      members.contains { file.place.steps.starts(with: $0.steps) }
    }.map { file in
      NamedPath(place: place, path: file.path, isCertificate: file.place.steps.first == .key("options"))
    }
    let compared = members.contains(JSONLocation([.key("checks")])) ? comparedFiles : []
    return (sent + compared.map { NamedPath(place: place, path: $0, isCertificate: false) }).filter { named in
      !named.path.isEmpty && !named.path.hasPrefix("/") && !named.path.hasPrefix("~/")
    }
  }

  /// The files that checks compare responses with. Schemas are of checks that no other format has.
  private var comparedFiles: [String] {
    self["checks"].objects.filter { $0.text("predicate") != "schema" }.compactMap { $0["value"]?.object?.text("file") }
  }
}
