import Foundation

/// Options of newman, Bruno and Hurl that `run` lacks, each with its replacement.
enum RunHabits {
  /// Explains why an option of another program cannot be used; `nil` if there is no such option among the arguments.
  ///
  /// - Parameter arguments: The program's arguments, with values split from their options.
  static func refusal(of arguments: [String]) -> String? {
    guard arguments.first == "run", let options = AttachedValues.options["run"] else { return nil }
    var rest = arguments.dropFirst()
    while let argument = rest.popFirst(), argument != "--" {
      let (name, value) = argument.cut(at: "=").map { ($0.before, $0.after) } ?? (argument, rest.first ?? "")
      if name == "--env-file", let environment = brunoEnvironment(value) {
        return "run has no --env-file — use -e \(ShellText.quoted(environment)), the name of the environment"
      }
      if let sentence = sentence(name) { return sentence }
      if argument == "-x", rest.first?.startsExactly(with: "-") != false {
        return
          "-x takes a proxy in run: for that of newman, write || true behind the command, or use workbench newman run"
      }
      if argument == "--bail", let word = rest.first, ["folder", "failure"].contains(word),
        !FileManager.default.fileExists(atPath: word)
      {
        return
          "--bail takes no value in run: it ends the run at the first failure, and an unknown --folder is an error "
          + "anyway — leave \(word) out"
      }
      if options.takesValue(argument) { rest = rest.dropFirst() }
    }
    return nil
  }

  /// The name of an environment in a Bruno collection; `nil` for other files.
  static func brunoEnvironment(_ file: String) -> String? {
    let address = Address(file)
    return address.name.lowercased().hasSuffix(".bru") ? String(address.name.dropLast(".bru".count)) : nil
  }

  private static func sentence(_ name: String) -> String? {
    if let advice = newman[name] {
      return "run has no \(name) — \(advice); workbench newman run takes newman's command line"
    }
    if name.startsExactly(with: "--reporter-") {
      return "run has no \(name) — name the file with its report, -r junit=report.xml; workbench newman run takes "
        + "newman's command line"
    }
    return others[name].map { "run has no \(name) — \($0)" }
  }

  private static let newman: [String: String] = [
    "--environment": "use --env FILE",
    "--iteration-data": "use --data FILE",
    "--iteration-count": "use --iterations NUMBER",
    "--reporters": "use -r FORMAT or -r FORMAT=FILE, for each report",
    "--delay-request": "use --delay 500ms",
    "--timeout-request": "use --timeout 5000ms",
    "--timeout-script": "the scripts of a request have 30 s",
    "--ignore-redirects": "use --no-redirects",
    "--suppress-exit-code": "write || true behind the command",
    "--silent": "write >/dev/null, with -r FORMAT=FILE for reports",
    "--verbose": "use workbench history show, or -r html=report.html",
    "--color": "set NO_COLOR=1 for none",
    "--disable-unicode": "set NO_COLOR=1, or use -r tap",
    "--export-cookie-jar": "use --cookie-jar FILE",
    "--export-collection": "use workbench export",
    "--postman-api-key": "export the collection, and name its file",
    "--no-insecure-file-read": "leave it out: files outside need --allow-files",
    "--ssl-client-cert": "use the options clientCertificate and clientKey of a folder or an environment",
    "--ssl-client-key": "use the options clientCertificate and clientKey of a folder or an environment",
    "--ssl-client-passphrase": "use the option clientPassphrase of a folder or an environment",
    "--ssl-client-cert-list": "use the option certificates of a folder or an environment",
    "--ssl-extra-ca-certs": "use the option caBundle of a folder or an environment",
  ]

  /// Options of Bruno and Hurl.
  private static let others: [String: String] = [
    "--env-file": "use --env FILE",
    "--csv-file-path": "use --data FILE",
    "--json-file-path": "use --data FILE",
    "--output": "use -r FORMAT=FILE",
    "-o": "use -r FORMAT=FILE",
    "--format": "use -r FORMAT=FILE",
    "--parallel": "use --jobs NUMBER, which runs iterations at once",
    "--sandbox": "leave it out: scripts have one sandbox",
    "--tests-only": "use --tags WORD",
    "--disable-cookies": "use the option \"cookies\": false of a folder",
    "--client-cert-config": "use the option certificates of a folder or an environment",
    "--cacert": "use the option caBundle of a folder or an environment",
    "--ignore-truststore": "use the option caBundle of a folder or an environment",
    "--cert": "use the option clientCertificate of a folder or an environment",
    "--key": "use the option clientKey of a folder or an environment",
    "--noproxy": "use the option noProxy of a folder or an environment, or set no_proxy",
    "--test": "leave it out: run tests anyway",
    "--variable": "use --var NAME=VALUE",
    "--variables-file": "use --env FILE, with \"variables\" in it",
    "--repeat": "use --iterations NUMBER",
    "--retry-interval": "use --retry-delay 500ms",
    "--from-entry": "use --from NAME",
    "--to-entry": "use --folder NAME for each request",
    "--file-root": "use --working-dir FOLDER",
    "--max-time": "use --timeout SECONDS",
    "--connect-timeout": "use the option connectTimeout of a folder or an environment",
    "--location": "leave it out: redirects are followed",
    "-L": "leave it out: redirects are followed",
    "--report-junit": "use -r junit=FILE",
    "--report-html": "use -r html=FILE",
    "--report-json": "use -r json=FILE",
    "--report-tap": "use -r tap=FILE",
    "--json": "use -r json",
    "--error-format": "use -r json=FILE",
    "--very-verbose": "use workbench history show, or -r html=report.html",
    "--no-color": "set NO_COLOR=1",
    "--glob": "let the shell expand the names",
    "--ignore-asserts": "there is no equivalent: asserts are checks of the run",
    "--continue-on-error": "leave it out: a run goes on, but for the rest of a Hurl file",
    "--netrc": "use the option netrc of a folder or an environment",
    "--netrc-file": "use the option netrcFile of a folder or an environment",
    "--pinnedpubkey": "use the option pinnedKeys of a folder or an environment",
    "--ipv4": "use the option ipVersion of a folder or an environment",
    "--ipv6": "use the option ipVersion of a folder or an environment",
    "--user": "use \"auth\" of a folder or a request",
  ]
}
