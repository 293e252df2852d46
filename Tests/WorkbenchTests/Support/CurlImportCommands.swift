/// Commands of the manual, of documents and of browsers. `URL` is the server, `HOST` the same without a scheme.
enum CurlImportCommands {
  static let groups = [basics, addresses, data, forms, headers, logins, transfers, shell, copied].flatMap { commands in
    stride(from: 0, to: commands.count, by: 12).map { Array(commands[$0..<min($0 + 12, commands.count)]) }
  }

  private static let basics: [String] = [
    "curl URL", "curl 'URL/a/b?c=1&d=2'", "curl URL/?a=%2F+b",
    "curl -X DELETE URL/1", "curl -X PATCH URL -d '{}'", "curl --request OPTIONS URL", "curl -I URL",
    "curl --head URL/x",
    "curl URL -H 'Accept: application/json'", "curl URL -H 'X-A: 1' -H 'X-A: 2'", "curl URL -H 'X-Empty;'",
    "curl URL -H 'Accept:'", "curl URL -H 'User-Agent: me/1'", "curl URL -A me/2", "curl URL -A ''",
    "curl URL -H 'User-Agent:'", "curl URL -e http://from/", "curl URL -b 'a=1; b=2'", "curl URL -H 'Cookie: a=1'",
    "curl URL -H 'Host: other.example'", "curl URL -H 'Connection: close'", "curl URL --compressed",
    "curl URL -H 'Accept-Encoding: gzip'", "curl URL --compressed -H 'Accept-Encoding: br'",
    "curl URL -H 'Content-Type: text/plain'", "curl URL -H 'X-Quote: \"a\"'", "curl URL -H \"X-Dollar: \\$5\"",
    "curl URL -H $'X-Tab: a\\tb'", "curl URL -H 'X-Umlaut: ä'", "curl -r 0-99 URL", "curl --range 5- URL",
    "curl -d a=1 URL", "curl -d a=1 -d b=2 URL", "curl --data 'a b&c' URL", "curl --data-raw @x URL",
    "curl --data-ascii 'x' URL", "curl --data-binary 'a\nb' URL", "curl -d 'a\nb' URL", "curl -d '' URL",
    "curl --data-binary @body.txt URL", "curl -d a=1 -X PUT URL",
    "curl -d '{\"a\": [1, 2.50]}' -H 'Content-Type: application/json' URL", "curl -d a=1 -H 'Content-Type:' URL",
    "curl --data-urlencode 'q=a b&c' URL", "curl --data-urlencode 'a b' URL", "curl --data-urlencode '=a=b' URL",
    "curl --data-urlencode 'n=ä' -d x=1 URL", "curl -G URL -d a=1 -d b=2", "curl -G URL?z=0 -d a=1",
    "curl -G URL --data-urlencode 'q=a b'", "curl --get URL", "curl --url-query 'a=b c' URL",
    "curl --url-query +d=e URL?x=1", "curl --json '{\"a\":1}' URL", "curl --json '{\"a\":' --json '1}' URL",
    "curl --json '{}' -H 'Accept: text/plain' URL", "curl --json '{}' -X PUT URL", "curl -T body.txt URL/x",
    "curl -T body.txt -X POST URL/x", "curl -T body.txt -H 'Content-Type: text/csv' URL/x", "curl -F a=1 URL",
    "curl -F a=1 -F b=2 URL", "curl -F 'a=1;type=text/html' URL", "curl -F f=@body.txt URL",
    "curl -F 'f=@body.txt;type=text/csv' URL", "curl -F 'f=@body.txt;filename=x.txt' URL",
    "curl -F 'f=@body.txt;filename=\"a b.txt\";type=text/x' URL", "curl --form-string 'a=@b;c' URL",
    "curl -F a=1 -X PUT URL", "curl -u me:pass URL", "curl -u me: URL", "curl -u 'me:p:a' URL",
    "curl --basic -u a:b URL",
    "curl --oauth2-bearer abc URL", "curl -H 'Authorization: Basic bWU6cGFzcw==' URL", "curl http://me:pass@HOST/x",
    "curl -sSfkL -o /dev/null URL", "curl --silent --show-error --fail --location --insecure URL",
    "curl -s -w '%{http_code}' URL -o /dev/null", "curl -m 5 --connect-timeout 3 URL", "curl --http1.1 URL",
    "curl --max-redirs 3 -L URL", "curl --retry 2 URL", "curl --no-keepalive URL", "curl --path-as-is URL/a/../b",
    "curl -g 'URL/a?b=[1]'", "curl URL/1 URL/2", "curl URL/1 --next -d x URL/2", "curl --url URL/u",
    "curl URL \\\n  -H 'A: b' \\\n  -d c", "# a comment\ncurl URL # more", "curl URL/1; curl URL/2 && curl URL/3",
    "curl -d @- URL <<EOF\n{\n  \"a\": 1\n}\nEOF", "curl --data-binary @- URL <<'EOF'\nline $x\nnext\nEOF",
    "cat <<EOF | curl -d @- URL\nx=1\nEOF", "echo 'a=1' | curl -d @- URL", "curl --data-binary @- URL <<< 'here'",
    "curl -d $'it\\'s\\n\\x41\\u00e9' URL", "curl -XPOST -d '' URL", "curl -dfoo -HA:b URL", "curl -sd foo URL",

    "curl 'URL/graphql' -H 'content-type: application/json' --data-raw '{\"query\":\"{ a }\"}' --compressed",

  ]

