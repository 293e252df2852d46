/// The usual values of header fields.
enum HeaderValues {
  /// - Parameter header: The name in small letters.
  static func items(of header: String) -> [CompletionItem] {
    switch header {
    case "accept": [CompletionItem("*/*", "any")] + MediaTypes.items
    case "content-type": MediaTypes.items
    case "accept-encoding", "content-encoding", "te", "transfer-encoding": encodings
    case "accept-charset": charsets
    case "accept-language", "content-language": languages
    case "authorization", "proxy-authorization": schemes
    case "cache-control", "pragma": cacheDirectives
    case "connection": list("close", "keep-alive", "Upgrade")
    case "expect": list("100-continue")
    case "upgrade": list("websocket", "h2c")
    case "prefer":
      list("return=minimal", "return=representation", "respond-async", "wait=10", "handling=strict", "handling=lenient")
    case "range": list("bytes=0-", "bytes=0-1023", "bytes=-1024")
    case "content-disposition": list("attachment", "inline", "form-data")
    case "priority": list("u=0", "u=1", "u=3", "u=7", "i")
    case "sec-fetch-mode": list("cors", "navigate", "no-cors", "same-origin", "websocket")
    case "sec-fetch-site": list("cross-site", "same-origin", "same-site", "none")
    case "sec-fetch-dest": list("document", "empty", "font", "iframe", "image", "script", "style")
    case "x-requested-with": list("XMLHttpRequest")
    case "x-http-method-override": list("PUT", "PATCH", "DELETE")
    case "x-forwarded-proto": list("https", "http")
    case "access-control-request-method": list("GET", "POST", "PUT", "PATCH", "DELETE")
    case "user-agent": list("curl/8.5.0", "Mozilla/5.0")
    case "dnt", "sec-gpc", "upgrade-insecure-requests": list("1")
    case "if-match", "if-none-match": [CompletionItem("*", "any"), CompletionItem("\"\"", "an ETag")]
    default: []
    }
  }

  private static func list(_ values: String...) -> [CompletionItem] { values.map { CompletionItem($0) } }

  private static let encodings = CompletionItem.list([
    "gzip": "", "br": "Brotli", "zstd": "Zstandard", "deflate": "", "identity": "no compression", "chunked": "",
    "trailers": "",
  ])

  private static let charsets = list("utf-8", "iso-8859-1", "us-ascii", "utf-16", "windows-1252")

  private static let languages = list(
    "en", "en-US", "en-GB", "de", "fr", "es", "it", "ja", "ko", "nl", "pl", "pt", "pt-BR", "ru", "sv", "tr", "uk", "zh",
    "zh-CN", "zh-TW", "ar", "he", "*")

  private static let schemes = CompletionItem.list([
    "Bearer ": "a token", "Basic ": "name and password in Base64", "Digest ": "challenge and response",
    "DPoP ": "a bound token", "Negotiate ": "Kerberos", "ApiKey ": "", "Token ": "", "AWS4-HMAC-SHA256 ": "a signature",
    "Hawk ": "",
  ])

  private static let cacheDirectives = CompletionItem.list([
    "no-cache": "revalidate first", "no-store": "store nothing", "max-age=0": "seconds that a response is fresh",
    "max-stale": "", "min-fresh=60": "", "no-transform": "", "only-if-cached": "", "stale-if-error=60": "",
  ])
}

/// Media types, the usual ones first.
enum MediaTypes {
  static let items: [CompletionItem] = names.map { CompletionItem($0) }

  private static let names =
    """
    application/json application/xml application/x-www-form-urlencoded multipart/form-data text/plain text/html \
    application/octet-stream text/csv text/xml application/graphql application/javascript application/pdf \
    application/json-patch+json application/merge-patch+json application/problem+json application/ld+json \
    application/vnd.api+json application/hal+json application/x-ndjson application/yaml application/zip \
    application/gzip application/soap+xml application/atom+xml application/rss+xml application/xhtml+xml \
    application/jwt application/cbor application/msgpack application/protobuf application/grpc application/wasm \
    application/geo+json application/graphql-response+json application/sparql-query application/sql \
    application/x-tar application/vnd.ms-excel application/msword \
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet \
    application/vnd.openxmlformats-officedocument.wordprocessingml.document multipart/mixed multipart/related \
    multipart/byteranges text/css text/javascript text/markdown text/calendar text/vcard text/event-stream \
    text/plain;charset=utf-8 application/json;charset=utf-8 image/png image/jpeg image/gif image/svg+xml image/webp \
    image/avif image/x-icon audio/mpeg audio/ogg audio/wav video/mp4 video/webm font/woff2 font/woff
    """.split(separator: " ").map(String.init)
}
