/// Settings for how the screen is read.
struct Accessibility: Equatable, Sendable {
  /// Whether the screen is for a screen reader: one pane or dialog at a time, as text without lines.
  private(set) var isPlain = false
  private var isStill = false

  init() {}

  init(_ settings: Settings) {
    isPlain = settings["plain"]?.bool ?? false
    isStill = isPlain || settings["motion"]?.string == "reduced"
  }

  /// The refresh interval of a running exchange's clock.
  var clockStep: Duration { isStill ? .seconds(1) : .milliseconds(100) }
}
