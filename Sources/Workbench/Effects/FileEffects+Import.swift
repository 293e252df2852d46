import Foundation
import Synchronization

/// The values that undoing an import has taken out of the secrets with a new collection.
struct UndoneSecrets: Sendable {
  /// The folder of the import in the trash.
  let undo: String
  /// The name of the collection.
  let collection: String
  var secrets: [TakenSecret] = []
}

// Files imported from other formats.
extension FileEffects {
  /// Writes the files of an import, serialized with the other changes of files.
  func write(
    _ source: ImportedSource, _ job: ImportJob, _ work: ImportProgress,
    report: @escaping @Sendable (ImportEvent) -> Void
  ) {
    inTurn(report) { [self] in
      if source.result.isFailure {
        let advice = source.result.failureCount > 0 ? ", as the notes say" : ""
        throw Problem("Nothing can be imported: \(source.result.failureReason)\(advice)")
      }
      let target = try source.target(of: job)
      let (plan, written) = try FolderLock.holding(path(of: target), isWriting: true) {
        try write(source, job, work, into: target)
      }
      let changed = plan.visibleFiles.filter { [.create, .replace, .remove].contains($0.fate) }
      takeChange(of: changed.filter { $0.fate != .remove }.map { target.appending($0.path) })
      if let first = plan.tops.first { try place(target.appending(first), from: nil) }
      let removed = changed.filter { $0.fate == .remove }.map { target.appending($0.path) }
      for address in removed where open.withLock({ $0[address] != nil }) { tellRemoval(of: address) }
      if let undo = written.undo { tell(.undoable(keep(undo))) }
      let preview = ImportPreview(
        source.result, format: source.format.title, target: target, places: plan.tops, existing: [],
        secretCount: written.secretCount, isUpdate: plan.isUpdate, moreNotes: written.notes + source.notes(of: plan))
      let isNew = !changed.isEmpty && changed.allSatisfy { $0.fate == .create }
      let hint = written.undo.map { _ in isNew ? "u removes it" : "u undoes it" }
      report(.done(.imported(preview, from: job, undo: hint)))
    }
  }

  private func write(
    _ source: ImportedSource, _ job: ImportJob, _ work: ImportProgress, into target: Address
  ) throws -> (ImportPlan, ImportPlan.Written) {
    let folder = path(of: target)
    let plan = try ImportPlan(
      source.result, format: source.format.name, into: folder, onConflict: job.conflict, progress: work)
    let isChange = plan.visibleFiles.contains { [.create, .replace, .remove].contains($0.fate) }
    guard !plan.tops.isEmpty, isChange || plan.isUpdate else {
      throw Problem("Nothing to write: all of its files exist and are kept")
    }
    let written = try plan.write(
      into: folder, trash: services.folders.trash, secrets: services.workspace.secrets)
    return (plan, written)
  }

  /// The imports of earlier runs that can be undone here.
  func earlierImports() -> [EarlierImport] {
    ImportUndo.all(in: services.folders.trash, below: store.root).map { undo in
      let contents = undo.contents
      return EarlierImport(
        id: keep(undo), date: Date(timeIntervalSince1970: Double(undo.date) / 1_000_000),
        target: address(ofTarget: undo.target), collections: contents.collections,
        newFileCount: contents.newFileCount, earlierFileCount: contents.earlierFileCount,
        secretCount: contents.secretCount)
    }
  }

  func undo(_ undo: ImportUndo) throws {
    let outcome = undo.run(secrets: services.workspace.secrets, from: store)
    let target = address(ofTarget: undo.target)
    let restored = outcome.restored.map { target.appending($0) }
    takeChange(of: restored)
    // The notice names the deletions, which the key that redoes restores.
    if undo.isPending { tell(.undoable(keep(undo))) }
    // Before any other tree: a shown file that is missing without a deletion counts as removed by another program.
    let deletions = outcome.deletions.filter { $0.root == store.root }
    note(outcome.secrets, of: deletions, undo)
    for deletion in deletions { try takeDeletion(deletion, .undo) }
    let visible = restored.first { !$0.name.hasPrefix(".") && $0.name.endsExactly(with: ".json") }
    if let visible { try place(visible, from: nil) } else if deletions.isEmpty { reload() }
    queue.send(.notice(Self.notice(of: outcome, undo)))
  }

