extension Route {
  /// All routes, in the order listed by `/`.
  // Uses closures, as Swift 6.3.1 crashes on a static function passed as an async one.
  static let all: [Route] =
    [Route(["GET"], "/", "this list") { Endpoints.list($0) }]
    + echoes + waits + redirects + credentials + cookies + bodies + streams + caches

  private static let echoes = [
    Route(["GET"], "/get", "the request, as JSON") { Endpoints.echo($0) },
    Route(["POST"], "/post", "the request and its body") { Endpoints.echoWithBody($0) },
    Route(["PUT"], "/put", "the request and its body") { Endpoints.echoWithBody($0) },
    Route(["PATCH"], "/patch", "the request and its body") { Endpoints.echoWithBody($0) },
    Route(["DELETE"], "/delete", "the request and its body") { Endpoints.echoWithBody($0) },
    Route([], "/anything/*", "the request, of any method") { Endpoints.echoAnything($0) },
    Route(["GET"], "/headers", "the request's headers") { Endpoints.headers($0) },
    Route(["GET"], "/ip", "the client's address") { Endpoints.address($0) },
    Route(["GET"], "/user-agent", "the client's User-Agent") { Endpoints.userAgent($0) },
    Route(["GET"], "/uuid", "a random UUID") { Endpoints.uuid($0) },
    Route(["GET", "POST"], "/response-headers", "the arguments as headers") { try Endpoints.responseHeaders($0) },
  ]

  private static let waits = [
    Route(usual, "/status/:codes", "a status, or one of several: /status/200,404") { try Endpoints.status($0) },
    Route(usual, "/delay/:seconds", "the request, after at most 10 seconds") { try await Endpoints.delay($0) },
  ]

  private static let redirects = [
    Route(["GET"], "/redirect/:count", "that many redirects, then /get") { try Endpoints.relativeRedirect($0) },
    Route(["GET"], "/relative-redirect/:count", "the same, by path") { try Endpoints.relativeRedirect($0) },
    Route(["GET"], "/absolute-redirect/:count", "the same, by full URL") { try Endpoints.absoluteRedirect($0) },
    Route(usual, "/redirect-to", "to ?url=, with ?status_code= (302)") { try Endpoints.redirectTo($0) },
  ]

  private static let credentials = [
    Route(["GET"], "/basic-auth/:user/:password", "200 with these basic credentials, else 401") { Endpoints.basic($0) },
    Route(["GET"], "/hidden-basic-auth/:user/:password", "the same, else 404") { try Endpoints.hiddenBasic($0) },
    Route(["GET"], "/bearer", "200 with any bearer token, else 401") { Endpoints.bearer($0) },
  ]

  private static let cookies = [
    Route(["GET"], "/cookies", "the request's cookies") { Endpoints.cookies($0) },
    Route(["GET"], "/cookies/set", "sets the query's arguments as cookies") { try Endpoints.setCookies($0) },
    Route(["GET"], "/cookies/set/:name/:value", "sets one cookie") { try Endpoints.setCookie($0) },
    Route(["GET"], "/cookies/delete", "deletes the cookies named by the query") { try Endpoints.deleteCookies($0) },
  ]

  private static let bodies = [
    Route(["GET"], "/gzip", "the request, compressed with gzip") { Endpoints.gzip($0) },
    Route(["GET"], "/deflate", "the request, compressed with deflate") { Endpoints.deflate($0) },
    Route(["GET"], "/encoding/utf8", "text in many scripts") { Endpoints.utf8($0) },
    Route(["GET"], "/bytes/:count", "random bytes, the same for the same ?seed=") { try Endpoints.bytes($0) },
    Route(["GET"], "/image", "an image of a type that Accept allows") { try Endpoints.image($0) },
    Route(["GET"], "/image/png", "a PNG image") { try Endpoints.png($0) },
    Route(["GET"], "/html", "an HTML page") { Endpoints.html($0) },
    Route(["GET"], "/xml", "an XML document") { Endpoints.xml($0) },
    Route(["GET"], "/json", "a JSON document") { Endpoints.json($0) },
    Route(["GET"], "/json/large", "?rows= rows of JSON (1000)") { try Endpoints.largeJSON($0) },
    Route(["GET"], "/robots.txt", "what robots may read") { Endpoints.robots($0) },
  ]

  private static let streams = [
    Route(["GET"], "/stream/:count", "that many lines of JSON, in chunks") { try Endpoints.lines($0) },
    Route(["GET"], "/stream-bytes/:count", "random bytes in chunks of ?chunk_size=") { try Endpoints.streamBytes($0) },
    Route(["GET"], "/drip", "?numbytes= over ?duration=, after ?delay=, with ?code=") { try await Endpoints.drip($0) },
    Route(["GET"], "/sse", "?count= server-sent events (5), ?delay= seconds apart") { try Endpoints.events($0) },
    Route(["GET"], "/websocket/echo", "a WebSocket that sends each message back") { Endpoints.echoMessages($0) },
  ]

  private static let caches = [
    Route(["GET"], "/cache", "304 if the request is conditional") { Endpoints.cache($0) },
    Route(["GET"], "/cache/:seconds", "a Cache-Control of that many seconds") { try Endpoints.cacheFor($0) },
    Route(["GET"], "/etag/:tag", "honours If-None-Match and If-Match") { try Endpoints.tagged($0) },
  ]

  private static let usual = ["GET", "POST", "PUT", "PATCH", "DELETE"]
}
