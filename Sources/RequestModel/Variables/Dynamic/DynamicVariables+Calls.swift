internal import Foundation

// The dynamic variables of HTTP files that take arguments.
extension DynamicVariables {
  /// - Returns: `nil` for an unknown name, and for arguments that it does not take.
  mutating func value(of call: DynamicCall) -> String? { Self.calls[call.name].flatMap { $0(&self, call.arguments) } }

  private typealias Call = @Sendable (inout DynamicVariables, [DynamicCall.Argument]) -> String?

  private static let calls: [String: Call] = [
    "$uuid": { $1.isEmpty ? $0.uuid() : nil },
    "$random.uuid": { $1.isEmpty ? $0.uuid() : nil },
    "$random.email": { $1.isEmpty ? $0.email() : nil },
    "$randomInt": { $0.integer($1) },
    "$random.integer": { $0.integer($1.isEmpty ? standardRange : $1) },
    "$random.float": { $0.float($1.isEmpty ? standardRange : $1) },
    "$random.alphabetic": { dynamic, arguments in
      count(arguments).map { dynamic.text($0, of: letters) }
    },
    "$random.alphanumeric": { dynamic, arguments in
      count(arguments).map { dynamic.text($0, of: letters + WordLists.digits + ["_"]) }
    },
    "$random.hexadecimal": { dynamic, arguments in count(arguments).map { dynamic.hex($0) } },
    "$timestamp": { dynamic, arguments in
      let moved = arguments.isEmpty ? dynamic.now : TimeOffset(arguments)?.applied(to: dynamic.now, in: utc)
      return moved.map { String(Int($0.timeIntervalSince1970.rounded(.down))) }
    },
    "$datetime": {
      $0.time($1, in: nil, standards: ["rfc1123": "ddd, DD MMM YYYY HH:mm:ss [GMT]", "iso8601": iso + ".SSS[Z]"])
    },
    "$localDatetime": {
      $0.time($1, in: .current, standards: ["rfc1123": "ddd, DD MMM YYYY HH:mm:ss ZZ", "iso8601": iso + "Z"])
    },
  ]

  private static let utc = TimeZone(secondsFromGMT: 0) ?? .current
  private static let iso = "YYYY-MM-DD[T]HH:mm:ss"
  private static let standardRange = [DynamicCall.Argument(text: "0"), DynamicCall.Argument(text: "1000")]
  private static let letters = WordLists.alphanumerics.filter { !WordLists.digits.contains($0) }

  /// A whole number from the first argument up to, and without, the second one.
  private mutating func integer(_ arguments: [DynamicCall.Argument]) -> String? {
    guard arguments.count == 2, let low = Int(arguments[0].text), let high = Int(arguments[1].text), low < high else {
      return nil
    }
    return String(int(low...(high - 1)))
  }

  private mutating func float(_ arguments: [DynamicCall.Argument]) -> String? {
    guard arguments.count == 2, let low = Double(arguments[0].text), let high = Double(arguments[1].text), low < high,
      (high - low).isFinite
    else { return nil }
    return "\(low + (high - low) * Double(int(0...999_999_999)) / 1_000_000_000)"
  }

  /// The length of a text.
  private static func count(_ arguments: [DynamicCall.Argument]) -> Int? {
    guard arguments.count == 1, let count = Int(arguments[0].text), (1...10_000).contains(count) else { return nil }
    return count
  }

  /// A time in a format of its own in quotes, or one of the standards, and how far it is away from now.
  ///
  /// - Parameter zone: `nil` for UTC.
  private func time(
    _ arguments: [DynamicCall.Argument], in zone: TimeZone?, standards: [String: String]
  ) -> String? {
    guard let format = arguments.first, let pattern = format.isQuoted ? format.text : standards[format.text] else {
      return nil
    }
    let rest = Array(arguments.dropFirst())
    let moved = rest.isEmpty ? now : TimeOffset(rest)?.applied(to: now, in: zone ?? Self.utc)
    return moved.map { DateText($0, in: zone).text(pattern) }
  }
}
