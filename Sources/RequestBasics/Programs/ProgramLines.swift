/// A running program that exchanges lines with this one.
package protocol ProgramLines {
  /// Writes a line to its standard input.
  ///
  /// - Parameter time: The time in which the program has to read it; `nil` without a limit.
  mutating func send(_ line: [UInt8], within time: Duration?) async -> SentLine

  /// Waits for the next line of its standard output.
  mutating func next(within time: Duration?) async -> ReceivedLine
}

/// The result of writing a line.
package enum SentLine: Equatable, Sendable {
  case done
  /// The program has closed its input.
  case end
  /// The program did not read the line in time. It is killed.
  case late
}

/// The result of reading a line.
package enum ReceivedLine: Equatable, Sendable {
  case line([UInt8])
  case end
  /// The line exceeds the limit, or is late. The program is killed.
  case tooLong, late
}
