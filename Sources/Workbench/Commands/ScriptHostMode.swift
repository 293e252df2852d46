internal import CScriptHost
internal import Glibc

/// The program as a script host: see docs/decisions/0068-script-host.md.
enum ScriptHostMode {
  /// Becomes a script host and never returns, if the program was started as one.
  static func enterIfAsked() {
    let arguments = CommandLine.unsafeArgv
    guard CommandLine.argc > 1, let first = arguments[1], strcmp(first, "__script-host") == 0 else { return }
    script_host_main(CommandLine.argc - 2, arguments + 2)
  }
}
