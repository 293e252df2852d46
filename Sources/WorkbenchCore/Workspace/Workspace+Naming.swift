// Saving new requests: a dialog asks for the name, a list for the folder if there is a choice.
extension Workspace {
  /// Asks for the name of a new request.
  ///
  /// - Parameter rest: The new requests that are asked about after it.
  func askName(of address: Address, typed: String? = nil, then rest: [Address] = []) -> [PaneOutput] {
    let file = items[address].draft?.current
    let suggested = file?.name ?? file?.request.map { freeName($0.suggestedName, in: address.parent) }
    let hasFolders = tree.nodes.contains(where: \.isFolder)
    let title = rest.isEmpty ? "" : ": \(self.title(of: address))"
    var prompt = Prompt(
      title: "Save new request\(title)",
      hint: hasFolders ? "The name of the request; its folder is asked next" : "The name of the request and its file",
      text: suggested ?? "", purpose: NameOfNew(address: address, rest: rest, asksFolder: hasFolders))
    // A typed name replaces the suggested one.
    if let typed { prompt.editor = TextEditor(typed) } else { prompt.editor.selectAll() }
    return [.open(prompt)]
  }

  /// Saves a new request, after asking for its folder if there is a choice.
  func saveNew(_ address: Address, named name: String, then rest: [Address]) -> [PaneOutput] {
    guard let file = items[address].draft?.current else { return [] }
    let own = address.parent
    let others = ([Address("")] + tree.nodes.filter(\.isFolder).map(\.address)).filter { $0 != own }
    let path = NewPath(name)
    guard !others.isEmpty || path != nil else { return [place(address, named: name, in: own, then: rest)] }
    var rows = ([own] + others).map { folder in
      Picker.Item(
        title: folder.path.isEmpty ? "/" : folder.path, detail: folder == own ? "where it was begun" : "",
        action: place(address, named: name, in: folder, then: rest))
    }
    if let path {
      let (folder, isNew) = self.folder(of: path, in: own)
      let item = Picker.Item(
        title: folder.path, detail: isNew ? "new folder, for \(path.name)" : "for \(path.name)",
        action: place(address, named: path.name, in: folder, then: rest))
      // A slash that was typed means a folder; a suggested name may have one, as paths of URLs have.
      rows.insert(item, at: name == file.name ? rows.endIndex : 0)
    }
    var picker = Picker(title: "Save \(name) in", items: rows)
    picker.choosing = "save"
    picker.keepsTyped = true
    picker.whenLeft = askName(of: address, typed: name, then: rest)
    picker.whenCancelled = NameOfNew(address: address, rest: rest, asksFolder: true).whenLeft
    return [.open(picker)]
  }

  /// The folder of a typed path, and whether it has to be made.
  private func folder(of path: NewPath, in own: Address) -> (Address, isNew: Bool) {
    var (folder, isNew) = (own, false)
    for (name, stem) in path.folders {
      let known = tree.nodes.first { node in
        node.isFolder && node.address.parent == folder
          && (node.title == name || node.address.name.lowercased() == stem.lowercased())
      }
      if known == nil { isNew = true }
      folder = known?.address ?? folder.appending(stem)
    }
    return (folder, isNew)
  }

  /// Saves it there, or asks first if there is another request of that name.
  private func place(_ address: Address, named name: String, in folder: Address, then rest: [Address]) -> PaneOutput {
    func save(as name: String) -> PaneOutput {
      .tell(ScratchRequest.placeNew(address, name: name, in: folder, then: rest))
    }
    let free = freeName(name, in: folder)
    guard free != name else { return save(as: name) }
    var confirm = Confirm(
      title: "\(name) exists", text: "\(folder.path.isEmpty ? "/" : folder.path) has a request of that name.",
      choices: [
        .init(key: .enter, label: "save this one as \(free)", action: save(as: free), shortLabel: "save"),
        .letter(
          "r", "type another name", short: "rename",
          .tell(ScratchRequest.askName(address, typed: name, then: rest))),
        .leave("do not save"),
      ])
    confirm.whenLeft = NameOfNew(address: address, rest: rest, asksFolder: true).whenLeft
    return .open(confirm)
  }

  /// The name, or the first `name 2`, `name 3` … that no request of the folder has as its title or its file.
  private func freeName(_ name: String, in folder: Address) -> String {
    let files = tree.nodes.filter { !$0.isFolder && $0.address.parent == folder && !$0.address.isScratch }
    let taken = Set(files.flatMap { [$0.title.lowercased(), $0.address.stem.lowercased()] })
    func isTaken(_ name: String) -> Bool {
      taken.contains(name.lowercased()) || FileStem.of(name).map { taken.contains($0.lowercased()) } == true
    }
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name) \(number)") { number += 1 }
    return "\(name) \(number)"
  }

  /// Writes the first file of a new request, and asks for the name of the next one.
  func placeNew(_ address: Address, _ name: String, in folder: Address, then rest: [Address]) -> [PaneOutput] {
    guard let file = items[address].draft?.current else { return [] }
    let next = rest.first.map { askName(of: $0, then: Array(rest.dropFirst())) } ?? []
    return [files(.saveNew(address, file, in: folder, name: name))] + next
  }

  /// Moves everything that is kept of a new request to its first file.
  mutating func moveNew(
    _ former: Address, to address: Address, _ file: SavedFile, _ tree: CollectionTree
  ) -> [PaneOutput] {
    followCreated { $0.filter { $0 != former } }
    followFiles(from: former, to: address)
    let kept = file.ownSecrets
    let declared = (items[former].draft?.current.ownSecrets ?? []).filter { !kept.contains($0) }
    items[former].draft?.markCreated(file, without: declared)
    items[former].isRowWithoutFile = false
    let others = keepSecrets(of: former)
    let isShown = subject == .request(former)
    // Do not show the saved file if another one is shown.
    let outputs = place(address, from: former, tree).filter { isShown || $0 != .reveal(address) }
    var notice = savedNotice(address)
    if !declared.isEmpty {
      notice.text += "; its collection declares \(declared.map { "{{\($0)}}" }.joined(separator: ", "))"
    }
    return outputs + others + [.notice(notice)]
  }
}

/// The name that a new request is saved under.
struct NameOfNew: PromptUse {
  let address: Address
  /// The new requests that are asked about after it.
  let rest: [Address]
  let asksFolder: Bool

  func output(_ text: String) -> PaneOutput { .tell(ScratchRequest.saveNew(address, name: text, then: rest)) }
  var accepting: String { asksFolder ? "choose its folder" : "save" }
  var whenLeft: [PaneOutput] {
    rest.isEmpty ? [] : [.information("\(Formatting.count(rest.count + 1, "new request")) not saved")]
  }
}

/// A name with the folders before it, as `pets/list` has them.
struct NewPath {
  /// The typed names of the folders, and those of new ones on the disk.
  let folders: [(name: String, stem: String)]
  let name: String

  /// - Returns: `nil` for a name alone, or one that cannot be a path.
  init?(_ text: String) {
    let parts = text.parts(separatedBy: "/").map(\.trimmingBlanks).filter { !$0.isEmpty }
    let stems = parts.compactMap(FileStem.of)
    guard parts.count > 1, stems.count == parts.count, let name = parts.last else { return nil }
    // A folder `environments` would make an environment of the request.
    folders = zip(parts, stems).dropLast().map { name, stem in
      (name: name, stem: FileStem.free(stem, suffix: "", taken: FileStem.reserved))
    }
    self.name = name
  }
}
