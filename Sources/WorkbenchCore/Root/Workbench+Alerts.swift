import RequestModel
import TerminalUI

/// A sign outside of the screen that something is done.
package struct Alert: Equatable, Sendable {
  package enum Kind: String, Sendable { case bell, desktop }

  package var kind: Kind
  package var text: String
}

// Alerts when a long request ends while the user looks elsewhere.
extension Workbench {
  /// - Returns: Nothing for a short request, while the terminal has the focus, or if that is not known.
  func alert(about exchange: Exchange) -> [Effect] {
    guard let kind = settings["notices", "show"]?.string.flatMap(Alert.Kind.init(rawValue:)) else { return [] }
    let least = settings["notices", "after"]?.number?.double ?? 10
    let isAlways = settings["notices", "always"]?.bool ?? false
    guard exchange.duration >= .seconds(least), isAlways || hasTerminalFocus == false else { return [] }
    let name = exchange.origin?.address.stem ?? exchange.request.method
    let result =
      switch exchange.outcome {
      case .completed(let response): "\(response.status) \(response.reason)".trimmingBlanks
      case .failed(let failure, _): failure.kind.title
      case .cancelled: "Cancelled"
      }
    let text = "\(name): \(result) after \(Formatting.duration(exchange.duration))"
    return [.alert(Alert(kind: kind, text: text.safeLine))]
  }
}