  private static let addresses: [String] = [
    #"curl -s "URL/a/../b/./c?x=../y""#,
    "curl URL/a/%2e%2e/b",
    "curl URL?x=1",
    "curl 'URL/p#fragment'",
    "curl HOST/x",
    "curl HTTP://HOST/X",
    "curl http:/HOST/one-slash",
    "curl 'URL/{a,b,c}'",
    "curl 'URL/[1-3]/x'",
    "curl 'URL/[08-10]'",
    "curl 'URL/[1-9:4]/[a-b]'",
    "curl 'URL/[a-g:3]?q={x,y}'",
    "curl -g 'URL/{a}/[1-2]'",
    #"curl 'URL/\{a\}'"#,
    "curl 'URL/[]'",
    "curl http://me:p%40ss%3A@HOST/",
    "curl -u other:one http://me:pass@HOST/",
    "curl --request-target /other URL/x",
    "curl --url URL/1 --url URL/2",
    "curl -- URL/after",
    #"curl URL/a\?b=1\&c=2"#,
    #"curl "URL/it's?q=\"x\"""#,
    "curl URL/a:b@c",
    "curl 'URL/a?b=c#d?e'",
    "curl URL/%7Euser/%E4%BD%A0",
    "curl 'URL/path;v=1?x=a+b'",
    "curl URL// URL/a//b",
    "curl 'URL/?a&b=&=c'",
    "curl --globoff 'URL/?filter[name]=x'",
  ]

  private static let data: [String] = [
    "curl -d @body.txt URL",
    "curl -d @crlf.txt URL",
    "curl -d a=1 -d @body.txt URL",
    "curl -d @body.txt -d @body.txt URL",
    "curl --data-binary @crlf.txt URL",
    "curl --data-binary a --data-binary @crlf.txt URL",
    "curl --data-urlencode @body.txt URL",
    "curl --data-urlencode name@crlf.txt URL",
    "curl --data-urlencode 'a@b=c d' URL",
    "curl --data-urlencode 'n=a/b?c=d&e%f~g*(h)' URL",
    "curl -d '' -d a URL",
    "curl -d a -d '' URL",
    "curl --json '{' -d x --json '}' URL",
    "curl --json @data.csv URL",
    "curl --json '[1]' -H 'Content-Type: application/x' URL",
    "curl -G --json '{}' URL",
    "curl -G 'URL?z=0#f' -d a=1",
    "curl -G 'URL/p?' -d a=1",
    "curl -I -G -d x=1 URL",
    "curl -X GET -d a URL",
    "curl -X HEAD -I URL",
    "curl --url-query 'a=b c' --url-query +x=y -d q URL",
    "curl --url-query plain URL/x?y",
    "curl --url-query name@body.txt URL",
    "curl --url-query =v URL",
    "curl -d 'a=1&b=2' -H 'Content-Type: application/x-www-form-urlencoded; charset=utf-8' URL",
    #"curl --data-raw $'line\r\nline\u00fc' URL"#,
    #"curl --data-raw $'\x7b\042a\042:\0471\047}' URL"#,
    "curl -d 'percent %20 %' URL",
    #"curl -d '{"text":"{{name}} costs {{price}}"}' URL"#,
    "curl -d '{{not closed' URL",
    "curl -H 'Content-Length: 0' -X POST URL",
    "curl -X POST URL",
    "curl -X PUT -d@data.csv -H'Content-Type:application/json' URL",
    "curl -sSfXPOST -d1 URL",
    "curl --data-binary '@data.csv' -H 'Content-Type: application/json' URL",
    "curl --data-ascii @crlf.txt URL",
    "curl --data-binary @data.csv -d a=1 URL",
    "curl -G --data-urlencode x@data.csv URL",
    "curl -H 'A; ' -H 'B;' URL",
    "curl --proto-default http HOST/x",
    "curl -d 'a\tb' -d ' ' URL",
    "curl --no-compressed --compressed --no-compressed URL",
  ]

