import Foundation

extension CodeTool {
  /// Compiling takes long, so these are run only with a folder of crates.
  static let rust = CodeTool(
    format: "rust", probe: "cargo --version && test -d '\(TestPaths.crates)'",
    script: { run in
      let modules = (0..<run.requests.count).map { "#[path = \"../case\($0).rs\"] mod case\($0);" }
      let calls = (0..<run.requests.count).map {
        "    if let Err(error) = case\($0)::main() { println!(\"case \($0): {error}\"); }"
      }
      return """
        mkdir -p src .cargo
        sed -i 's/^fn main/pub fn main/' case*.rs
        cat >src/main.rs <<'END'
        \(modules.joined(separator: "\n"))
        fn main() {
        \(calls.joined(separator: "\n"))
        }
        END
        cat >Cargo.toml <<'END'
        [package]
        name = "programs"
        version = "0.1.0"
        edition = "2021"
        [dependencies]
        reqwest = { version = "0", features = ["blocking", "multipart"], default-features = false }
        END
        cat >.cargo/config.toml <<'END'
        [source.crates-io]
        replace-with = "local"
        [source.local]
        directory = "\(TestPaths.crates)"
        END
        export HOME='\(NSHomeDirectory())'
        CARGO_TARGET_DIR='\(TestPaths.crates)/../programs-target' cargo build --quiet --offline && '\(TestPaths.crates)/../programs-target/debug/programs'
        """
    },
    limits: { message, _ in message.target = message.target.replacing("/a/./b/../c", with: "/a/c") })
}
