/// A problem in the files of a collection.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
  /// Relative to the checked root.
  package var file: Address
  package var position: TextPosition?
  package var text: String
  /// Whether the file still works.
  package var isWarning = false

  /// `shop/pets.json:12:5 — expected a "," or "}" after a value`.
  package var description: String {
    let place = position.map { "\(file):\($0)" } ?? "\(file)"
    return "\(place) — \(isWarning ? "warning: " : "")\(text)"
  }
}

extension CollectionStore {
  /// Finds problems within the document of a request or of settings.
  package typealias Review = @Sendable (JSONObject) -> [(place: JSONLocation, problem: String)]

  /// Reads every file below the root and returns the problems found.
  ///
  /// - Parameter known: The program's own variables; `nil` skips the search for variables without a value.
  /// - Throws: `StoreError.cancelled`, or an error if the root cannot be listed.
  package func check(
    _ reading: TreeReading = TreeReading(), known: [String: String]? = nil, review: @escaping Review = { _ in [] }
  ) throws(StoreError) -> [Finding] {
    let store = forReadingOnce
    let scan = try store.checkedScan(reading)
    var check = CollectionCheck(store: store, reading: reading, review: review)
    check.collections = scan.collections.map { path(of: $0) }
    check.missing = known.map { MissingVariables(store: store, known: $0) }
    try check.visit(scan)
    check.leaveOutAssigned()
    if let remark = scan.remark { check.problems.append(Finding(file: Address(""), position: nil, text: remark)) }
    return check.problems
  }

  /// Counts the requests below the root without reading them.
  package func requestCount(_ reading: TreeReading = TreeReading()) throws(StoreError) -> Int {
    var count = 0
    try checkedScan(reading).forEachFile { _ in count += 1 }
    return count
  }

  private func checkedScan(_ reading: TreeReading) throws(StoreError) -> FolderScan {
    var scan = try FolderWalk.scan(root, reading: reading, leavingOut: ownFolder)
    if let problem = scan.problem { throw problem }
    var bases = BaseScan(self, reading)
    try bases.addInherited(to: &scan)
    return scan
  }

  /// Checks one file according to its name and location.
  package func check(_ file: Address, review: @escaping Review = { _ in [] }) throws(StoreError) -> [Finding] {
    guard file.name.endsExactly(with: ".json") else {
      let text = "not a collection file: requests, environments and settings are .json files"
      return [Finding(file: file, position: nil, text: text)]
    }
    var check = CollectionCheck(store: self, reading: TreeReading(), review: review)
    switch role(of: file) {
    case .request: try check.request(file)
    case .environment: check.environment(file)
    case .settings: check.settings(file)
    }
    return check.problems
  }
}

extension FolderScan {
  /// The collections in the folder, and the folder itself if it is one.
  fileprivate var collections: [Address] { (isCollection ? [address] : []) + folders.flatMap(\.collections) }
}
