public import Foundation

extension CookieJar {
  /// The jar's cookies as a file holds them, without those that are over.
  ///
  /// - Parameter includingSession: Whether those that end with the session are kept too.
  public func data(_ format: CookieFileFormat, includingSession: Bool = false, at date: Date) -> Data {
    let cookies = all.filter { !$0.isExpired(at: date) && (includingSession || $0.expires != nil) }
    return switch format {
    case .json: CookieFile.encode(cookies)
    case .netscape: NetscapeCookies.encode(cookies)
    }
  }

  /// Adds the cookies of a file's content to the jar, without those that are over; either all or, where it throws, none.
  ///
  /// They count as the user's own: domains are not checked.
  public func load(_ data: Data, at date: Date) throws(CookieFileError) {
    let isJSON = data.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "{")
    let cookies =
      isJSON
      ? try CookieFile.decode(data) : try NetscapeCookies.decode(String(decoding: data, as: UTF8.self), at: date)
    var checked: [Cookie] = []
    for (index, cookie) in cookies.enumerated() {
      do throws(CookieRefusal) {
        checked.append(try cookie.checked())
      } catch {
        throw .invalidCookie(number: index + 1, error)
      }
    }
    add(checked.filter { !$0.isExpired(at: date) }, at: date)
  }

  /// Writes the jar to a file that only its owner can read, which is replaced as a whole or not at all.
  public func save(
    to file: URL, as format: CookieFileFormat = .json, includingSession: Bool = false, at date: Date
  ) throws(CookieFileError) {
    // A link stays one: what it leads to is replaced.
    let target = file.resolvingSymlinksInPath()
    let draft = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    let content = data(format, includingSession: includingSession, at: date)
    do {
      try PrivateFile.write(content, to: draft)
      try PrivateFile.move(draft, to: target)
    } catch {
      throw .unwritable(file, reason: error.reason)
    }
  }

  /// Adds the cookies of a file to the jar; see `load(_:at:)`.
  public func load(from file: URL, at date: Date) throws(CookieFileError) {
    let content: Data
    do {
      content = try Data(contentsOf: file)
    } catch {
      throw .unreadable(file, reason: error.localizedDescription)
    }
    try load(content, at: date)
  }
}
