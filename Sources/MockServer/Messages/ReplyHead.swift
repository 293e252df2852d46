internal import Foundation

/// The bytes of a response head.
enum ReplyHead {
  /// - Parameters:
  ///   - length: The size of the body in response to a GET; `nil` for a chunked body, which HTTP/1.0 does not support.
  ///   - closes: Whether the connection ends after this response.
  static func bytes(_ reply: MockReply, length: Int?, closes: Bool, isHTTP10: Bool = false) -> [UInt8] {
    var lines = "HTTP/1.1 \(reply.status) \(reply.reason)\r\nDate: \(httpDate(Date()))\r\n"
    for header in reply.headers { lines += "\(header.name): \(header.value)\r\n" }
    if reply.allowsBody {
      if let length {
        lines += "Content-Length: \(length)\r\n"
      } else if !isHTTP10 {
        lines += "Transfer-Encoding: chunked\r\n"
      }
    }
    if closes { lines += "Connection: close\r\n" } else if isHTTP10 { lines += "Connection: keep-alive\r\n" }
    return Array((lines + "\r\n").utf8)
  }

  /// The date in the format of RFC 9110, section 5.6.7.
  private static func httpDate(_ date: Date) -> String {
    let time = UTCTime(date)
    // 1 January 1970 was a Thursday.
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][((days % 7) + 7) % 7]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(weekday), \(time.day.padded(to: 2)) \(months[time.month - 1]) \(time.year) \(time.timeText) GMT"
  }
}
