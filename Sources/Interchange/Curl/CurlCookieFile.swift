internal import RequestModel

/// The cookies of a file in the format of Netscape, as `--cookie FILE` sends them.
enum CurlCookieFile {
  static func cookies(_ text: String, host authority: String, path: String, scheme: String) -> [String] {
    let host = (authority.cut(at: ":")?.before ?? authority).lowercased()
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let line = line.hasPrefix("#HttpOnly_") ? line.dropFirst(10) : line
      let fields = line.parts(separatedBy: "\t")
      guard !line.hasPrefix("#"), fields.count == 7 else { return nil }
      let domain = fields[0].lowercased().drop { $0 == "." }
      let isHost = host == domain || (fields[1].uppercased() == "TRUE" && host.hasSuffix("." + domain))
      let isPath = fields[2] == "/" || path == fields[2] || path.hasPrefix(fields[2] + "/")
      let isScheme = fields[3].uppercased() != "TRUE" || scheme == "https"
      return isHost && isPath && isScheme ? fields[5] + "=" + fields[6] : nil
    }
  }
}
