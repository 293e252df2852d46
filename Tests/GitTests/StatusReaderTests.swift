import RequestModel
import Testing

@testable import Git

@Suite struct StatusReaderTests {
  private static let id = String(repeating: "a", count: 40)

  private func read(_ records: String...) -> GitStatus {
    GitStatusReader.read(records.map { $0 + "\0" }.joined())
  }

  @Test func theBranchAndItsDistanceFromTheUpstreamAreRead() {
    let status = read(
      "# branch.oid \(Self.id)", "# branch.head feature/a b", "# branch.upstream origin/main", "# branch.ab +2 -1")
    #expect(status.branch.name == "feature/a b")
    #expect(status.branch.commit == Self.id)
    #expect(status.branch.upstream == "origin/main")
    #expect(status.branch.title == "feature/a b ↑2↓1")
  }

  @Test func aCheckedOutCommitAndAnUnbornBranchAreTold() {
    #expect(read("# branch.oid \(Self.id)", "# branch.head (detached)").branch.title == "at aaaaaaa")
    let unborn = read("# branch.oid (initial)", "# branch.head main").branch
    #expect(unborn.commit == nil)
    #expect(unborn.title == "main")
  }

  @Test func eachKindOfRecordBecomesAnEntry() {
    let (modes, ids) = ("100644 100644 100644", "\(Self.id) \(Self.id)")
    let status = read(
      "1 .M N... \(modes) \(ids) b.json", "1 A. N... \(modes) \(ids) a.json",
      "2 R. N... \(modes) \(ids) R87 new name.json", "old name.json",
      "u UU N... 100644 \(modes) \(Self.id) \(ids) z.json", "? new.json", "? folder/", "! build/")
    #expect(
      status.entries.map { "\($0.letters)|\($0.letter)|\($0.path)" } == [
        "UU|U|z.json", "A |A|a.json", " M|M|b.json", "??|?|folder", "??|?|new.json", "R |R|new name.json",
      ])
    #expect(status.entries[5].original == "old name.json")
    #expect(status.entries.filter(\.isFolder).map(\.path) == ["folder"])
    #expect(status.ignored == ["build"])
  }

  @Test(arguments: [
    "two\nlines.json", "cafe\u{301}.json", "café.json", "🦊 fox.json", "\u{301}starts.json", "tab\there.json",
    "\"quoted\" \\ back.json", "? question.json", String(repeating: "é", count: 120) + ".json",
  ])
  func namesKeepTheirBytes(name: String) {
    let modes = "100644 100644 100644"
    let status = read(
      "1 .M N... \(modes) \(Self.id) \(Self.id) \(name)", "2 R. N... \(modes) \(Self.id) \(Self.id) R100 x/\(name)",
      name,
      "? y/\(name)")
    #expect(
      status.entries.map(\.path).sorted() == [Address(name), Address("x/" + name), Address("y/" + name)].sorted())
    #expect(status.entries.compactMap(\.original) == [Address(name)])
  }

  @Test func namesThatDifferInNormalizationAloneAreTwoFiles() {
    let paths = read("? caf\u{E9}.json", "? cafe\u{301}.json").entries.map(\.path)
    #expect(paths.count == 2)
    #expect(paths[0] != paths[1])
  }

  @Test(arguments: ["", "\0\0", "1", "2 R.\0", "u UU", "# branch.ab", "1 .M N... only five words\0"])
  func damagedOutputIsNoCrash(text: String) {
    #expect(GitStatusReader.read(text).entries.isEmpty)
  }
}
