import RequestModel
import Testing

@Suite struct URLDotsTests {
  /// Another URL in the query keeps its own, with and without a scheme before it.
  @Test(arguments: [
    ("http://h/a/../b", "http://h/b"), ("h/a/../b", "h/b"), ("http://h", "http://h"), ("h?u=/../", "h?u=/../"),
    ("h/a/../b?u=http://x/../y", "h/b?u=http://x/../y"), ("h/a?u=http://x/../y", "h/a?u=http://x/../y"),
    ("{{base}}/a#http://x/../y", "{{base}}/a#http://x/../y"), ("h/http://x/../y", "h/http://y"),
  ])
  func dotSegmentsAreRemovedFromThePathAlone(_ url: String, _ removed: String) {
    #expect(URLDots.removed(from: url) == removed)
  }
}
