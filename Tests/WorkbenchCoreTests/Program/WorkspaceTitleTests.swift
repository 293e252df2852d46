import Testing

@testable import WorkbenchCore

@Suite struct WorkspaceTitleTests {
  @Test(arguments: [
    (["/a/shop"], ["shop"]),
    (["/a/shop", "/b/shop", "/b/admin"], ["a/shop", "b/shop", "admin"]),
    (["/x/a/shop", "/y/a/shop", "/shop"], ["x/a/shop", "y/a/shop", "shop"]),
    (["/work/pets/collections", "/work/shop/collections"], ["pets/collections", "shop/collections"]),
    (["/"], ["/"]), (["/collections"], ["collections"]),
    // Different folders, though the same letters.
    (["/a/é", "/a/e\u{301}"], ["/a/é", "/a/e\u{301}"]),
  ])
  func aTitleIsAsLongAsItTakesToTellFoldersApart(roots: [String], expected: [String]) {
    let titles = WorkspaceTitles(of: roots)
    #expect(roots.map { Array(titles[$0].unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
  }

  @Test(
    arguments: [
      ("sho", 0), ("op", 3), ("ada", 4), ("sp", 1005), ("hds", 1006), ("ada sh", 4), ("ada op", 7),
      ("ada sp", 1009), ("SHOP", -1), ("x", nil), ("pohs", nil),
    ] as [(String, Int?)])
  func wordsAreFoundInTitlesBeforePaths(text: String, rank: Int?) {
    #expect(FuzzyMatch(text).rank(in: "shop", "/home/ada/shop") == rank)
  }
}
