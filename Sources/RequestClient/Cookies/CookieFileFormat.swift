/// How a jar is written to a file. Reading recognizes both.
public enum CookieFileFormat: Sendable {
  /// `{"version": 1, "cookies": […]}`, each cookie as `Cookie` encodes itself. Keeps everything.
  case json
  /// The `cookies.txt` that curl, wget and browsers' extensions share: seven fields a line, parted by tabs. It has no
  /// place for `SameSite`, for the time of creation, nor for a tab in a name or path; cookies with such a tab are left out.
  case netscape
}
