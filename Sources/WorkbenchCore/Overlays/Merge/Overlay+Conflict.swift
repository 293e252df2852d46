extension Overlay {
  /// Both sides of a conflict by fields, or a choice between whole files if a version is missing or is not JSON.
  static func of(_ entry: GitEntry, _ versions: ConflictVersions) -> Overlay {
    guard let ours = versions.ours, let theirs = versions.theirs, let mine = try? JSONText(ours),
      let other = try? JSONText(theirs)
    else { return .confirm(.choice(entry, versions)) }
    let base = versions.base.flatMap { try? JSONText($0) }
    let role = FileRole.of(path: entry.path.path).flatMap {
      $0.accepts(mine.value) && $0.accepts(other.value) ? $0 : nil
    }
    return Overlay(
      MergeScreen(
        title: "Conflict in \(entry.path)", .conflict(entry, found: versions.found, ours: ours),
        ThreeVersions(base: base?.value, mine: mine.value, theirs: other.value, role: role),
        mine: versions.oursName, theirs: versions.theirsName))
  }
}

extension Confirm {
  fileprivate static func choice(_ entry: GitEntry, _ versions: ConflictVersions) -> Confirm {
    func sideChoice(_ key: Character, _ name: String, of branch: String, _ side: [UInt8]?) -> Choice {
      .letter(
        key, "\(name)\(suffix(branch)): \(side == nil ? "delete" : "take") the file", short: name,
        .git(.resolve(entry, found: versions.found, result: side)))
    }
    let isText = versions.ours != nil && versions.theirs != nil
    let why = isText ? "It has no fields to merge: open it in your editor, or take one side." : ""
    return Confirm(
      title: "Conflict in \(entry.path.name)",
      text: ["\(entry.path): \(versions.summary).", why].joined(separator: " "),
      choices: [
        sideChoice("o", "mine", of: versions.oursName, versions.ours),
        sideChoice("t", "theirs", of: versions.theirsName, versions.theirs),
        .letter("E", "open it in $EDITOR", short: "$EDITOR", .run("changes.openFile")),
        .leave("decide later"),
      ])
  }

  private static func suffix(_ name: String) -> String { name.isEmpty ? "" : " (\(name))" }
}

extension ConflictVersions {
  /// The changes of both sides to the file.
  fileprivate var summary: String {
    switch (ours, theirs) {
    case (nil, nil): "both sides deleted it"
    case (nil, _?): base == nil ? "only the other side added it" : "you deleted it, and the other side changed it"
    case (_?, nil): base == nil ? "only you added it" : "you changed it, and the other side deleted it"
    case (_?, _?): base == nil ? "both sides added it" : "both sides changed it"
    }
  }
}
