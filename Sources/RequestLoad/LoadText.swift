internal import RequestBasics

/// Figures of load runs as text.
package enum LoadText {
  /// `199.8/s`
  package static func rate(_ perSecond: Double) -> String { decimal(perSecond) + "/s" }

  /// `30s`, or `2.23 s` if it is not a whole number of seconds.
  static func span(_ duration: Duration) -> String {
    let isWhole = Int((duration / .milliseconds(1)).rounded()) % 1000 == 0
    return isWhole ? TimeSpan.text(duration) : Formatting.duration(duration)
  }

  /// `0.25 %`
  package static func percent(_ share: Double) -> String {
    let hundredths = Int((share * 10_000).rounded())
    return "\(hundredths / 100)." + (hundredths % 100).padded(to: 2) + " %"
  }

  /// The value with one decimal place.
  static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(Formatting.number(tenths / 10)).\(tenths % 10)"
  }

  /// Seconds with six decimal places.
  static func seconds(_ duration: Duration) -> String {
    let microseconds = Int((duration / .microseconds(1)).rounded())
    return "\(microseconds / 1_000_000)." + (microseconds % 1_000_000).padded(to: 6)
  }

  /// Values as bars from 0 on; only the last ones if there are too many.
  package static func bars(_ values: [Double], width: Int) -> String {
    let shown = values.suffix(max(0, width))
    guard let highest = shown.max() else { return "" }
    let bars = Array("▁▂▃▄▅▆▇█")
    return String(shown.map { bars[highest > 0 ? Int(($0 / highest * Double(bars.count - 1)).rounded()) : 0] })
  }
}
