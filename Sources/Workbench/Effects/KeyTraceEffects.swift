import ChildProcesses
import Foundation

/// Reports the bytes of keys for the key tester.
@MainActor
final class KeyTraceEffects: FeatureRunner {
  private let queue: EventQueue
  private let screen: Screen

  init(queue: EventQueue, screen: Screen) { (self.queue, self.screen) = (queue, screen) }

  func run(_ effect: KeyTrace) {
    screen.traceKeys(effect.isOn)
    guard effect.isOn else { return }
    Task { [queue] in
      let environment = ProcessInfo.processInfo.environment
      let prefixes = environment["TMUX"] == nil ? [] : await Tmux.prefixes()
      queue.send(.terminal(TerminalHabits(environment: environment, tmuxPrefix: prefixes)))
    }
  }
}
