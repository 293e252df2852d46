internal import Foundation

/// A file and its members, which a text parses each time.
private struct CheckedFile {
  let address: Address
  let text: JSONText
  let document: JSONObject

  init(_ text: JSONText, _ address: Address) {
    (self.text, self.address) = (text, address)
    document = text.value.object ?? JSONObject()
  }
}

/// Checks the files of a scan and collects the problems.
struct CollectionCheck {
  let store: CollectionStore
  let reading: TreeReading
  let review: CollectionStore.Review
  var problems: [Finding] = []
  var missing: MissingVariables?
  /// The findings about variables, by their places in `problems`.
  var withoutValue: [Int: (collection: String, name: String)] = [:]
  var seen: [RequestID: Address] = [:]
  /// The folders of all collections; `nil` if a single file is checked.
  var collections: [String]?
  /// The values that the files above a folder list as harmless.
  var harmless: [Address: Set<String>] = [:]

  private mutating func report(_ text: String, _ file: Address, at position: TextPosition?) {
    problems.append(Finding(file: file, position: position, text: text))
  }

  private mutating func warn(_ text: String, _ file: Address, at position: TextPosition?) {
    problems.append(Finding(file: file, position: position, text: text, isWarning: true))
  }

  mutating func visit(_ scan: FolderScan) throws(StoreError) {
    // A link to another folder of the tree is fine: its files are checked there.
    if case .shownElsewhere = scan.problem { return }
    if let problem = scan.problem { return report(problem, scan.address) }
    let order = scan.settings.map { checkedOrder(scan.address.appending($0), scan) } ?? []
    if scan.isCollection || scan.address.path.isEmpty {
      base(scan.address)
      environments(scan.address)
    }
    let shared = scan.address.appending(FolderScan.workspaceFile)
    if Disk.kind(store.path(of: shared)) == .file { environment(shared) }
    for entry in DisplayOrder.sorted(scan, by: order) {
      switch entry {
      case .file(let name):
        let file = scan.address.appending(name)
        // Requests that exist only in the base are checked there.
        if !scan.inherited.contains(name) || store.exists(file) { try request(file) }
      case .folder(let folder): try visit(folder)
      }
    }
  }

  mutating func request(_ address: Address) throws(StoreError) {
    try reading.checkCancelled()
    reading.countFile()
    do {
      let file = try store.open(address)
      let read = CheckedFile(file.text, address)
      members(read, .request)
      unused(read, file.request)
      secrets(read)
      method(of: file)
      pathValues(of: file)
      halves(of: file)
      templates(TemplateTexts.all(in: file.request), in: read)
      rows(read)
      files(read)
      variables(of: file, read.document)
      id(of: file)
    } catch {
      report(error, address, .request)
    }
  }

  /// Checks that the base of a collection can be used.
  private mutating func base(_ collection: Address) {
    let layers = store.layers(of: collection)
    let file = collection.appending(FolderScan.collectionFile)
    var problem = layers.problem?.description
    for base in layers.bases where problem == nil {
      guard let path = store.settingsPath(of: base.folder) else { continue }
      do { _ = try store.read(path, as: FolderSettings.init(document:)) } catch { problem = "\(path): \(error)" }
    }
    guard let problem, let text = try? JSONText.object(at: store.path(of: file)) else { return }
    // A base that is not written as one is reported with the file.
    guard (try? CollectionBase(document: text.value.object ?? JSONObject())) != nil else { return }
    report(problem, file, at: text.keyPosition(of: [.key("base")]))
  }

  @discardableResult mutating func settings(_ address: Address) -> (JSONText, FolderSettings)? {
    do {
      let (text, settings) = try store.read(store.path(of: address), as: FolderSettings.init(document:))
      let file = CheckedFile(text, address)
      members(file, .settings)
      secrets(file)
      templates(TemplateTexts.all(in: settings), in: file)
      rows(file)
      files(file)
      missing?.note(assignedBy: file.document, around: address)
      if settings.base != nil, address.name != FolderScan.collectionFile {
        let position = text.keyPosition(of: [.key("base")])
        warn("\"base\" has no effect here: write it in collection.json", address, at: position)
      }
      return (text, settings)
    } catch {
      report(error, address, .settings)
      return nil
    }
  }