  private static let forms: [String] = [
    #"curl -F 'json={"a":"b"};type=application/json' URL"#,
    #"curl -F 'a={"x":"y;z"}' URL"#,
    #"curl -F 'b="q;r"' URL"#,
    #"curl -F 'b="q \"r\" \\ s";type=text/plain' URL"#,
    "curl -F 'c= x ' URL",
    "curl -F 'd=x;type=text/html;charset=utf-8' URL",
    "curl -F 'd=x; type=text/html ; filename=a.html' URL",
    "curl -F f=@data.csv URL",
    "curl -F f=@picture.png -F g=@page.html URL",
    "curl -F 'f=@data.csv;type=application/json' URL",
    #"curl -F 'f=@"data.csv";filename="we;ird, name.json"' URL"#,
    "curl -F 'f=@a b.txt' URL",
    "curl -F 'f=<body.txt' URL",
    "curl -F 'f=<data.csv;type=application/json' URL",
    "curl -F 'h=x;filename=a.txt' URL",
    "curl -F a=1 -H 'Content-Type: multipart/form-data' URL",
    #"curl -F 'c"d=3' URL"#,
    "curl -F a=1 -F a=2 -F 'a=ü' URL",
    "curl -F 'a=@dir/inner.txt' URL",
    "curl -F 'a=' URL",
    "curl -F 'a=@-' URL < body.txt",
    "curl -G -F a=1 URL",
    "curl -F 'a=@body.txt;filename=x' URL",
    "curl --form-string 'a=<x' --form-string 'b=@y;type=z' -F c=d URL",
    "curl -F 'a=$HOME `x`' URL",
    "curl -X PATCH -F 'a=b' -H 'X-A: b' URL",
  ]

  private static let headers: [String] = [
    "curl -A x -A y -e r1 -e r2 URL",
    "curl -b a=1 -b b=2 URL",
    "curl -A x -H 'User-Agent: z' -b a=1 -H 'Cookie: q=1' URL",
    "curl -b cookies.txt URL/x",
    "curl -b y=1 -b cookies.txt -b z=2 URL/x",
    "curl -j -b cookies.txt URL/x",
    "curl -b '' URL",
    "curl -H @headers.txt URL",
    "curl -H 'no colon' -H 'Y; z' -H 'X-C:' URL",
    "curl -H 'X-A:1' -H 'x-a:   2' URL",
    "curl -H 'accept:application/json' -H 'ACCEPT-LANGUAGE: de' URL",
    "curl -H 'Authorization: Bearer a.b-c_d' URL",
    "curl -H 'X-Api-Key: k' -H 'X-Trace: a: b: c' URL",
    #"curl -H "X-Multi: a,b; c=\"d\"" URL"#,
    "curl -H 'Host: a.example' -H 'Connection: close' URL",
    "curl -H 'Expect: 100-continue' -d a URL",
    "curl -H 'Accept;' URL",
    "curl -r 5 URL",
    "curl -r 0-4,10- URL",
    "curl -C 5 URL",
    "curl -z '-1 Feb 2023' URL",
    "curl -z 'Tue, 02 Jan 2024 03:04:05 GMT' URL",
    "curl -z '20240102 10:00' URL",
    "curl --tr-encoding URL",
    "curl -e ';auto' URL",
    "curl -e 'http://a/;auto' URL",
    #"curl --user-agent 'Mozilla/5.0 (X11; Linux) "q"' URL"#,
    "curl --etag-save etag.txt URL",
    "curl -H 'X-Braces: {{a}} {b}' URL",
  ]

  private static let logins: [String] = [
    "curl -u : URL",
    #"curl -u 'me:p:a:ss"$' URL"#,
    "curl -u 'ü:ö' URL",
    "curl --anyauth -u a:b URL",
    "curl --digest -u a:b URL",
    "curl --ntlm --no-ntlm -u a:b URL",
    "curl -u a:b -H 'Authorization: Custom x' URL",
    "curl --oauth2-bearer tok -u a:b URL",
    "curl --basic --user ada:secret --location-trusted URL",
    "curl --negotiate -u : URL",
  ]

