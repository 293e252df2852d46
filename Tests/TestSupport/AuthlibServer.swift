import Foundation

/// An OAuth 2 server of Authlib's.
///
/// The name of a client says how it proves itself: `basic-…`, `post-…`, `public-…` or `signing-…`, with the RSA key of
/// `AuthServer`. The secret of the first two is their name with `-secret` behind it. The user `ada` has the password `pass phrase/+1`.
///
/// A GET of `/requests?client=` lists what the client sent to the token endpoint, `/drop?client=` ends its access tokens and
/// with `&refresh` all its tokens, `/set?client=&lifetime=` sets the seconds of the next ones, `/set?skew=` moves the server's
/// clock, `/hold?client=` keeps its token requests waiting until `/release?client=`, `/verify?user_code=&state=` completes the login with a device's code.
package final class AuthlibServer: Sendable {
  package let url: String
  private let process: ServerProcess

  package init() async throws {
    process = try await ServerProcess(python: Self.script, arguments: [AuthServer.privateKey("rsa")])
    url = "http://127.0.0.1:\(process.ready)"
  }

  /// With TLS: it asks for a client certificate and accepts those of nginx's authority, and nginx's self-signed one.
  ///
  /// A client `tls-…` has to show that with the subject `client`, one `own-…` the self-signed one. A token is good for the
  /// certificate with which it was obtained (RFC 8705, section 3).
  package init(certificatesOf nginx: Nginx) async throws {
    process = try await ServerProcess(
      python: Self.script,
      arguments: [
        AuthServer.privateKey("rsa"), nginx.serverCertificate, nginx.serverKey, nginx.certificateAuthority,
        nginx.selfSignedCertificate,
      ])
    url = "https://localhost:\(process.ready)"
  }

  private static let script =
    TestServers.dieWithInput + #"""
      import logging, time
      logging.disable(logging.CRITICAL)
      import warnings
      warnings.simplefilter("ignore")
      os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
      from flask import Flask, request, jsonify
      from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
      from authlib.oauth2.rfc6749 import grants, ClientMixin, TokenMixin, AuthorizationCodeMixin
      from authlib.oauth2.rfc6750 import BearerTokenValidator
      from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
      from authlib.oauth2.rfc7636 import CodeChallenge
      from authlib.oauth2.rfc8628 import (
          DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialMixin)
      from waitress.server import create_server

      # The server's clock may be wrong.
      real_time, skew = time.time, [0]
      time.time = lambda: real_time() + skew[0]
      lifetimes, gates, lock = {}, {}, threading.Lock()
      tokens, codes, devices, nonces, requests = [], {}, {}, set(), []
      SIGNING_KEY, TLS = sys.argv[1], sys.argv[2:]
      import ssl
      OWN_CERTIFICATE = ssl.PEM_cert_to_DER_cert(open(TLS[3]).read()) if TLS else None

      class Client(ClientMixin):
          def __init__(self, client_id, secret, method, redirect):
              self.client_id, self.client_secret, self.method, self.redirect = client_id, secret, method, redirect
          def get_client_id(self): return self.client_id
          def get_default_redirect_uri(self): return self.redirect
          def get_allowed_scope(self, scope): return scope or ""
          # RFC 8252: the port of a loopback address is not compared.
          def check_redirect_uri(self, uri): return uri.startswith("http://127.0.0.1") and uri.endswith("/callback")
          def check_client_secret(self, secret): return self.client_secret == secret
          def check_endpoint_auth_method(self, method, endpoint): return method == self.method
          def check_response_type(self, response_type): return True
          def check_grant_type(self, grant_type): return True

      class Token(TokenMixin):
          def __init__(self, client, user, data):
              self.client, self.user, self.data = client, user, data
              self.revoked = self.dropped = False
              self.expires = time.time() + data["expires_in"]
          def check_client(self, client): return self.client.client_id == client.client_id
          def get_scope(self): return self.data.get("scope", "")
          def get_expires_in(self): return self.data["expires_in"]
          def is_expired(self): return time.time() > self.expires
          def is_revoked(self): return self.revoked or self.dropped
          def get_user(self): return self.user
          def get_client(self): return self.client

      class Code(AuthorizationCodeMixin):
          def __init__(self, **values): self.__dict__.update(values)
          def get_redirect_uri(self): return self.redirect_uri
          def get_scope(self): return self.scope

      class Device(dict, DeviceCredentialMixin):
          def get_client_id(self): return self["client_id"]
          def get_scope(self): return self["scope"]
          def get_user_code(self): return self["user_code"]
          def is_expired(self): return time.time() > self["expires"]

      METHODS = {"basic": "client_secret_basic", "post": "client_secret_post", "public": "none", "signing": "private_key_jwt",
                 "tls": "tls_client_auth", "own": "self_signed_tls_client_auth"}

      # Each test has a client of its own: "basic-7", with the secret "basic-7-secret".
      def query_client(client_id):
          method = METHODS.get(client_id.split("-")[0])
          secret = "" if method not in ("client_secret_basic", "client_secret_post") else client_id + "-secret"
          return Client(client_id, secret, method, "http://127.0.0.1/callback") if method else None

      def save_token(data, oauth_request):
          token = Token(oauth_request.client, oauth_request.user, dict(data))
          token.certificate = request.environ.get("tls.certificate")
          with lock: tokens.append(token)

      class AuthorizationCodeGrant(grants.AuthorizationCodeGrant):
          TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
          def save_authorization_code(self, code, request):
              data = request.payload.data
              codes[code] = Code(
                  code=code, client_id=request.client.client_id, redirect_uri=request.payload.redirect_uri,
                  scope=request.payload.scope, user=request.user, code_challenge=data.get("code_challenge"),
                  code_challenge_method=data.get("code_challenge_method"))
          def query_authorization_code(self, code, client):
              item = codes.get(code)
              return item if item and item.client_id == client.client_id else None
          def delete_authorization_code(self, item): codes.pop(item.code, None)
          def authenticate_user(self, item): return item.user

      class ClientCredentialsGrant(grants.ClientCredentialsGrant):
          TOKEN_ENDPOINT_AUTH_METHODS = [
              "client_secret_basic", "client_secret_post", "private_key_jwt", "tls_client_auth", "self_signed_tls_client_auth"]

      class PasswordGrant(grants.ResourceOwnerPasswordCredentialsGrant):
          def authenticate_user(self, username, password):
              return "ada" if (username, password) == ("ada", "pass phrase/+1") else None

      class RefreshTokenGrant(grants.RefreshTokenGrant):
          TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
          INCLUDE_NEW_REFRESH_TOKEN = True
          def authenticate_refresh_token(self, value):
              with lock: return next((t for t in tokens if t.data.get("refresh_token") == value and not t.revoked), None)
          def authenticate_user(self, token): return token.user
          def revoke_old_credential(self, token): token.revoked = True

      class DeviceEndpoint(DeviceAuthorizationEndpoint):
          CLIENT_AUTH_METHODS = ["none", "client_secret_basic"]
          INTERVAL = 1
          def get_verification_uri(self): return request.host_url + "verify"
          def save_device_credential(self, client_id, scope, data):
              devices[data["device_code"]] = Device(data, client_id=client_id, scope=scope, expires=time.time() + 600, polls=0)

      class DeviceGrant(DeviceCodeGrant):
          TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic"]
          def query_device_credential(self, code): return devices.get(code)
          def query_user_grant(self, user_code):
              item = next(d for d in devices.values() if d["user_code"] == user_code)
              item["polls"] += 1
              state = item.get("state")
              return None if state is None else ("ada", state == "approved")
          def should_slow_down(self, credential): return False

      class Assertion(JWTBearerClientAssertion):
          CLIENT_AUTH_METHOD = "private_key_jwt"
          def validate_jti(self, claims, jti):
              fresh = jti not in nonces
              nonces.add(jti)
              return fresh
          def resolve_client_public_key(self, client, headers=None):
              return SIGNING_KEY
          def get_audiences(self): return [request.host_url + "token"]

      class Validator(BearerTokenValidator):
          def authenticate_token(self, value):
              shown = request.environ.get("tls.certificate")
              with lock: return next(
                  (t for t in tokens if t.data["access_token"] == value and t.certificate == shown), None)

      app = Flask(__name__)
      app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
      server = AuthorizationServer(app, query_client=query_client, save_token=save_token)
      from authlib.oauth2.rfc6750 import BearerTokenGenerator
      from authlib.common.security import generate_token
      server.register_token_generator("default", BearerTokenGenerator(
          lambda *a, **k: generate_token(42), lambda *a, **k: generate_token(48), expires_generator=lambda client, grant: lifetimes.get(client.client_id, 3600)))
      for grant in [ClientCredentialsGrant, PasswordGrant, RefreshTokenGrant, DeviceGrant, grants.ImplicitGrant]:
          server.register_grant(grant)
      server.register_grant(AuthorizationCodeGrant, [CodeChallenge(required=True)])
      server.register_client_auth_method(Assertion.CLIENT_AUTH_METHOD, Assertion())
      server.register_endpoint(DeviceEndpoint)

      # RFC 8705, section 2: the certificate by its subject, or the very certificate.
      def certificate_client(method, is_right):
          def authenticate(query, oauth_request):
              data = oauth_request.payload.data
              is_alone = "client_secret" not in data and "Authorization" not in request.headers
              return query(data.get("client_id", "")) if is_alone and is_right(request.environ) else None
          server.register_client_auth_method(method, authenticate)
      certificate_client("tls_client_auth", lambda environ: environ.get("tls.subject") == "client")
      certificate_client("self_signed_tls_client_auth", lambda environ: environ.get("tls.certificate") == OWN_CERTIFICATE)
      protected = ResourceProtector()
      protected.register_token_validator(Validator())

      @app.route("/token", methods=["POST"])
      def token():
          login = request.authorization.username if request.authorization else None
          client = login or request.form.get("client_id")
          with lock: requests.append({"client": client, **request.form})
          if gate := gates.get(client): gate.wait()
          return server.create_token_response()

      @app.route("/authorize")
      def authorize():
          if request.args.get("deny"): return server.create_authorization_response(grant_user=None)
          return server.create_authorization_response(grant_user="ada")

      @app.route("/device_authorization", methods=["POST"])
      def device_authorization(): return server.create_endpoint_response("device_authorization")

      @app.route("/verify")
      def verify():
          for item in devices.values():
              if item["user_code"] == request.args["user_code"]: item["state"] = request.args.get("state", "approved")
          return "ok"

      # Ends the access tokens of a client, and its refresh tokens too.
      @app.route("/drop")
      def drop():
          with lock:
              for item in tokens:
                  if item.client.client_id == request.args["client"]:
                      item.dropped, item.revoked = True, "refresh" in request.args
          return "ok"

      @app.route("/set")
      def configure():
          if "lifetime" in request.args: lifetimes[request.args["client"]] = int(request.args["lifetime"])
          if "skew" in request.args: skew[0] = int(request.args["skew"])
          return "ok"

      # Holds the token requests of a client back, or lets them go on.
      @app.route("/hold")
      def hold():
          gates[request.args["client"]] = threading.Event()
          return "ok"

      @app.route("/release")
      def release():
          gates.pop(request.args["client"]).set()
          return "ok"

      # The token requests of a client.
      @app.route("/requests")
      def show():
          with lock: return jsonify([r for r in requests if r["client"] == request.args["client"]])

      @app.route("/api", methods=["GET", "POST"])
      @protected()
      def api(): return jsonify(user="ada", echo=request.get_data(as_text=True), authorization=request.headers["Authorization"])

      threading.Thread(target=watch, daemon=True).start()

      if TLS:
          from socketserver import ThreadingMixIn
          from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
          class Server(ThreadingMixIn, WSGIServer): daemon_threads, request_queue_size = True, 128
          class Handler(WSGIRequestHandler):
              def get_environ(self):
                  environ = super().get_environ()
                  environ["wsgi.url_scheme"] = "https"
                  if shown := self.connection.getpeercert(True):
                      names = dict(part[0] for part in self.connection.getpeercert()["subject"])
                      environ["tls.certificate"], environ["tls.subject"] = shown, names.get("commonName")
                  return environ
              def log_message(self, *arguments): pass
          context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
          context.load_cert_chain(TLS[0], TLS[1])
          context.verify_mode = ssl.CERT_OPTIONAL
          for path in TLS[2:]: context.load_verify_locations(path)
          tls = Server(("127.0.0.1", 0), Handler)
          tls.set_app(app)
          tls.socket = context.wrap_socket(tls.socket, server_side=True, do_handshake_on_connect=False)
          print(tls.server_port, flush=True)
          tls.serve_forever()
      server_socket = create_server(app, host="127.0.0.1", port=0, threads=32, connection_limit=1000)
      print(server_socket.effective_port, flush=True)
      server_socket.run()
      """#
}