  mutating func environment(_ address: Address) {
    do {
      let (text, environment) = try store.read(store.path(of: address)) { (object) throws(DocumentError) in
        guard object["variables"] != nil else { throw DocumentError("an environment needs \"variables\"") }
        return try Environment(name: address.stem, document: object)
      }
      let file = CheckedFile(text, address)
      members(file, .environment)
      secrets(file)
      templates(TemplateTexts.all(in: environment), in: file)
    } catch {
      report(error, address, .environment)
    }
  }
}

extension CollectionCheck {
  private mutating func checkedOrder(_ address: Address, _ scan: FolderScan) -> [String] {
    guard let (text, settings) = settings(address) else { return [] }
    let names = Set(DisplayOrder.sorted(scan, by: []).map { ExactText($0.name) })
    var positions = JSONPositions(text)
    for (index, name) in settings.order.enumerated() where !names.contains(ExactText(name)) {
      let position = positions.position(of: [.key("order"), .index(index)])
      report("\"order\" names \"\(name)\", which does not exist", address, at: position)
    }
    return settings.order
  }

  private mutating func environments(_ collection: Address) {
    let folder = collection.appending(FolderScan.environments)
    guard Disk.kind(store.path(of: folder)) == .folder else { return }
    do {
      for entry in try FolderScan.list(store.path(of: folder)).sorted(by: { $0.name < $1.name }) {
        guard !entry.isFolder, entry.name.endsExactly(with: ".json") else { continue }
        environment(folder.appending(entry.name))
      }
    } catch {
      report(error, folder)
    }
  }

  // MARK: Checks beyond the shape

  private mutating func members(_ file: CheckedFile, _ shape: MemberShape) {
    let unknown = shape.unknownMembers(in: file.document)
    guard !unknown.isEmpty else { return }
    let mistakes = review(file.document)
    var positions = JSONPositions(file.text)
    for member in unknown where !mistakes.contains(where: { Self.isAbout(member, $0) }) {
      let advice = member.nearest.map { "did you mean \"\($0)\"?" } ?? "it has no effect"
      let position = positions.keyPosition(of: member.path)
      warn("\"\(member.name)\" is not a known member: \(advice)", file.address, at: position)
    }
  }

  /// Whether the review of a row refuses that member: it is reported once.
  private static func isAbout(_ member: UnknownMember, _ mistake: (place: JSONLocation, problem: String)) -> Bool {
    member.path.steps.starts(with: mistake.place.steps)
      && mistake.problem.hasPrefix("unknown member \"\(member.name)\"")
  }

  /// Warns about members of other kinds of requests.
  private mutating func unused(_ file: CheckedFile, _ request: SavedRequest) {
    let names = request.unusedMembers.filter { file.document[$0] != nil }
    guard !names.isEmpty else { return }
    var positions = JSONPositions(file.text)
    for name in names {
      let position = positions.keyPosition(of: [.key(name)])
      warn("\"\(name)\" is not used: the kind is \(request.kind.name)", file.address, at: position)
    }
  }

  private mutating func secrets(_ file: CheckedFile) {
    var positions = JSONPositions(file.text)
    var rest = LikelySecretSearch.secrets(in: file.document, known: harmless(above: file.address))[...]
    while let secret = rest.first {
      let secrets = rest.prefix { $0.place == secret.place }
      rest = rest[secrets.endIndex...]
      let (place, count) = ("\"\(secret.place)\"", secrets.count)
      let sentence =
        count == 1
        ? "\(place) looks like \(secret.likeness): use a {{variable}} that is declared secret, or list it"
        : "\(place) has \(count) likely secrets, such as \(secret.likeness): use {{variables}} that are declared secret, "
          + "or list them"
      let position = positions.position(of: secret.place)
      warn("\(sentence) under \"notSecret\" in collection.json", file.address, at: position)
    }
  }

  private mutating func harmless(above address: Address) -> Set<String> {
    if let known = harmless[address.parent] { return known }
    // An unreadable file is reported separately.
    let values = Set(((try? store.settings(for: address)) ?? []).flatMap(\.notSecret))
    harmless[address.parent] = values
    return values
  }

