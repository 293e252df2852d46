import ArgumentParser
import RequestLoad
import RequestModel
import RequestRuns

/// A length of time as options take it: `500ms`, `2s`, `1m30s`, or a number of seconds.
struct WrittenTime: ExpressibleByArgument, CustomStringConvertible {
  private let text: String

  init(argument: String) { text = argument }

  var description: String { text }

  /// - Parameter option: For the message.
  func seconds(of option: String, from least: Double = 0, upTo most: Double = 86_400) throws -> Double {
    let seconds = TimeSpan.parse(text).map { $0 / .seconds(1) }
    guard let seconds, seconds >= least, seconds <= most else {
      let limit = TimeSpan.text(.seconds(most))
      throw ValidationError(
        "\(option) takes a time up to \(limit), such as 500ms, 2s or 1m30s, not \"\(text.visibleLine)\"")
    }
    return seconds
  }

  /// Refuses a number alone that is large: in the options of other programs it counts milliseconds.
  func checkUnit(of option: String, from limit: Double) throws {
    guard let number = Double(text), number >= limit else { return }
    throw ValidationError(
      "\(option) \(text.visibleLine) is seconds here, and milliseconds in newman, Bruno and Hurl — write \(text)ms or "
        + "\(text)s")
  }

  /// The time of an option that counted milliseconds once: a number alone says nothing.
  func secondsWithUnit(of option: String, upTo most: Double) throws -> Double {
    if let number = Double(text), number != 0 {
      throw ValidationError("\(option) needs a unit — write \(text)ms or \(text)s")
    }
    return try seconds(of: option, upTo: most)
  }

  /// The limit of an exchange or of connecting.
  func timeout(of option: String) throws -> Double {
    let seconds = TimeSpan.parse(text).map { $0 / .seconds(1) }
    guard let seconds, RequestOptions.timeouts.contains(seconds) else {
      throw CommandExit.fail(
        "\(option) takes a time such as 500ms or 30s, or 0 to wait forever, not \"\(text)\"", CommandExit.usage)
    }
    return seconds
  }
}
