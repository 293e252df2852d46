import TerminalUI
import Testing

@Suite struct ClickCounterTests {
  private func press(_ column: Int) -> TerminalInput { .mouse(Mouse(.press, at: Point(column: column, row: 1))) }

  @Test func pressesAtOnePlaceInShortOrderAreCounted() {
    var counter = ClickCounter()
    let start = ContinuousClock.now
    let presses: [(column: Int, time: Int)] = [(1, 0), (1, 100), (1, 200), (1, 300), (2, 350), (2, 900)]
    let clicks = presses.map { press -> Int in
      let input = counter.counting(self.press(press.column), at: start + .milliseconds(press.time))
      guard case .mouse(let mouse) = input else { return 0 }
      return mouse.clicks
    }
    #expect(clicks == [1, 2, 3, 1, 1, 1])
    #expect(counter.counting(.key(.enter), at: start) == .key(.enter))
  }
}