  /// Notes the values that go with new collections, also those of a second try.
  private func note(_ secrets: [TakenSecret], of deletions: [Deletion], _ undo: ImportUndo) {
    takenSecrets.withLock { taken in
      for deletion in deletions {
        taken[TrashID(deletion.trashed)] = UndoneSecrets(undo: undo.folder, collection: deletion.address.name)
      }
      for secret in secrets {
        let name = Address(secret.key.collection).name
        guard let id = taken.first(where: { $0.value.undo == undo.folder && $0.value.collection == name })?.key else {
          continue
        }
        taken[id]?.secrets.append(secret)
      }
    }
  }

  /// Sets the values again that undoing an import took out of the secrets with a collection.
  ///
  /// - Returns: What was done, in words, and whether all values are there again.
  func setSecretsAgain(of deletion: Deletion, at address: Address) -> (sentences: [String], isComplete: Bool) {
    let taken = takenSecrets.withLock { $0.removeValue(forKey: TrashID(deletion.trashed)) }?.secrets ?? []
    var (count, missing): (Int, [String]) = (0, [])
    for secret in taken {
      let collection = address == deletion.address ? secret.key.collection : path(of: address)
      do {
        if try secret.setAgain(inCollection: collection, in: services.workspace.secrets) {
          count += 1
          let (environment, name) = (secret.key.environment, secret.key.name)
          tell(.secret(SecretPlace(collection: collection, environment: environment, name: name), .set))
        } else {
          missing.append("the value of {{\(secret.key.name)}} in your secrets has changed since: it stays")
        }
      } catch {
        missing.append("the value of {{\(secret.key.name)}} is missing in your secrets: \(error)")
      }
    }
    let again = count > 0 ? ["\(Formatting.count(count, "value")) in your secrets again"] : []
    return (again + missing, missing.isEmpty)
  }

  /// The address of the target, which may be a link to the folder.
  private func address(ofTarget path: String) -> Address {
    let root = URL(filePath: store.root).resolvingSymlinksInPath().path
    return Address(path == root ? "" : path.removingExactly(prefix: root + "/") ?? "")
  }

  private static func notice(of outcome: ImportUndo.Outcome, _ undo: ImportUndo) -> Notice {
    let files = Formatting.count(outcome.restored.count { !Address($0).name.hasPrefix(".") }, "file")
    let deleted = outcome.deletions.map(\.address.path)
    let facts = [
      deleted.isEmpty ? "\(files) restored" : "\(deleted.joined(separator: ", ")) in the trash, U restores it",
      outcome.secrets.summary,
    ].compactMap(\.self)
    let start = undo.isPending ? "Not all of the import is undone: " : "The import is undone: "
    let sentence = [start + facts.joined(separator: ", ")] + outcome.problems
    return Notice(outcome.problems.isEmpty ? .success : .failure, sentence.joined(separator: "; "))
  }

  /// Reports pasted requests as new ones for files of a folder, or replaces the request being edited by the first one.
  func adopt(
    _ pasted: PortableFolder, _ notes: [InterchangeNote], at place: PastePlace,
    report: @escaping @Sendable (ImportEvent) -> Void
  ) {
    inTurn(report) { [self] in
      let folder = place.folder
      let collection = store.collectionRoot(of: folder.appending("new.json"))
      let declared = try declaredSecrets(around: folder)
      let stored = pasted.secrets.isEmpty ? [] : try storedSecrets(of: collection)
      let adopted = AdoptedRequests(
        pasted, taken: try variableNames(around: folder).union(stored),
        known: try values(of: pasted.secrets.isEmpty ? [] : declared.union(stored), in: collection))
      try keep(adopted.secrets, of: collection)
      var summary = InterchangeSummary.pasted(adopted, notes, at: place)
      summary.storedSecrets = adopted.secrets.map(\.name)
      // The files of the collection do not change until a request is saved.
      let requests = adopted.declaringSecrets(besides: declared)
      switch place {
      case .request(let address):
        guard let request = requests.first else { return }
        report(.replaced(address, request.document, summary))
      case .folder: report(.pasted(try requests.map(Self.checked), in: folder, summary))
      }
    }
  }

  private func inTurn(
    _ report: @escaping @Sendable (ImportEvent) -> Void, _ work: @escaping @Sendable () throws -> Void
  ) {
    queue.program.beginChange()
    disk.async { [self] in
      defer { queue.program.endChange() }
      do {
        try change(work)
      } catch StoreError.cancelled {
        report(.failed(Problem("Import cancelled — nothing was written")))
      } catch {
        report(.failed(error as? Problem ?? Problem("\(error)")))
      }
    }
  }

