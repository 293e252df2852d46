/// The names of header fields: common request headers with their meaning, then the others of IANA's registry.
enum HeaderNames {
  static let items: [CompletionItem] =
    CompletionItem.list(common) + others.map { CompletionItem($0) }

  private static let common: KeyValuePairs = [
    "Accept": "accepted media types",
    "Authorization": "credentials for the server",
    "Content-Type": "media type of the body",
    "User-Agent": "name of the client",
    "Cookie": "cookies",
    "Accept-Encoding": "accepted encodings",
    "Accept-Language": "preferred languages",
    "Cache-Control": "caching directives",
    "If-None-Match": "only if no ETag matches",
    "If-Modified-Since": "only if changed since",
    "If-Match": "only if the ETag matches",
    "If-Unmodified-Since": "only if not changed since",
    "Idempotency-Key": "same key for every retry",
    "Origin": "site that the request comes from",
    "Referer": "page that the request comes from",
    "Range": "parts of the body",
    "If-Range": "parts if unchanged, else the whole",
    "Content-Length": "bytes of the body",
    "Content-Encoding": "compression of the body",
    "Content-Language": "language of the body",
    "Content-Disposition": "name of the body's file",
    "Content-Digest": "digest of the body",
    "Host": "host and port of the server",
    "Prefer": "optional preferences",
    "Connection": "options of this connection",
    "Expect": "100-continue",
    "Forwarded": "path through proxies",
    "Pragma": "no-cache, for old caches",
    "Proxy-Authorization": "credentials for the proxy",
    "TE": "accepted transfer codings",
    "Trailer": "trailer fields after the body",
    "Transfer-Encoding": "transfer coding of the message",
    "Upgrade": "protocols to switch to",
    "Via": "proxies on the way",
    "Date": "time of the message",
    "From": "email address of the sender",
    "Max-Forwards": "maximum number of proxies",
    "Priority": "urgency",
    "Link": "related resources",
    "X-API-Key": "key of the client",
    "X-Requested-With": "XMLHttpRequest",
    "X-Request-ID": "number of the request",
    "X-Correlation-ID": "number of the transaction",
    "X-Forwarded-For": "address of the client",
    "X-Forwarded-Host": "host that the client requested",
    "X-Forwarded-Proto": "scheme that the client used",
    "X-HTTP-Method-Override": "method to use instead of POST",
    "X-CSRF-Token": "token against forged requests",
    "traceparent": "trace and span",
    "tracestate": "trace of vendors",
    "baggage": "values of the trace",
    "SOAPAction": "action of a SOAP message",
    "DNT": "1 asks not to be tracked",
    "Access-Control-Request-Headers": "headers of the request that follows",
    "Access-Control-Request-Method": "method of the request that follows",
    "Sec-Fetch-Dest": "how the resource is used",
    "Sec-Fetch-Mode": "mode of the request",
    "Sec-Fetch-Site": "relation of origin and target",
    "Sec-Fetch-User": "?1 after a click",
    "Upgrade-Insecure-Requests": "1 prefers https",
    "Last-Event-ID": "last event of a stream",
  ]

  private static let others =
    """
    A-IM Accept-Additions Accept-CH Accept-Charset Accept-Datetime Accept-Features Accept-Patch Accept-Post \
    Accept-Ranges Accept-Signature Access-Control-Allow-Credentials Access-Control-Allow-Headers \
    Access-Control-Allow-Methods Access-Control-Allow-Origin Access-Control-Expose-Headers Access-Control-Max-Age Age \
    Allow ALPN Alt-Svc Alt-Used Apply-To-Redirect-Ref Authentication-Control Authentication-Info Cache-Status \
    Cal-Managed-ID CalDAV-Timezones Capsule-Protocol CDN-Cache-Control CDN-Loop Cert-Not-After Cert-Not-Before \
    Clear-Site-Data Client-Cert Client-Cert-Chain Close Content-Location Content-Range Content-Security-Policy \
    Content-Security-Policy-Report-Only Cross-Origin-Embedder-Policy Cross-Origin-Opener-Policy \
    Cross-Origin-Resource-Policy DASL DAV Delta-Base Deprecation Depth Destination DPoP DPoP-Nonce Early-Data ETag \
    Expires Hobareg HTTP2-Settings If If-Schedule-Tag-Match IM Include-Referred-Token-Binding-ID Keep-Alive Label \
    Last-Modified Location Lock-Token Memento-Datetime Meter MIME-Version Negotiate NEL OData-EntityId \
    OData-Isolation OData-MaxVersion OData-Version Optional-WWW-Authenticate Ordering-Type Origin-Agent-Cluster OSCORE \
    OSLC-Core-Version Overwrite Permissions-Policy Ping-From Ping-To Position Preference-Applied Proxy-Authenticate \
    Proxy-Authentication-Info Proxy-Status Public-Key-Pins Redirect-Ref Refresh Replay-Nonce Reporting-Endpoints \
    Repr-Digest Retry-After Schedule-Reply Schedule-Tag Sec-GPC Sec-Purpose Sec-Token-Binding Sec-WebSocket-Accept \
    Sec-WebSocket-Extensions Sec-WebSocket-Key Sec-WebSocket-Protocol Sec-WebSocket-Version Server Server-Timing \
    Set-Cookie Signature Signature-Input SLUG Status-URI Strict-Transport-Security Sunset Surrogate-Capability \
    Surrogate-Control TCN Timeout Timing-Allow-Origin Topic TTL Urgency Variant-Vary Vary Want-Content-Digest \
    Want-Repr-Digest WWW-Authenticate X-Content-Type-Options X-Frame-Options
    """.split(separator: " ").map(String.init)
}
