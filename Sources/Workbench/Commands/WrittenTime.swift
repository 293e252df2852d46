/// A duration in an option: `500ms`, `2s`, `1m30s`, or a number of seconds.
struct WrittenTime: ExpressibleByArgument, CustomStringConvertible {
  private let text: String

  init(argument: String) { text = argument }

  var description: String { text }

  /// - Parameter option: The option's name, for the message.
  func seconds(of option: String, upTo most: Double = 86_400) throws -> Double {
    let seconds = TimeSpan.parse(text).map { $0 / .seconds(1) }
    guard let seconds, seconds >= 0, seconds <= most else {
      let limit = TimeSpan.text(.seconds(most))
      throw ValidationError(
        "\(option) takes a time up to \(limit), such as 500ms, 2s or 1m30s, not \"\(text.visibleLine)\"")
    }
    return seconds
  }

  /// Rejects a large number without a unit: options of other programs count milliseconds.
  func checkUnit(of option: String, from limit: Double) throws {
    guard let number = Double(text), number >= limit else { return }
    throw ValidationError(
      "\(option) \(text.visibleLine) is seconds here, and milliseconds in newman, Bruno and Hurl — write \(text)ms or "
        + "\(text)s")
  }

  /// The duration of an option that used to count milliseconds. A number without a unit is ambiguous and rejected.
  func secondsWithUnit(of option: String, upTo most: Double) throws -> Double {
    if let number = Double(text), number != 0 {
      throw ValidationError("\(option) needs a unit — write \(text)ms or \(text)s")
    }
    return try seconds(of: option, upTo: most)
  }

  /// The timeout of an exchange or of connecting.
  func timeout(of option: String) throws -> Double {
    let seconds = TimeSpan.parse(text).map { $0 / .seconds(1) }
    guard let seconds, RequestOptions.timeouts.contains(seconds) else {
      throw CommandExit.usageError("\(option) takes a time such as 500ms or 30s, or 0 to wait forever, not \"\(text)\"")
    }
    return seconds
  }
}
