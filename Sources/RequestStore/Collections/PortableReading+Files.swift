extension PortableReading {
  /// A collection of this reading with the paths of files relative to its folder, as the files of other formats have
  /// them. In the collection they are relative to the file of the request.
  ///
  /// - Parameter certificates: Whether the format has paths of certificates and in checks, too. Others keep these members
  ///   as they are, for a later import.
  package func namingFilesFromRoot(_ collection: PortableFolder, certificates: Bool) -> PortableFolder {
    var places = Places(folders: folders[...], requests: requests[...], certificates: certificates)
    return places.renamed(collection)
  }

  /// The places of a collection's items that are left to visit.
  private struct Places {
    var folders: ArraySlice<Address>
    var requests: ArraySlice<Address>
    let certificates: Bool

    mutating func renamed(_ folder: PortableFolder) -> PortableFolder {
      var result = folder
      if let own = folders.popFirst() { result.settings = renamed(folder.settings, in: own) }
      for (index, item) in folder.items.enumerated() {
        switch item {
        case .folder(let inner): result.items[index] = .folder(renamed(inner))
        case .request(var request):
          if let own = requests.popFirst() { request.document = renamed(request.document, in: own.parent) }
          result.items[index] = .request(request)
        }
      }
      return result
    }

    private func renamed(_ document: JSONObject, in folder: Address) -> JSONObject {
      if folder.path.isEmpty { return document }
      var renamed = document.renamingFiles { Self.path($0, in: folder) }
      guard certificates else {
        renamed["checks"] = document["checks"]
        return renamed
      }
      renamed["checks"] = Self.checks(renamed["checks"], of: document)
      return renamed.renamingCertificates { Self.path($0, in: folder) }
    }

    /// The renamed checks, with the paths of schemas as they are in the document.
    private static func checks(_ renamed: JSONValue?, of document: JSONObject) -> JSONValue? {
      guard let renamed = renamed?.array, let own = document["checks"]?.array else { return renamed }
      return .array(zip(renamed, own).map { $1.object?["predicate"]?.string == "schema" ? $1 : $0 })
    }

    private static func path(_ path: String, in folder: Address) -> String {
      // A variable may be a whole path.
      let isWhole = path.isEmpty || ["/", "~/", "{{"].contains { path.startsExactly(with: $0) }
      return isWhole ? path : (folder.components + Address(path).components).removingDotNames.joined(separator: "/")
    }
  }
}
