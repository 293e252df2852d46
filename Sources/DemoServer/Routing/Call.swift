/// A complete request matched to a route, as passed to endpoints.
struct Call: Sendable {
  let request: MockRequest
  /// The decoded path segments for `:name` and `*`.
  let captures: [String: String]
  let arguments: Fields

  init(_ request: MockRequest, captures: [String: String]) {
    self.request = request
    self.captures = captures
    let target = request.target.prefix { $0 != "#" }
    arguments = Fields(urlEncoded: target.drop { $0 != "?" }.dropFirst())
  }
}

extension Call {
  /// Returns the whole number at `name` in the path.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int {
    try Self.number(captures[name] ?? "", name, in: range)
  }

  /// Returns a query argument as a whole number, or the default if it is missing.
  func argument(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(Refusal) -> Int {
    guard let text = arguments[name] else { return standard }
    return try Self.number(text, name, in: range)
  }

  /// Returns a query argument in seconds, up to `Limits.longestDelay`.
  func seconds(_ name: String, default standard: Double) throws(Refusal) -> Double {
    guard let text = arguments[name] else { return standard }
    return try Self.seconds(text, name)
  }

  static func seconds(_ text: String, _ name: String) throws(Refusal) -> Double {
    guard let seconds = Double(text), seconds >= 0 else {
      throw Refusal(400, "\"\(name)\" is \"\(text)\", not a number of seconds")
    }
    return min(seconds, Limits.longestDelay)
  }

  private static func number(_ text: String, _ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw Refusal(
        400, "\"\(name)\" is \"\(text)\", not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

/// An error response with its message.
struct Refusal: Error {
  let status: Int
  let sentence: String

  init(_ status: Int, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  var reply: MockReply { .json(["error": .string(sentence)], status: status) }
}
