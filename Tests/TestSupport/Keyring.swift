import Foundation

/// A session bus with GNOME Keyring on it, unlocked and empty, whose files are gone with it.
package final class Keyring: Sendable {
  /// For `DBUS_SESSION_BUS_ADDRESS`.
  package let address: String
  private let process: ServerProcess

  /// - Throws: Where `dbus-daemon` or `gnome-keyring-daemon` is not installed; what is missing is on standard error.
  package init() async throws {
    process = try await ServerProcess(python: Self.script, arguments: ["gnome-keyring"])
    address = process.ready
  }

  private static let script =
    TestServers.dieWithInput + """
      import shutil, subprocess, tempfile, time
      for name in ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"]:
          if not shutil.which(name):
              sys.exit(name + " is missing — apt-get install dbus gnome-keyring libsecret-1-0")
      home = tempfile.mkdtemp()
      env = {"PATH": os.environ["PATH"], "HOME": home, "XDG_DATA_HOME": home, "XDG_RUNTIME_DIR": home, "LANG": "C.UTF-8"}
      bus = subprocess.Popen(
          ["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
          stderr=subprocess.DEVNULL, env=env)
      address = bus.stdout.readline().decode().strip()
      env["DBUS_SESSION_BUS_ADDRESS"] = address
      ring = subprocess.Popen(
          ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"], stdin=subprocess.PIPE,
          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
      ring.stdin.write(b"the keyring's password")
      ring.stdin.close()
      def end():
          for child in [ring, bus]:
              child.kill()
              child.wait()
          shutil.rmtree(home, ignore_errors=True)
      question = ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
          "org.freedesktop.DBus.GetNameOwner", "string:org.freedesktop.secrets"]
      while subprocess.run(question, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
          if ring.poll() is not None: sys.exit("gnome-keyring-daemon ended")
          time.sleep(0.05)
      print(address, flush=True)
      watch()
      """
}
