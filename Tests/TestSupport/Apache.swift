import Foundation

/// Debian's Apache with Digest and, by a Kerberos server of its own, Negotiate: `/digest` and `/negotiate` are for `user`.
package struct Apache: Sendable {
  /// A ticket is good for a name and not for an address: `http://localhost:12345`.
  package let url: String
  /// The environment variables with which a program has the user's ticket.
  package let ticket: [String: String]

  package static let user = "ada"
  package static let password = "swordfish"

  private let process: ServerProcess

  init() async throws {
    process = try await ServerProcess(python: Self.script, arguments: [Self.user, Self.password])
    let parts = process.ready.split(separator: " ").map(String.init)
    url = "http://localhost:\(parts[0])"
    ticket = ["KRB5_CONFIG": parts[1] + "/krb5.conf", "KRB5CCNAME": "FILE:" + parts[1] + "/ticket"]
  }

  private static let script =
    TestServers.dieWithInput + """
      import hashlib, shutil, socket, subprocess, tempfile, time
      user, password = sys.argv[1:]
      os.environ["PATH"] += ":/usr/sbin"
      folder = tempfile.mkdtemp()
      os.chmod(folder, 0o755)
      servers = []
      def end():
          for server in servers:
              server.kill()
          shutil.rmtree(folder, ignore_errors=True)
      threading.Thread(target=watch, daemon=True).start()
      def write(name, text):
          with open(folder + "/" + name, "w") as file:
              file.write(text)
      def run(*arguments, **more):
          subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
      def start(*arguments):
          servers.append(subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL))
      def until(condition):
          for attempt in range(400):
              try:
                  return condition()
              except (OSError, subprocess.CalledProcessError):
                  time.sleep(0.05)
          raise SystemExit("a server of the test does not begin to serve")
      def free_port():
          with socket.socket() as probe:
              probe.bind(("127.0.0.1", 0))
              return probe.getsockname()[1]
      tickets, port = free_port(), free_port()
      write("krb5.conf", f\"""[libdefaults]
       default_realm = TEST
       dns_lookup_kdc = false
       dns_canonicalize_hostname = false
       rdns = false
      [realms]
       TEST = {{
        kdc = 127.0.0.1:{tickets}
       }}
      [domain_realm]
       localhost = TEST
      \""")
      write("kdc.conf", f\"""[kdcdefaults]
       kdc_listen = 127.0.0.1:{tickets}
       kdc_tcp_listen = 127.0.0.1:{tickets}
      [realms]
       TEST = {{
        database_name = {folder}/principal
        key_stash_file = {folder}/stash
        acl_file = {folder}/acl
       }}
      [logging]
       kdc = FILE:{folder}/kdc.log
      \""")
      os.environ.update(KRB5_CONFIG=folder + "/krb5.conf", KRB5_KDC_PROFILE=folder + "/kdc.conf",
                        KRB5CCNAME="FILE:" + folder + "/ticket")
      run("kdb5_util", "create", "-s", "-r", "TEST", "-P", "master")
      for query in ["addprinc -pw " + password + " " + user, "addprinc -randkey HTTP/localhost",
                    "ktadd -k " + folder + "/http.keytab HTTP/localhost"]:
          run("kadmin.local", "-r", "TEST", "-q", query)
      os.chmod(folder + "/http.keytab", 0o644)
      start("krb5kdc", "-n", "-r", "TEST", "-P", folder + "/kdc.pid")
      until(lambda: run("kinit", user, input=password.encode()))
      write("users", "%s:realm:%s\\n" % (user, hashlib.md5(("%s:realm:%s" % (user, password)).encode()).hexdigest()))
      os.mkdir(folder + "/files")
      write("files/digest", "accepted\\n")
      write("files/negotiate", "accepted\\n")
      modules = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_digest", "auth_gssapi"]
      write("apache.conf", "".join("LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\\n" % (name, name)
                                   for name in modules) + f\"""
      ServerRoot {folder}
      ServerName localhost
      PidFile {folder}/apache.pid
      ErrorLog {folder}/error.log
      Listen 127.0.0.1:{port}
      User nobody
      Group nogroup
      DocumentRoot {folder}/files
      <Location /negotiate>
       AuthType GSSAPI
       AuthName realm
       GssapiCredStore keytab:{folder}/http.keytab
       Require valid-user
      </Location>
      <Location /digest>
       AuthType Digest
       AuthName realm
       AuthUserFile {folder}/users
       Require valid-user
      </Location>
      \""")
      start("apache2", "-f", folder + "/apache.conf", "-X")
      until(lambda: socket.create_connection(("127.0.0.1", port)).close())
      print(port, folder, flush=True)
      threading.Event().wait()
      """
}
