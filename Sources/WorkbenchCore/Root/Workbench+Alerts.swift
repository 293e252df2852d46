/// An alert outside of the screen, such as a bell.
package struct Alert: Equatable, Sendable {
  package enum Kind: String, Sendable { case bell, desktop }

  package var kind: Kind
  package var text: String
}

/// Alerts when a long request or run ends while the user looks elsewhere.
struct AlertRule {
  let settings: Settings
  /// `nil` if it is unknown.
  let hasTerminalFocus: Bool?

  /// - Returns: Nothing for short work. Nothing either while the terminal has the focus or its focus is unknown, unless
  ///   the settings ask for an alert always.
  func alert(after duration: Duration, _ text: String) -> [Effect] {
    guard let kind = settings["notices", "show"]?.string.flatMap(Alert.Kind.init(rawValue:)) else { return [] }
    let least = settings["notices", "after"]?.number?.double ?? 10
    let isAlways = settings["notices", "always"]?.bool ?? false
    guard duration >= .seconds(least), isAlways || hasTerminalFocus == false else { return [] }
    return [.terminal(.alert(Alert(kind: kind, text: "\(text) after \(Formatting.duration(duration))".safeLine)))]
  }
}

extension Workbench {
  var alerts: AlertRule { AlertRule(settings: settings, hasTerminalFocus: hasTerminalFocus) }
}

extension Exchange {
  /// The notice for an end while the user looks elsewhere.
  var alertText: String {
    let name = origin?.title ?? request.name ?? request.method
    let result =
      switch outcome {
      case .completed(let response) where response.status == Response.Head.noStatus:
        "\(response.statusText) with \(Formatting.bytes(response.bodySize))"
      case .completed(let response): response.statusText.trimmingBlanks
      case .failed(let failure, _): failure.kind.title
      case .cancelled: "Cancelled"
      }
    return "\(name): \(result)"
  }
}