  private static let transfers: [String] = [
    "curl -T body.txt URL",
    "curl -T body.txt URL/dir/",
    "curl -T 'a b.txt' URL/",
    "curl -T body.txt URL/a URL/b",
    "curl -T body.txt -T data.csv URL/a URL/b",
    "curl -T '{body.txt,data.csv}' URL/",
    "curl -T body.txt -H 'Expect:' URL/x",
    "curl -T dir/inner.txt URL",
    "curl -X POST -T data.csv -H 'Content-Type: application/json' URL/x",
    "curl -m .5 --connect-timeout 2. --limit-rate 100K --max-filesize 1M URL",
    "curl -4 --tcp-nodelay --no-alpn --keepalive-time 3 --retry 1 --retry-all-errors URL",
    "curl --http1.1 --tlsv1.2 --ciphers HIGH --proto '=http,https' URL",
    "curl -x URL http://other.example/a?b=1",
    "curl -x HOST -U user:pass http://other.example/",
    "curl -x http://user:p%40ss@HOST http://other.example/",
    "curl --proxy1.0 HOST http://other.example/p",
    "curl -x URL --noproxy '*' URL/direct",
    "curl --resolve a.example:80:127.0.0.1 --connect-to a.example:80:HOST http://a.example/r",
    "curl --connect-to ::HOST http://b.example/c",
    "curl --connect-to b.example::HOST http://b.example/c",
    "curl --interface lo URL",
    "curl -Z URL/1 -o /dev/null",
    "curl -s -o a.out URL/1 -o b.out URL/2",
    "curl URL/1 -H 'A: 1' --next URL/2 -H 'B: 2' --next -d x URL/3",
    "curl -s URL/1 -: -d y URL/2",
    "curl -K options.cfg",
    "curl -K options.cfg -H 'X-Last: 1' URL/more",
    #"""
    curl -K - <<'EOF'
    url = "URL/config"
    header = "X-A: \"b\" \\ c"
    data = "x=1"
    EOF
    """#,
    #"curl --disable -sS URL -D /dev/null -c /dev/null -w '%{http_code}\n'"#,
    "curl --path-as-is URL/a/./b/../c",
  ]

  private static let shell: [String] = [
    #"NAME=value; curl "URL/$NAME" -d "a=$NAME&b=${NAME}x""#,
    #"export TOKEN=abc; curl -H "Authorization: Bearer $TOKEN" URL"#,
    #"BASE=URL; curl $BASE/x "${BASE}/y""#,
    "OPTS='-s -S -H X-Opt:1'; curl $OPTS URL",
    #"DATA='{"a": "b c"}'; curl -d "$DATA" URL"#,
    #"curl -d "${UNSET_NAME:-fallback}" URL/${OTHER_UNSET:-x}"#,
    "A=1; curl URL/$A; A=2; curl URL/$A",
    #"Q='a b&c'; curl -G --data-urlencode "q=$Q" URL"#,
    #"Q='name=a b'; curl --data-urlencode "$Q" URL"#,
    #"H='X-Header: from variable'; curl -H "$H" URL"#,
    "M=PATCH; curl -X $M URL",
    #"U=me:pass; curl -u "$U" URL"#,
    #"curl -d "$(echo hello)" URL"#,
    #"curl -H "Authorization: Basic $(echo -n user:pass | base64)" URL"#,
    #"curl -H "Authorization: Basic `printf '%s:%s' user pass | base64`" URL"#,
    #"curl --data-binary "$(cat body.txt)" URL"#,
    #"""
    curl -d "$(cat <<'EOF'
    {"a": "$x"}
    EOF
    )" URL
    """#,
    #"""
    curl -d @- URL <<EOF
    name=${NAME:-nobody} \$5 \\
    EOF
    """#,
    #"""
    X=1; curl --data-binary @- URL <<EOF
    {"x": $X, "y": "`echo z`"}
    EOF
    """#,
    "curl --data-binary @- URL <<-'EOF'\n\ttabs\n\tEOF",
    "cat body.txt | curl --data-binary @- URL",
    "curl --data-binary @- URL < data.csv",
    "printf 'a=%s&b=%s' 1 2 | curl -d @- URL",
    "echo -n x | curl -d @- URL",
    #"echo '{"a":1}' | tr -d '\n' | curl --json @- URL"#,
    "curl URL | cat; curl URL/2 > /dev/null 2>&1; curl URL/3 2>/dev/null || true",
    "(curl URL/1; curl URL/2) && { curl URL/3; }",
    "if true; then curl URL/then; fi",
    "time curl -s URL; command curl -s URL/2; env A=b curl -s URL/3",
    #"""
    curl URL \
      -H 'A: b' `# a comment in between` \
      -d c
    """#,
    #"""
    curl URL -H "A: b" \
      --data "{
      \"a\": 1
    }"
    """#,
    #"curl 'URL' -H "it's: \"q\"" -d 'it'\''s' -d "a\$b\`c\\d\e""#,
    #"curl -d a"b"'c'$'d'\e URL"#,
    "curl URL/a#b",
    "curl URL -d '#x' # y",
    #"curl $'URL/a\u0021' -H $'X: it\'s'"#,
    #"FOO=1; BAR=2; curl "URL?foo=$FOO&bar=$BAR""#,
    #"curl -H "X-Time: a" URL & wait"#,
    "for i in 1; do curl URL/loop; done",
    #"true && curl "URL/a" -H 'A: 1' && curl URL/b"#,
    #"curl -F "a=$(printf 'x\ty')" URL"#,
  ]

  private static let copied: [String] = [
    #"""
    curl 'URL/api/items?page=1&sort=name' \
      -H 'accept: application/json, text/plain, */*' \
      -H 'accept-language: en-US,en;q=0.9' \
      -H 'cache-control: no-cache' \
      -b 'sid=abc%3D; theme=dark' \
      -H 'origin: https://shop.example' \
      -H 'referer: https://shop.example/list' \
      -H 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"' \
      -H 'sec-ch-ua-mobile: ?0' \
      -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' \
      --data-raw '{"query":"it'\''s","n":1}'
    curl 'URL/graphql' --compressed -X POST -H 'User-Agent: Mozilla/5.0 Firefox/130.0' -H 'Accept: */*' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: application/json' -H 'Sec-Fetch-Mode: cors' -H 'TE: trailers' --data-raw $'{"query":"{\n  a(b: \\"c\\")\n}","variables":null}'
    curl 'URL/upload' -H 'content-type: multipart/form-data; boundary=----WebKitFormBoundaryAb1' --data-raw $'------WebKitFormBoundaryAb1\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------WebKitFormBoundaryAb1--\r\n'
    curl URL/v1/charges -u sk_test_4eC39HqLyjWDarjtT1zdp7dc: -d amount=2000 -d currency=usd -d "metadata[order_id]=6735"
    curl -G URL/v1/charges -u sk_test_x: -d limit=3 -d "created[gte]=1700000000"
    curl -L -X POST -H "Accept: application/vnd.github+json" -H "Authorization: Bearer TOKEN" -H "X-GitHub-Api-Version: 2022-11-28" URL/repos/o/r/issues -d '{"title":"Found a bug","body":"It'"'"'s broken","labels":["bug"]}'
    """#,
    #"curl -X POST URL/2010-04-01/Accounts/AC1/Messages.json --data-urlencode "Body=Hi there & bye" --data-urlencode "From=+15017122661" --data-urlencode "To=+15558675310" -u AC1:token"#,
    #"""
    curl URL/v1/chat/completions -H "Content-Type: application/json" -H "Authorization: Bearer sk-1" -d '{
         "model": "m",
         "messages": [{"role": "user", "content": "Say this is a test!"}],
         "temperature": 0.7
       }'
    """#,
    "curl --location --request POST 'URL/post' --header 'Content-Type: application/x-www-form-urlencoded' --data-urlencode 'a=b c' --data-urlencode 'd='",
    #"curl --location 'URL/form' --form 'file=@"body.txt"' --form 'name="x"'"#,
    #"curl --request PUT --url URL/put --header 'content-type: application/json' --data '{"a":null}'"#,
    #"""
    curl -XPUT "URL/index/_doc/1?pretty" -H 'Content-Type: application/json' -d'
    {
      "user": "kimchy"
    }'
    """#,
    #"curl -s -XGET 'URL/_search?q=a:b' -d '{"query": {"match_all": {}}}' -H 'Content-Type: application/json'"#,
    #"curl -i -H "Accept: application/json" -H "Content-Type: application/json" -X GET URL/x"#,
  ]
}
