// Sources and targets of imports and exports.
extension Workspace {
  func collection(around folder: Address) -> Address? {
    var folder = folder
    while !folder.path.isEmpty {
      if node(folder)?.kind == .folder(isCollection: true) { return folder }
      folder = folder.parent
    }
    return tree.isCollection ? folder : nil
  }

  /// The folders that an import may go to.
  func importTargets(ofCollections: Bool) -> [Address] {
    let folders = tree.nodes.filter(\.isFolder)
    let collections = folders.filter { $0.kind == .folder(isCollection: true) }.map(\.address)
    if ofCollections { return (tree.isCollection ? [Address("")] : []) + collections }
    // Collections are not nested.
    let plain = folders.map(\.address).filter { folder in !collections.contains { folder.isInside($0) } }
    return [Address("")] + (tree.isCollection ? [] : plain)
  }

  func chooseImportTarget(ofCollections: Bool) -> [PaneOutput] {
    let items = importTargets(ofCollections: ofCollections).map { folder in
      Picker.Item(title: folder.path.isEmpty ? "/" : folder.path, action: .tell(ImportScreen.Message.target(folder)))
    }
    return [.open(Picker(title: "Import into", items: items))]
  }

  /// The request at `address` with the sent parts replaced. Its name, notes, scripts and the like stay.
  func replacing(_ address: Address, by document: JSONObject) -> SavedFile? {
    guard var merged = items[address].draft?.current.document else { return nil }
    for name in ["method", "url", "path", "query", "headers", "body", "auth", "options"] {
      merged[name] = document[name]
    }
    // The pasted request declares its secrets; one that is pasted again is declared already.
    let own = merged["variables"]?.array ?? []
    let new = (document["variables"]?.array ?? []).filter { row in
      !own.contains { $0.object?["name"] == row.object?["name"] && $0.object?["secret"]?.bool == true }
    }
    if !new.isEmpty { merged["variables"] = .array(own + new) }
    guard var file = try? SavedFile(document: merged, role: .request), let request = file.request else { return nil }
    file.request = withoutInheritedCredentials(request, in: address.parent)
    return file
  }

  // MARK: Exports

  var whyNoExport: String? {
    guard let exported = shownItem else { return "Select a request or folder first" }
    if exported.isScratch { return whyNotSavedYet }
    let isUnsaved = unsaved.contains { !$0.isScratch && ($0 == exported || $0.isInside(exported)) }
    return isUnsaved ? "Some edits are unsaved, and an export reads the files: {request.saveAll} saves them" : nil
  }

  func chooseExportFormat() -> [PaneOutput] {
    guard let exported = shownItem else { return [] }
    let items = exportFormats.map { format in
      Picker.Item(title: format.title, detail: format.name, action: .tell(ImportRequest.chooseExport(format)))
    }
    let name = exported.path.isEmpty ? "all" : exported.path
    return [.commit, .open(Picker(title: "Export \(name) as", items: items))]
  }

  func chooseExportPlace(_ format: ExportChoice) -> [PaneOutput] {
    guard let exported = shownItem else { return [] }
    let job = ExportJob(root: id.root, address: exported, environment: environment, format: format)
    return [ExportPlace.ask(job, format.isCode ? "-" : job.suggestion)]
  }
}
