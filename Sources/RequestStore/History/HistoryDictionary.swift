/// Compression dictionary for the logs of exchanges. It reduces a log of 2 kB to a third of its compressed size.
enum HistoryDictionary {
  /// Never change it: existing records need it byte for byte. Add a second dictionary instead.
  static var first: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: firstText.utf8Start, count: firstText.utf8CodeUnitCount)
  }

  private static let firstText: StaticString = #"""
    {"version":"TLSv1.3","cipher":"TLS_AES_256_GCM_SHA384","verified":true,"certificates":[["CN=",\#
    "C=US, O=Let's Encrypt, CN="," GMT"," GMT"]]}"TLSv1.2","cipher":"ECDHE-RSA-AES128-GCM-SHA256"\#
    [0,"note","ALPN: server accepted http/1.1",0],[0,"note","ALPN: server accepted h2",0],\#
    [0,"note","ALPN: curl offers h2,http/1.1",0],[0,"note","Server certificate:",0],\#
    [0,"note"," subject: CN=",0],[0,"note"," start date: ",0],[0,"note"," expire date: ",0],[0,"note"," issuer: ",0],\#
    [0,"note"," SSL certificate verify ok.",0],[0,"note","using HTTP/2",0],\#
    [0,"note","TLSv1.3 (OUT), TLS handshake, Client hello (1):",0],\#
    [0,"note","TLSv1.3 (IN), TLS handshake, Server hello (2):",0],\#
    [0,"note","TLSv1.3 (IN), TLS handshake, Encrypted Extensions (8):",0],\#
    [0,"note","TLSv1.3 (IN), TLS handshake, Certificate (11):",0],\#
    [0,"note","TLSv1.3 (IN), TLS handshake, CERT verify (15):",0],\#
    [0,"note","TLSv1.3 (IN), TLS handshake, Finished (20):",0],\#
    [0,"note","SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384",0],\#
    {"kind":"message","time":"direction":"received","type":"text","body":{"text":"{\"}},\#
    {"kind":"check","time":"name":"passed":true,"detail":""},{"kind":"console","time":"level":"log","text":"},\#
    "reason":"Not Found","reason":"Created","reason":"No Content","reason":"Found","reason":"Bad Request",\#
    "reason":"Unauthorized","reason":"Forbidden","reason":"Internal Server Error","HTTP/2 200 ","HTTP/1.1 302 Found",\#
    ["Transfer-Encoding","chunked"],["Vary","Accept-Encoding"],["Vary","Origin"],["ETag","W/\""],["Last-Modified","\#
    ["Cache-Control","no-cache, no-store, must-revalidate"],["Cache-Control","max-age=0, private"],["Age","0"],\#
    ["Set-Cookie","session=; Path=/; HttpOnly; Secure; SameSite=Lax"],["Strict-Transport-Security","max-age=31536000"],\#
    ["X-Request-Id","],["X-RateLimit-Remaining","],["X-Content-Type-Options","nosniff"],["X-Frame-Options","DENY"],\#
    ["Access-Control-Allow-Origin","*"],["Access-Control-Allow-Credentials","true"],["Location","https://"],\#
    ["Content-Encoding","gzip"],["Content-Type","text/html; charset=utf-8"],["Content-Type","text/plain"],\#
    ["content-type","application/json; charset=utf-8"],["content-length","],["date","],["server","nginx"],\#
    ["server","cloudflare"],["cache-control","],["set-cookie","],["Authorization","Bearer "],["Authorization","Basic "],\#
    ["Accept","application/json"],["Content-Type","application/x-www-form-urlencoded"],["Cookie","],\#
    ["Content-Type","application/json"],["Content-Length","],"method":"DELETE","method":"PUT","method":"PATCH",\#
    "method":"POST","auth":{"type":"bearer","token":"{{token}}"},"auth":{"type":"basic","username":"password":"\#
    "body":{"type":"json","content":{"query":[{"name":"value":"}],"headers":[{"name":"Content-Type","value":"application/json"},\#
    {"name":"Accept","value":"application/json"}],"options":{"timeout":"docs":["enabled":false\#
    {"id":"name":"method":"GET","url":"{{base}}/{{host}}/api/v1/https://\#
    [{"kind":"request","time":0,"method":"GET","url":"http://127.0.0.1:8080/","headers":[["Host","127.0.0.1:8080"],\#
    ["User-Agent","workbench (Linux 6.1.0) RequestClient/0.1.0"],["Accept","*/*"],\#
    ["Accept-Encoding","gzip, deflate, br, zstd"],["Accept-Language","en, *;q=0.5"]],"body":{}},\#
    {"kind":"hop","time":0,"attempt":1,"method":"GET","url":"http://127.0.0.1:8080/","start":0,\#
    "phases":[null,null,null,null,],"sent":[1,0],"received":[1,17],"requestHeaders":[["Host","localhost:8080"],\#
    ["User-Agent","workbench (Linux 6.1.0) RequestClient/0.1.0"],["Accept-Encoding","gzip, deflate, br, zstd"],\#
    ["Accept-Language","en, *;q=0.5"]],"responseHeaders":[["Server","nginx"],["Date","Mon, 01 Jan 2026 00:00:00 GMT"],\#
    ["Content-Type","application/json"],["Content-Length","17"],["Connection","keep-alive"]],\#
    "wire":[[0,"note","  Trying 127.0.0.1:8080...",0],[0,"note","Connected to 127.0.0.1 (127.0.0.1) port 8080 (#0)",0],\#
    [0,"note","Re-using existing connection #0 with host 127.0.0.1",0],[0,"sentHead","GET / HTTP/1.1"],\#
    [0,"sentHead",0],[0,"sentHead",1],[0,"sentHead",2],[0,"sentHead",3],[0,"sentHead",4],[0,"sentHead",5],\#
    [0,"sentHead",""],[0,"note","Mark bundle as not supporting multiuse",0],[0,"receivedHead","HTTP/1.1 200 OK"],\#
    [0,"receivedHead",0],[0,"receivedHead",1],[0,"receivedHead",2],[0,"receivedHead",3],[0,"receivedHead",4],\#
    [0,"receivedHead",5],[0,"receivedHead",""],[0,"sentBody","",0],[0,"receivedBody","",17],\#
    [0,"note","Connection #0 to host 127.0.0.1 left intact",0]],"status":200,\#
    "connection":{"peer":"127.0.0.1:8080","reused":false,"version":"HTTP/1.1","local":"127.0.0.1:5"}},\#
    {"kind":"head","time":0,"status":200,"reason":"OK","version":"HTTP/1.1","headers":[["Server","nginx"],\#
    ["Date","Mon, 01 Jan 2026 00:00:00 GMT"],["Content-Type","application/json"],["Content-Length","17"],\#
    ["Connection","keep-alive"]]},{"kind":"body","time":0,"body":{"text":"{\"}}]\#
    {"kind":"body","time":0,"body":{"content":0,"size":"omitted":"reason":"history keeps the first "}}]
    """#
}
