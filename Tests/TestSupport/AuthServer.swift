import Foundation

/// A server that checks signatures with libraries that others wrote: oauthlib, mohawk, PyJWT, botocore, edgegrid-python,
/// pyspnego and pywsse. It says 200 where the request is signed as it should be, and 401 and why where it is not.
///
/// The path says how: `/oauth1/…`, `/hawk/…`, `/jwt/…`, `/aws/service/…`, `/edgegrid/…`, `/ntlm/…`, `/wsse/…`.
package enum AuthServer {
  package static let username = "ada"
  package static let key = "an-0bscure-signing-key"
  package static let secret = "an-0bscure-token-secret"
  package static let token = "a-token-of-ada"

  /// The address of the server: `http://127.0.0.1:12345`.
  package static func url() async throws -> String { "http://127.0.0.1:\(try await running.value.ready)" }

  /// A private key in PEM by its kind: `rsa`, `p256`, `p384`, `p521` or `ed25519`.
  package static func privateKey(_ kind: String) async throws -> String {
    try String(contentsOf: await keys.value.appending(path: kind + ".pem"), encoding: .utf8)
  }

  private static let running = Task {
    try await ServerProcess(python: script, arguments: [username, key, secret, token, keys.value.path])
  }

  private static let keys = Task { () async throws -> URL in
    let folder = FileManager.default.temporaryDirectory.appending(path: "auth-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, options) in kinds {
      let file = folder.appending(path: name + ".pem").path
      _ = try await ChildProcess(["openssl", "genpkey", "-out", file] + options).status
    }
    return folder
  }

  private static let kinds = [
    ("rsa", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
    ("p256", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
    ("p384", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"]),
    ("p521", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"]),
    ("ed25519", ["-algorithm", "ED25519"]),
  ]

  static let script =
    TestServers.dieWithInput + """
      import base64, hashlib, http.server, os, re, tempfile, traceback
      from urllib.parse import urlsplit, parse_qsl
      from cryptography.hazmat.primitives import serialization
      import warnings
      warnings.simplefilter("ignore")  # Of keys that are shorter than PyJWT advises.

      USER, KEY, SECRET, TOKEN, KEYS = sys.argv[1:]
      def public_key(name):
          with open(KEYS + "/" + name + ".pem", "rb") as file:
              return serialization.load_pem_private_key(file.read(), None).public_key().public_bytes(
                  serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()

      class Refused(Exception):
          pass

      def expect(condition, why):
          if not condition:
              raise Refused(why)

      def oauth1(request):
          from oauthlib.oauth1 import RequestValidator, ResourceEndpoint
          class Validator(RequestValidator):
              enforce_ssl = False
              client_key_length = access_token_length = request_token_length = (1, 100)
              nonce_length = (6, 60)
              dummy_client = dummy_access_token = "dummy"
              def check_client_key(self, key): return True
              def check_access_token(self, token): return True
              def check_nonce(self, nonce): return True
              def validate_client_key(self, key, request): return key == USER
              def validate_access_token(self, key, token, request): return token == TOKEN
              def validate_timestamp_and_nonce(self, *rest, **more): return True
              def validate_realms(self, *rest, **more): return True
              def get_client_secret(self, key, request): return KEY
              def get_access_token_secret(self, key, token, request): return SECRET
              def get_rsa_key(self, key, request): return public_key("rsa")
          valid, parsed = ResourceEndpoint(Validator()).validate_protected_resource_request(
              request.url, request.command, request.body, dict(request.headers), [])
          expect(valid, "oauthlib refuses it: %s" % request.path)
          given = re.search('oauth_body_hash="([^"]*)"', request.headers.get("Authorization", ""))
          if given:
              from urllib.parse import unquote
              digest = hashlib.sha256 if "SHA256" in request.headers["Authorization"] else hashlib.sha1
              expect(unquote(given[1]) == base64.b64encode(digest(request.body).digest()).decode(), "another body")

      def hawk(request):
          import mohawk
          def find(id):
              expect(id == USER, "nobody knows " + id)
              return {"id": USER, "key": KEY, "algorithm": "sha1" if "sha1" in request.path else "sha256"}
          mohawk.Receiver(find, request.headers["Authorization"], request.url, request.command, content=request.body,
                          content_type=request.headers.get("Content-Type", ""),
                          accept_untrusted_content="hash=" not in request.headers["Authorization"])

      def jwt(request):
          import jwt
          query = dict(parse_qsl(urlsplit(request.path).query))
          token = query.get("token") or request.headers["Authorization"].removeprefix("Bearer ")
          algorithm = jwt.get_unverified_header(token)["alg"]
          key = KEY if algorithm.startswith("HS") else public_key(request.path.split("/")[2].split("?")[0])
          claims = jwt.decode(token, key, algorithms=[algorithm], audience=query.get("aud"))
          expect(claims["sub"] == USER, "another subject")

      def aws(request):
          import botocore.auth, botocore.awsrequest, botocore.credentials
          service = request.path.split("/")[2]
          credentials = botocore.credentials.Credentials(USER, KEY, TOKEN)
          split = urlsplit(request.url)
          query = [pair for pair in split.query.split("&") if pair]
          values = dict(parse_qsl(split.query, keep_blank_values=True))
          if "X-Amz-Signature" in values:
              signature = values["X-Amz-Signature"]
              names, time, scope = values["X-Amz-SignedHeaders"], values["X-Amz-Date"], values["X-Amz-Credential"]
              query = [pair for pair in query if not pair.startswith("X-Amz-Signature=")]
              kind = botocore.auth.S3SigV4QueryAuth if service == "s3" else botocore.auth.SigV4QueryAuth
          else:
              given = re.fullmatch("AWS4-HMAC-SHA256 Credential=(.*), SignedHeaders=(.*), Signature=(.*)",
                                   request.headers["Authorization"])
              scope, names, signature = given.groups()
              time = request.headers["X-Amz-Date"]
              kind = botocore.auth.S3SigV4Auth if service == "s3" else botocore.auth.SigV4Auth
          expect(scope == "%s/%s/eu-west-1/%s/aws4_request" % (USER, time[:8], service), "another scope: " + scope)
          headers = {name: ",".join(request.headers.get_all(name)) for name in names.split(";") if name != "host"}
          url = split._replace(query="&".join(query)).geturl()
          message = botocore.awsrequest.AWSRequest(request.command, url, headers, request.body)
          message.context["timestamp"] = time
          signer = kind(credentials, service, "eu-west-1")
          canonical = signer.canonical_request(message)
          expected = signer.signature(signer.string_to_sign(message, canonical), message)
          expect(signature == expected, "botocore signs otherwise: " + canonical)

      def edgegrid(request):
          from akamai.edgegrid.edgegrid import EdgeGridAuthHeaders
          from requests.structures import CaseInsensitiveDict
          class Message:
              url, method, body = request.url, request.command, request.body
              headers = CaseInsensitiveDict(request.headers.items())
          given = request.headers["Authorization"]
          values = dict(pair.split("=", 1) for pair in given.split(" ", 1)[1].split(";"))
          signer = EdgeGridAuthHeaders(USER, KEY, TOKEN, headers_to_sign=["X-First", "X-Second"], max_body=1000)
          expect(signer.make_auth_header(Message, values["timestamp"], values["nonce"]) == given, "another signature")

      def wsse(request):
          import wsse.settings as settings
          settings.ALLOWED_DIGEST_ALGORITHMS, settings.PROHIBITED_DIGEST_ALGORITHMS = ["SHA1"], []
          settings.NONCE_LENGTH = 32
          import wsse.utils as utils
          utils._STORES.clear()  # Its store of nonces is good for one thread.
          token = request.headers["X-WSSE"]
          expect(token.startswith("UsernameToken "), "another token")
          expect(utils.check_token(token, {USER: KEY}.__getitem__) == USER, "another digest")

      def ntlm(request):
          import spnego
          request.protocol_state = getattr(request, "protocol_state", None) or spnego.server(protocol="ntlm")
          token = request.headers.get("Authorization", "").removeprefix("NTLM ")
          if not token:
              raise Challenge("NTLM")
          reply = request.protocol_state.step(base64.b64decode(token))
          if not request.protocol_state.complete:
              raise Challenge("NTLM " + base64.b64encode(reply).decode())
          expect(request.protocol_state.client_principal == "WORKGROUP\\\\" + USER, request.protocol_state.client_principal)

      class Challenge(Exception):
          pass

      class Handler(http.server.BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"
          def log_message(self, *rest):
              pass
          def answer(self):
              self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
              self.url = "http://%s%s" % (self.headers["Host"], self.path)
              if "/redirect/" in self.path:
                  target = self.path.replace("/redirect/", "/")
                  return self.reply(307, "", [("Location", target)])
              try:
                  globals()[self.path.split("/")[1]](self)
                  self.reply(200, "accepted")
              except Challenge as challenge:
                  self.reply(401, "", [("WWW-Authenticate", str(challenge))])
              except Exception as error:
                  self.reply(401, "%s: %s" % (type(error).__name__, error))
          def reply(self, status, text, headers=[]):
              self.send_response(status)
              for name, value in headers:
                  self.send_header(name, value)
              self.send_header("Content-Length", str(len(text.encode())))
              self.end_headers()
              self.wfile.write(text.encode())
          do_GET = do_POST = do_PUT = do_DELETE = answer

      folder = tempfile.mkdtemp()
      os.environ["NTLM_USER_FILE"] = folder + "/users"
      with open(folder + "/users", "w") as users:
          users.write("WORKGROUP:%s:%s\\n" % (USER, KEY))
      def end():
          import shutil
          shutil.rmtree(folder)
      # With the usual 5, the kernel resets connections of tests that run at once.
      http.server.ThreadingHTTPServer.request_queue_size = 128
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      threading.Thread(target=watch, daemon=True).start()
      print(server.server_address[1], flush=True)
      server.serve_forever()
      """
}
