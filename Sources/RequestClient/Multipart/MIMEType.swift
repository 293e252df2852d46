/// Media types by file extension.
package enum MIMEType {
  /// The type of unknown files.
  package static let unknown = "application/octet-stream"

  /// Returns the type for a file extension, or `unknown`.
  ///
  /// - Parameter fileExtension: Without its dot, in any case: `png`, `PNG`.
  package static func forExtension(_ fileExtension: String) -> String {
    byExtension[fileExtension.lowercased()] ?? unknown
  }

  static func forFile(_ name: String) -> String {
    forExtension(
      name.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last.map { String($0) }
        ?? "")
  }

  private static let byExtension = [
    "3gp": "video/3gpp", "7z": "application/x-7z-compressed", "aac": "audio/aac", "apng": "image/apng",
    "atom": "application/atom+xml", "avi": "video/x-msvideo", "avif": "image/avif", "bin": "application/octet-stream",
    "bmp": "image/bmp", "br": "application/x-brotli", "bz2": "application/x-bzip2", "c": "text/x-c",
    "cbor": "application/cbor", "cer": "application/pkix-cert", "conf": "text/plain", "cpp": "text/x-c++",
    "crt": "application/x-x509-ca-cert", "css": "text/css", "csv": "text/csv",
    "deb": "application/vnd.debian.binary-package", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "eml": "message/rfc822",
    "eot": "application/vnd.ms-fontobject", "eps": "application/postscript", "epub": "application/epub+zip",
    "flac": "audio/flac", "geojson": "application/geo+json", "gif": "image/gif", "gz": "application/gzip",
    "h": "text/x-c", "har": "application/json", "heic": "image/heic", "heif": "image/heif", "htm": "text/html",
    "html": "text/html", "ico": "image/vnd.microsoft.icon", "ics": "text/calendar", "ini": "text/plain",
    "jar": "application/java-archive", "java": "text/x-java", "jfif": "image/jpeg", "jp2": "image/jp2",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "jsonl": "application/jsonl", "jsonld": "application/ld+json", "jxl": "image/jxl",
    "kml": "application/vnd.google-earth.kml+xml", "log": "text/plain", "m3u8": "application/vnd.apple.mpegurl",
    "m4a": "audio/mp4", "m4v": "video/mp4", "map": "application/json", "md": "text/markdown", "mid": "audio/midi",
    "midi": "audio/midi", "mjs": "text/javascript", "mkv": "video/matroska", "mov": "video/quicktime",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg", "mpg": "video/mpeg",
    "msgpack": "application/vnd.msgpack", "ndjson": "application/x-ndjson",
    "odp": "application/vnd.oasis.opendocument.presentation", "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text", "oga": "audio/ogg", "ogg": "audio/ogg", "ogv": "video/ogg",
    "opus": "audio/ogg", "otf": "font/otf", "p12": "application/x-pkcs12",
    "parquet": "application/vnd.apache.parquet", "patch": "text/x-diff", "pdf": "application/pdf",
    "pem": "application/x-pem-file", "php": "application/x-httpd-php", "plist": "application/x-plist",
    "png": "image/png", "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", "proto": "text/plain",
    "ps": "application/postscript", "psd": "image/vnd.adobe.photoshop", "py": "text/x-python",
    "rar": "application/vnd.rar", "rss": "application/rss+xml", "rtf": "application/rtf", "sh": "application/x-sh",
    "sql": "application/sql", "srt": "application/x-subrip", "svg": "image/svg+xml", "swift": "text/x-swift",
    "tar": "application/x-tar", "tgz": "application/gzip", "tif": "image/tiff", "tiff": "image/tiff",
    "toml": "application/toml", "ts": "video/mp2t", "tsv": "text/tab-separated-values", "ttf": "font/ttf",
    "txt": "text/plain", "vcf": "text/vcard", "vtt": "text/vtt", "wasm": "application/wasm", "wav": "audio/wav",
    "weba": "audio/webm", "webm": "video/webm", "webmanifest": "application/manifest+json", "webp": "image/webp",
    "woff": "font/woff", "woff2": "font/woff2", "xhtml": "application/xhtml+xml", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "application/xml",
    "xsl": "application/xslt+xml", "xz": "application/x-xz", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip", "zst": "application/zstd",
  ]
}
