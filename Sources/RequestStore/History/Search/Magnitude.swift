/// A number as its power of two and one of 32 steps within it, for finding ranges by a few terms.
struct Magnitude: Equatable {
  /// The number of significant bits.
  let power: Int
  let step: Int

  private static let stepBits = 5

  init(_ value: Int) {
    let value = max(0, value)
    power = Int.bitWidth - value.leadingZeroBitCount
    // The bits after the highest one.
    let shift = power - 1 - Self.stepBits
    step = (shift >= 0 ? value >> shift : value << -min(shift, 0)) & (1 << Self.stepBits - 1)
  }

  private static let digits = "0123456789abcdefghijklmnopqrstuv".map(String.init)

  func term(power kind: SearchTerms.Kind) -> String { SearchTerms.term(kind, String(power)) }
  func term(step kind: SearchTerms.Kind) -> String { term(step, of: kind) }

  private func term(_ step: Int, of kind: SearchTerms.Kind) -> String {
    SearchTerms.term(kind, "\(power).\(Self.digits[step])")
  }

  /// The terms of which every number in `range` has one. Numbers in the same step as a bound may lie outside.
  static func terms(
    covering range: ClosedRange<Int>, power: SearchTerms.Kind, step: SearchTerms.Kind
  ) -> [String] {
    let (low, high) = (Magnitude(range.lowerBound), Magnitude(range.upperBound))
    if low.power == high.power { return (low.step...high.step).map { low.term($0, of: step) } }
    let below = (low.step..<32).map { low.term($0, of: step) }
    let above = (0...high.step).map { high.term($0, of: step) }
    return below + (low.power + 1..<high.power).map { SearchTerms.term(power, String($0)) } + above
  }
}