  /// Reports parts that cannot be sent, and problems that the review finds in rows, such as a misspelt check.
  private mutating func rows(_ file: CheckedFile) {
    var positions = JSONPositions(file.text)
    for (place, problem) in SendMistakes.all(in: file.document) + review(file.document) {
      report(problem, file.address, at: positions.position(of: place))
    }
  }

  /// Reports files that are named and not there. Those of the user, or with variables in their paths, are not looked for.
  private mutating func files(_ file: CheckedFile) {
    let (address, document) = (file.address, file.document)
    let named =
      NamedFiles.scripts(in: document) + NamedFiles.schemas(in: document) + NamedFiles.sent(in: document)
    var positions = JSONPositions(file.text)
    for (place, path) in named where !path.isEmpty && path.utf8.first != UInt8(ascii: "~") {
      guard Template(path).isPlainText else { continue }
      let full = path.startsExactly(with: "/") ? path : store.path(of: address.parent) + "/" + path
      guard Disk.kind(store.layers(of: address).file(full)) == nil else { continue }
      report("\"\(path)\" does not exist", address, at: positions.position(of: place))
    }
  }

  /// Warns about variables without a value. Those that a response or a script may set are left out at the end.
  private mutating func variables(of file: RequestFile, _ document: JSONObject) {
    guard missing != nil else { return }
    missing?.note(assignedBy: document, around: file.address)
    for (name, sentence) in missing?.sentences(for: file) ?? [] {
      // None for one of a folder's header, and for those beyond the limit.
      let position =
        file.text.firstPosition(of: "{{\(name)}}") ?? (name.isEmpty ? nil : file.text.firstPosition(of: "{{\(name)"))
      withoutValue[problems.count] = (store.collectionRoot(of: file.address), name)
      warn(sentence, file.address, at: position)
    }
  }

  mutating func leaveOutAssigned() {
    guard let missing else { return }
    problems = problems.enumerated().compactMap { index, problem -> Finding? in
      guard let (collection, name) = withoutValue[index] else { return problem }
      return missing.isAssigned(name, in: collection) ? nil : problem
    }
  }

  private mutating func method(of file: RequestFile) {
    let request = file.request
    guard !request.hasUsableMethod, Template(request.method).isPlainText else { return }
    let text = "\"\(request.method)\" is not a method: use one word, such as GET or PURGE"
    report(text, file.address, at: file.text.position(of: [.key("method")]))
  }

  /// Reports path parameters without a value, which keep a request from being sent. A script before it may set them.
  private mutating func pathValues(of file: RequestFile) {
    guard file.request.url.containsExactly("/:") else { return }
    let names = file.request.urlPathParameters.filter(\.value.isEmpty).map(\.name)
    guard !names.isEmpty else { return }
    let isWarning = hasScriptBefore(file)
    let values = file.text.value.object?["path"]?.object
    for name in names {
      // A file that changes a request of the base may have no URL.
      let place: JSONLocation = values?[name] == nil ? [.key("url")] : [.key("path"), .key(name)]
      problems.append(
        Finding(
          file: file.address, position: file.text.position(of: place),
          text: "the path parameter \"\(name)\" has no value: type one, or \":\(name)\" to send that text",
          isWarning: isWarning))
    }
  }

  private func hasScriptBefore(_ file: RequestFile) -> Bool {
    if file.request.document["scripts"]?.object?["preRequest"] != nil { return true }
    // An unreadable file is reported separately.
    return ((try? store.settings(for: file.address)) ?? []).contains { $0.scripts["preRequest"] != nil }
  }

  /// Warns about a lone surrogate in a JSON body, which is sent unchanged.
  private mutating func halves(of file: RequestFile) {
    guard let body = file.request.body, body.kind == .json, let path = body["json"]?.loneSurrogate else { return }
    let position = file.text.position(of: JSONLocation([.key("body"), .key("json")] + path.steps))
    warn("lone surrogate, such as \\ud800: many servers reject it", file.address, at: position)
  }

  private mutating func templates(_ texts: [String], in file: CheckedFile) {
    braces(texts, in: file)
    responses(texts, in: file)
  }

