import Testing

@testable import RequestBasics

struct DotSegmentTests {
  @Test(arguments: [
    ("", ""), ("/", "/"), ("/a/b/c/./../../g", "/a/g"), ("/..", "/"), ("/../a", "/a"), ("/a/.", "/a/"), ("/a/..", "/"),
    ("/a//..", "/a/"), ("//a/..", "//"), ("/a/..b/.c", "/a/..b/.c"), ("mid/content=5/../6", "mid/6"), ("a/..", ""),
  ])
  func pathsOfURLsLoseTheirDotSegments(path: String, expected: String) {
    #expect(path.removingDotSegments == expected)
  }

  @Test(arguments: [
    ("a/./b", "a/b"), ("a/../b", "b"), ("../a", "../a"), ("a/../../b", "../b"), ("../../a/..", "../.."), ("", ""),
  ])
  func pathsOfFilesKeepTheDotsInFront(path: String, expected: String) {
    #expect(path.split(separator: "/").removingDotNames.joined(separator: "/") == expected)
  }
}
