import RequestBasics
import TerminalUI
import TestSupport
import Testing

@Suite struct ListWindowTests {
  @Test func theWindowScrollsJustAsFarAsItMust() {
    var window = ListWindow()
    window.move(by: 4, of: 20, height: 5)
    #expect(window.first == 0)
    window.move(by: 1, of: 20, height: 5)
    #expect(window.first == 1)
    window.move(by: -5, of: 20, height: 5)
    #expect((window.first, window.selected) == (0, 0))
  }

  @Test func theSelectionStopsAtBothEnds() {
    var window = ListWindow()
    window.move(by: -.max / 2, of: 3, height: 5)
    #expect(window.selected == 0)
    window.move(by: .max / 2, of: 3, height: 5)
    #expect(window.selected == 2)
  }

  @Test func theWheelTakesTheSelectionAlongOnlyWhereItMust() {
    var window = ListWindow(selected: 3)
    window.scroll(by: 2, of: 20, height: 5)
    #expect((window.first, window.selected) == (2, 3))
    window.scroll(by: 3, of: 20, height: 5)
    #expect((window.first, window.selected) == (5, 5))
    window.scroll(by: -5, of: 20, height: 5)
    #expect((window.first, window.selected) == (0, 4))
  }

  @Test func aListThatShrinksPullsTheWindowBack() {
    var window = ListWindow()
    window.select(19, of: 20, height: 5)
    window.fit(count: 3, height: 5)
    #expect((window.first, window.selected) == (0, 2))
    window.fit(count: 0, height: 5)
    #expect((window.first, window.selected) == (0, 0))
  }

  /// After any change, the selected row exists and is drawn.
  @Test(arguments: Seeds.some(of: 10))
  func theSelectionIsAlwaysOnTheScreen(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var window = ListWindow()
    for _ in 0..<2_000 {
      let (count, height) = (Int.random(in: 0...30, using: &random), Int.random(in: 1...12, using: &random))
      let step = Int.random(in: -40...40, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: window.move(by: step, of: count, height: height)
      case 1:
        window.fit(count: count, height: height)
        window.scroll(by: step, of: count, height: height)
      case 2: window.select(step, of: count, height: height)
      default: window.fit(count: count, height: height)
      }
      let visible = window.visible(of: count, height: height)
      #expect(count == 0 ? visible.isEmpty && window.selected == 0 : visible.contains(window.selected))
      #expect(visible.count == min(count, height), "\(window) \(count) \(height)")
    }
  }
}
