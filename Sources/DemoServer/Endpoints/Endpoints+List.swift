extension Endpoints {
  static func list(_ call: Call) -> MockReply {
    let rows = Route.all.map { route in
      let methods = route.methods.isEmpty ? "any" : route.methods.joined(separator: " ")
      return (route.pattern, methods, route.summary)
    }
    let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    let lines = rows.map { "\(padded($0.0, widths.0))  \(padded($0.1, widths.1))  \($0.2)" }
    return .text("Workbench demo server, compatible with httpbin:\n\n" + lines.joined(separator: "\n") + "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width - text.count)
  }
}
