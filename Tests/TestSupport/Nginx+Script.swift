extension Nginx {
  /// Creates the certificates and files, starts nginx, and stops it when this process exits.
  static let script =
    TestServers.dieWithInput + """
      import ctypes, random, shutil, signal, socket, subprocess, time
      folder, password, ports = sys.argv[1], "pass:" + sys.argv[2], [int(port) for port in sys.argv[3:]]
      def path(name):
          return os.path.join(folder, name)
      def openssl(*arguments):
          subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      def key(name):
          openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path(name + ".key"))
      key("authority")
      openssl("req", "-x509", "-new", "-key", path("authority.key"), "-subj", "/CN=Test Authority", "-days", "30",
              "-out", path("authority.pem"))
      os.makedirs(path("issued"))
      open(path("index.txt"), "w").close()
      with open(path("ca.conf"), "w") as file:
          file.write("[ca]\\ndefault_ca=d\\n[d]\\ndatabase=%s\\nnew_certs_dir=%s\\nrand_serial=yes\\npolicy=p\\n"
                     "unique_subject=no\\ndefault_md=sha256\\ncopy_extensions=copy\\n[p]\\ncommonName=supplied\\n"
                     % (path("index.txt"), path("issued")))
      def certificate(name, hosts, start, end):
          key(name)
          openssl("req", "-new", "-key", path(name + ".key"), "-subj", "/CN=" + name, "-addext",
                  "subjectAltName=" + hosts, "-out", path(name + ".csr"))
          openssl("ca", "-batch", "-notext", "-config", path("ca.conf"), "-cert", path("authority.pem"), "-keyfile",
                  path("authority.key"), "-startdate", start, "-enddate", end, "-in", path(name + ".csr"),
                  "-out", path(name + ".pem"))
      local = "DNS:localhost,IP:127.0.0.1"
      certificate("good", local, "20200101000000Z", "20491231000000Z")
      certificate("expired", local, "20200101000000Z", "20210101000000Z")
      certificate("other", "DNS:other.example", "20200101000000Z", "20491231000000Z")
      certificate("client", "email:client@example.com", "20200101000000Z", "20491231000000Z")
      openssl("pkey", "-in", path("client.key"), "-aes256", "-passout", password, "-out", path("client-encrypted.key"))
      openssl("pkcs12", "-export", "-inkey", path("client.key"), "-in", path("client.pem"), "-passout", password,
              "-out", path("client.p12"))
      openssl("pkcs12", "-export", "-legacy", "-inkey", path("client.key"), "-in", path("client.pem"), "-passout",
              password, "-out", path("client-legacy.p12"))
      key("self")
      openssl("req", "-x509", "-new", "-key", path("self.key"), "-subj", "/CN=self", "-days", "30",
              "-addext", "subjectAltName=" + local, "-out", path("self.pem"))
      os.makedirs(path("files"))
      with open(path("files/range.bin"), "wb") as file:
          file.write(random.Random(1).randbytes(1 << 20))
      with open(path("big.txt"), "w") as file:
          file.write("0123456789abcde\\n" * 65536)
      def die_with_parent():
          ctypes.CDLL(None).prctl(1, signal.SIGKILL)
      os.environ["PATH"] += ":/usr/sbin"
      nginx = subprocess.Popen(["nginx", "-c", path("nginx.conf"), "-p", folder], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
      def end():
          nginx.kill()
          nginx.wait()
          shutil.rmtree(folder, ignore_errors=True)
      threading.Thread(target=watch, daemon=True).start()
      # It begins to listen on one after another, and each may be the first that a test connects to.
      def listens(port):
          try:
              socket.create_connection(("127.0.0.1", port), 1).close()
              return True
          except OSError:
              return False
      while nginx.poll() is None:
          if all(map(listens, ports)) and all(os.path.exists(path(name)) for name in ["nginx.socket", "length.socket"]):
              print("ready", flush=True)
              break
          time.sleep(0.01)
      if nginx.poll() is None:
          threading.Event().wait()  # Until watch() ends the process.
      end()
      """
}