  private static func checked(_ request: PortableRequest) throws(Problem) -> SavedRequest {
    // The name is the first member of the file.
    var document: JSONObject = ["name": .string(request.name)]
    document.members += request.document.members
    do {
      return try SavedRequest(document: document)
    } catch {
      throw Problem("Cannot open \(request.name): \(error.problem)")
    }
  }

  // MARK: Secrets

  private func variableNames(around folder: Address) throws -> Set<String> {
    Set(try store.declarations(around: folder.appending("new.json")).all.map(\.variable.name))
  }

  /// The secrets that requests of the folder can use in any environment.
  func declaredSecrets(around folder: Address) throws -> Set<String> {
    let variables = try store.settings(for: folder.appending("new.json")).flatMap(\.variables)
    return Set(variables.filter { $0.source == .secret && !$0.isOff }.map(\.name))
  }

  /// The secrets that have a value for any environment, also those that single requests declare.
  private func storedSecrets(of collection: String) throws -> Set<String> {
    let keys = try services.workspace.secrets.keys(of: collection).map(\.key)
    return Set(keys.filter { $0.environment == nil && !$0.isToken }.map(\.name))
  }

  private func values(of names: Set<String>, in collection: String) throws -> [String: String] {
    var known: [String: String] = [:]
    for name in names {
      let key = SecretStore.Key(collection: collection, environment: nil, name: name)
      known[name] = try services.workspace.secrets.value(key)
    }
    return known
  }

  private func keep(_ secrets: [PortableSecret], of collection: String) throws {
    for secret in secrets {
      try services.workspace.secrets.set(
        secret.value, for: .init(collection: collection, environment: nil, name: secret.name))
    }
  }

  /// Reports open files that the import has changed, and what requests now inherit.
  func takeChange(of files: [Address]) {
    let open = open.withLock { Set($0.keys) }
    for address in files where open.contains(address) { tell(.outdated(address)) }
    for address in open.subtracting(files) { tell(.scope(address, services.scope(of: address))) }
  }
}

extension InterchangeSummary {
  fileprivate static func imported(_ preview: ImportPreview, from job: ImportJob, undo: String?) -> InterchangeSummary {
    let folder = preview.target.path.isEmpty ? "" : preview.target.path + "/"
    let place = preview.places.count == 1 ? folder + preview.places[0] : "\(preview.places.count) places"
    return InterchangeSummary(
      notice: sentence(
        preview.isUpdate ? "Updated \(place)" : "Imported \(preview.counts) into \(place)",
        undo, preview.secretCount, preview.notes),
      title: "Import of \(job.title)", notes: preview.notes)
  }

  fileprivate static func pasted(
    _ adopted: AdoptedRequests, _ notes: [InterchangeNote], at place: PastePlace
  ) -> InterchangeSummary {
    let requests = adopted.requests
    let first = requests.first.map { "\($0.document["method"]?.string ?? "GET") \($0.name)" } ?? "nothing"
    let what = requests.count > 1 ? Formatting.count(requests.count, "request") : first
    switch place {
    case .folder:
      let saving = requests.count > 1 ? "Ctrl+S saves each" : "Ctrl+S saves it"
      return InterchangeSummary(
        notice: sentence("Pasted \(what)", saving, adopted.secrets.count, notes), title: "Paste", notes: notes)
    case .request:
      let others = requests.dropFirst().map {
        InterchangeNote(.dropped, [$0.name], "Only the first command replaces the request")
      }
      return InterchangeSummary(
        notice: sentence("Replaced by \(first)", "u undoes it", adopted.secrets.count, notes + others), title: "Paste",
        notes: notes + others)
    }
  }

  private static func sentence(
    _ start: String, _ undo: String?, _ secretCount: Int, _ notes: [InterchangeNote]
  ) -> String {
    let parts = [
      undo, secretCount > 0 ? "\(Formatting.count(secretCount, "value")) in your secrets" : nil,
      notes.isEmpty ? nil : "\(Formatting.count(notes.count, "note")): :notes",
    ].compactMap(\.self)
    return parts.isEmpty ? start : start + " — " + parts.joined(separator: "; ")
  }
}
