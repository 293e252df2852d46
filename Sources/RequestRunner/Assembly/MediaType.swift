/// Media types by a file's ending, for bodies that are files.
enum MediaType {
  static func forFile(_ path: String) -> String {
    let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    return byEnding[ending] ?? "application/octet-stream"
  }

  private static let byEnding = [
    "json": "application/json", "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "txt": "text/plain", "csv": "text/csv", "html": "text/html", "htm": "text/html", "css": "text/css",
    "md": "text/markdown",
    "js": "text/javascript", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "pdf": "application/pdf", "zip": "application/zip",
    "gz": "application/gzip",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "wasm": "application/wasm",
  ]
}
