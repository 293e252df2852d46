/// Dates and times of RFC 3339.
enum DateFormat {
  static func isDateTime(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 11, bytes[10] | 0x20 == UInt8(ascii: "t") else { return false }
    return isDate(bytes[..<10]) && isTime(bytes[11...])
  }

  static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      1...12 ~= month
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[month - 1] ~= day
  }

  /// A time with its offset. A leap second is only possible at the end of a day in UTC.
  static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count >= 9, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
      let hour = number(bytes[0..<2]), let minute = number(bytes[3..<5]), let second = number(bytes[6..<8]),
      hour < 24, minute < 60, second <= 60
    else { return false }
    var index = 8
    if bytes[index] == UInt8(ascii: ".") {
      let start = index + 1
      index = start
      while index < bytes.count, 48...57 ~= bytes[index] { index += 1 }
      guard index > start else { return false }
    }
    guard let offset = offset(bytes[index...]) else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2880) % 1440 == 1439
  }

  /// Minutes to the east of UTC.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    if bytes.count == 1 { return bytes[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hour = number(bytes[1..<3]),
      let minute = number(bytes[4..<6]), hour < 24, minute < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hour * 60 + minute
    case UInt8(ascii: "-"): return -(hour * 60 + minute)
    default: return nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.allSatisfy { 48...57 ~= $0 } ? bytes.reduce(0) { $0 * 10 + Int($1 - 48) } : nil
  }
}
