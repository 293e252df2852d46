// Options that a repository stores for git's commands. Those that are known to name no program and no file need no
// permission.
extension ProgramSetting {
  /// Whether options of `git merge` neither name a program nor read a file, as `--strategy` and `--file` do.
  static func areHarmless(mergeOptions: String) -> Bool {
    var words = mergeOptions.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    while let word = words.popFirst() {
      switch word {
      case "-X", "--strategy-option": _ = words.popFirst()
      case "-s", "--strategy": if words.popFirst().map(namesStrategy) ?? true { return false }
      default: if !isHarmless(mergeOption: word) { return false }
      }
    }
    return true
  }

  private static let mergeSwitches: Set<String> = [
    "--ff", "--no-ff", "--ff-only", "--commit", "--no-commit", "--stat", "--no-stat", "-n", "--log", "--no-log",
    "--squash", "--no-squash", "--edit", "--no-edit", "--signoff", "--no-signoff", "--verify-signatures",
    "--no-verify-signatures", "--autostash", "--no-autostash", "--rerere-autoupdate", "--no-rerere-autoupdate",
  ]

  private static func isHarmless(mergeOption word: String) -> Bool {
    mergeSwitches.contains(word) || isCount(word, of: "--log=")
      || ["-X", "--strategy-option="].contains { word.startsExactly(with: $0) }
  }

  private static func isCount(_ word: String, of option: String) -> Bool {
    word.removingExactly(prefix: option).map { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) } ?? false
  }

  /// Whether an option of `git apply`, in quotes as git stores it, names no file.
  static func isHarmless(applyOption quoted: String) -> Bool {
    guard quoted.utf8.count > 2, quoted.utf8.first == quote, quoted.utf8.last == quote else { return false }
    let option = String(quoted.dropFirst().dropLast())
    if let folder = option.removingExactly(prefix: "--directory=") {
      // git joins it with the path of a file.
      return folder.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-/".utf8.contains($0) }
    }
    let whitespace = ["nowarn", "warn", "fix", "strip", "error", "error-all"].map { "--whitespace=" + $0 }
    return whitespace.contains(option) || isCount(option, of: "-C") || isCount(option, of: "-p")
      || ["--ignore-whitespace", "--ignore-space-change", "--reject"].contains(option)
  }

  private static let quote = UInt8(ascii: "'")

  /// Whether a line of the options that `git cherry-pick` and `git revert` store names no program.
  static func isHarmless(sequencerLine: String) -> Bool {
    let line = sequencerLine.drop { $0 == "\t" }
    if line == "[options]" { return true }
    guard let (name, value) = String(line).cut(at: "="), name.utf8.last == UInt8(ascii: " "), isPlain(value) else {
      return false
    }
    let option = String(name.dropLast())
    return option.isExactly("strategy") ? !namesStrategy(value) : sequencerOptions.contains(option)
  }

  private static let sequencerOptions: Set<String> = [
    "no-commit", "edit", "allow-empty", "allow-empty-message", "drop-redundant-commits", "keep-redundant-commits",
    "signoff", "record-origin", "allow-ff", "mainline", "gpg-sign", "strategy-option", "allow-rerere-auto",
    "default-msg-cleanup",
  ]

  /// Whether a value is as git shows it: no quotes, no continuation.
  private static func isPlain(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"\"\\#;".utf8.contains($0) }
  }
}
