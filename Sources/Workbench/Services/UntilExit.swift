/// Values that are not freed one by one: the end of the program frees all memory.
enum UntilExit {
  static func keep(_ value: some Sendable) { _ = Unmanaged.passRetained(Box(value: value)) }

  private final class Box: Sendable {
    private let value: any Sendable

    init(value: any Sendable) { self.value = value }
  }
}
