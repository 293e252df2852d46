import Foundation

/// The options of `send` for printing a response, as in curl.
struct PrintOptions: ParsableArguments {
  @Option(
    name: .customLong("print"), parsing: .unconditional,
    help:
      ArgumentHelp(
        "The part of one request to print; curl, the command that sends the same, needs --dry-run; messages are those of a WebSocket or a stream as JSON lines. (default: body)",
        valueName: "part")
  )
  var chosen: ExchangePrinter.Part?

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp(
      "The file to print to instead of standard output; it is replaced once there is a response.", valueName: "file"))
  var file: String?

  @Flag(name: [.customShort("O"), .long], help: "Prints to a file of the URL's last name.")
  var remoteName = false

  @Flag(
    name: [.customShort("J"), .long],
    help: "With -O, the file gets the name that the response suggests; an existing file is not replaced.")
  var remoteHeaderName = false

  @Flag(help: "With -J, replaces an existing file.")
  var clobber = false

  @Flag(name: [.short, .long], help: "Prints the response's head before its body: --print response.")
  var include = false

  @Option(
    name: [.customShort("D"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A file that gets the heads of all responses, of redirects too; - is standard output.", valueName: "file"))
  var dumpHeader: String?

  @Flag(name: [.customShort("I"), .long], help: "Sends HEAD and prints the head: --print headers.")
  var head = false

  @Flag(name: [.short, .long], help: "Writes what was sent and received to standard error, head by head.")
  var verbose = false

  @Option(
    name: [.short, .long], parsing: .unconditional,
    help: ArgumentHelp(
      "A text to print afterwards, with curl's variables such as %{http_code}; @FILE reads it.", valueName: "format"))
  var writeOut: String?

  func validate() throws {
    if file != nil, remoteName { throw ValidationError("-o and -O are two files — use one of them") }
    if remoteHeaderName, !remoteName { throw ValidationError("-J names the file of -O — add -O") }
    if include, head { throw ValidationError("-i and -I print different parts — use one of them") }
    if printsHeadBeforeBody, include || head || (chosen ?? .body) != .body {
      throw ValidationError("-D - prints the head to standard output, which has it already — use -D FILE, or -o FILE")
    }
    if let chosen, include || head {
      throw ValidationError(
        "\(include ? "-i" : "-I") and --print \(chosen.rawValue) print different parts — use one of them")
    }
  }

  var part: ExchangePrinter.Part {
    chosen ?? (include || printsHeadBeforeBody ? .response : head ? .headers : .body)
  }

  /// Says that the file has the name of a part, which `--output` once was.
  var fileNote: String? {
    guard let file, ExchangePrinter.Part(rawValue: file) != nil else { return nil }
    return "\(file) is the name of a file here: --print \(file) prints that part"
  }

  /// Whether `-D -` prints the heads to the same output as the body.
  private var printsHeadBeforeBody: Bool {
    dumpsToOutput && !remoteName && file.map(NamedFile.isStandardOutput) != false
  }

  private var dumpsToOutput: Bool { dumpHeader.map(NamedFile.isStandardOutput) == true }

  /// Writes the heads to the file of `-D`.
  func dumpHeads(of exchange: Exchange) throws {
    guard let dumpHeader, !printsHeadBeforeBody else { return }
    let text = WireText.heads(of: exchange.timeline)
    if dumpsToOutput { return try StandardOutput.write(text: text) }
    try NamedFile.write(Data(text.utf8), to: dumpHeader)
  }

  /// The used options that apply only to a single request, as typed.
  var used: [String] {
    [
      ("--print", chosen != nil), ("-o", file != nil), ("-O", remoteName),
      ("-J", remoteHeaderName), ("-i", include), ("-I", head),
      ("-v", verbose), ("-D", dumpHeader != nil), ("-w", writeOut != nil),
    ].filter(\.1).map(\.0)
  }

  /// The file to print to; `nil` for standard output.
  func path(for url: String) throws -> String? {
    guard remoteName else { return file.flatMap(NamedFile.unlessStandardOutput) }
    let address = String(url.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
    let segments = address[(address.schemeMark?.upperBound ?? address.startIndex)...].parts(separatedBy: "/")
    let name = segments.count > 1 ? segments[segments.count - 1] : ""
    guard !["", ".", ".."].contains(name) else {
      // Use the name that the response suggests, with this one as fallback.
      if remoteHeaderName { return "response" }
      throw CommandExit.usageError("The URL has no file name for -O — use -o FILE")
    }
    return name
  }
}

extension ExchangePrinter.Part: ExpressibleByArgument {}
