import Testing

@testable import RequestBasics

struct RisingRunTests {
  @Test(arguments: [
    ([], []), ([7], [0]), ([0, 1, 2], [0, 1, 2]), ([2, 1, 0], [2]), ([3, 0, 4, 1, 2], [1, 3, 4]),
    ([5, 1, 6, 2, 7, 3, 8], [1, 3, 5, 6]),
  ])
  func theLongestRiseIsFound(values: [Int], indices: [Int]) { #expect(RisingRun.indices(of: values) == indices) }
}
