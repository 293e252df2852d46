import TerminalUI

extension Workbench {
  mutating func openKeyTester(_ terminal: TerminalHabits) -> [Effect] {
    route(.overlay(.keys(KeyTester(scope: scope, keys: keys, terminal: terminal))))
  }

  /// Whether all keys go to the key tester.
  var testsKeys: Bool { if case .keys = inputs.overlays.last { true } else { false } }
}