  /// Reports templates that take the response of a request that does not exist.
  private mutating func responses(_ texts: [String], in file: CheckedFile) {
    var unknown: [Int?: String] = [:]
    for text in Set(texts) {
      for (offset, name) in Template.requests(in: text) where !isRequest(name, for: file.address) {
        unknown[file.text.offset(of: offset, in: text)] = name
      }
    }
    for (place, name) in unknown.sorted(by: { $0.key ?? 0 < $1.key ?? 0 }) {
      let position = place.map { TextPosition(offset: $0, in: file.text.bytes) }
      report("a template takes the response of \"\(name)\", which does not exist", file.address, at: position)
    }
  }

  /// Whether a template of the file finds the request. One of a file outside of collections is used in all of them.
  private func isRequest(_ name: String, for file: Address) -> Bool {
    let own = store.collectionRoot(of: file)
    // The requests of a collection above the checked folder are not known.
    guard own == store.root || own.startsExactly(with: store.root + "/") else { return true }
    if store.request(named: name, in: own) != nil { return true }
    let isShared =
      file.name == FolderScan.workspaceFile || CollectionStore.collection(around: store.path(of: file.parent)) == nil
    guard isShared else { return false }
    return collections?.contains { store.request(named: name, in: $0) != nil } ?? true
  }

  /// Warns about braces that are not closed, which are sent unchanged, as Postman does.
  private mutating func braces(_ texts: [String], in file: CheckedFile) {
    let places: Set<Int?> = Set(
      Set(texts).compactMap { text in Template.unclosed(in: text).map { file.text.offset(of: $0, in: text) } })
    for place in places.sorted(by: { $0 ?? 0 < $1 ?? 0 }) {
      let position = place.map { TextPosition(offset: $0, in: file.text.bytes) }
      warn(Template.remarkOnUnclosed, file.address, at: position)
    }
  }

  private mutating func id(of file: RequestFile) {
    guard let id = file.request.id else { return }
    guard let first = seen[id] else { return seen[id] = file.address }
    let text = "\(first) has the same id \"\(id)\": remove it here and save to get a new one"
    report(text, file.address, at: file.text.position(of: [.key("id")]))
  }

  /// The sentence for a file without a URL in a collection with a base: it changes a request that the base does not have.
  private func changeOfNothing(_ address: Address) -> String? {
    guard store.role(of: address) == .request, !store.layers(of: address).bases.isEmpty,
      let document = try? JSONText.object(at: store.path(of: address)).value.object, document["url"] == nil
    else { return nil }
    return "the base has no such request to change: add a \"url\" to make it one of this collection, or delete it"
  }

  /// - Parameter shape: The shape of the file, to suggest a misspelled member for a missing one.
  private mutating func report(_ error: StoreError, _ address: Address, _ shape: MemberShape? = nil) {
    if let change = changeOfNothing(address) { return report(change, address, at: nil) }
    if case .notUnderstood(_, let position, let problem) = error {
      report(problem, address, at: position)
    } else {
      report("\(error)", address, at: nil)
    }
    // Unreadable files have been reported already.
    if let shape, let text = try? JSONText.object(at: store.path(of: address)) {
      members(CheckedFile(text, address), shape)
    }
  }
}

extension JSONText {
  /// Returns the offset in the file of one in a text, which is a string of the file or an array of its lines.
  ///
  /// `nil` if the file has escapes that are not needed.
  fileprivate func offset(of offset: Int, in text: String) -> Int? {
    let bytes = Array(text.utf8)
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    func escaped(_ range: Range<Int>) -> String { JSONString(String(decoding: bytes[range], as: UTF8.self)).escaped }
    let (before, after) = (start == 0 ? "\"" : "\\n", end == bytes.count ? "\"" : "\\n")
    let (line, skipped) = (escaped(start..<end), escaped(start..<offset).utf8.count)
    for (before, after) in [(before, after), ("\"", "\"")] {
      if let found = firstOffset(of: before + line + after) { return found + before.utf8.count + skipped }
    }
    return firstOffset(of: escaped(offset..<end) + after)
  }
}
