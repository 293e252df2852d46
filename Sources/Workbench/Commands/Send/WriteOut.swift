import Foundation
import Glibc

/// The format of `-w`: `%{name}` is a fact of the exchange, `%header{name}` a response header, `%%` a percent sign.
struct WriteOut {
  private let format: String

  init(_ typed: String) throws {
    // A hyphen is a text here, and not standard input.
    format = try typed == "-" ? typed : TypedBody.text(of: typed)
  }

  /// The texts for standard output and standard error, and the unknown names.
  struct Text: Equatable {
    var output = ""
    var error = ""
    var unknown: [String] = []
    fileprivate var isError = false

    fileprivate mutating func append(_ text: String) {
      if isError { error += text } else { output += text }
    }
  }

  func text(of exchange: Exchange, exitCode: Int32) -> Text {
    let facts = WriteOutFacts(exchange: exchange, exitCode: exitCode)
    var text = Text()
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("\\", let next?):
        rest = rest.dropFirst()
        let escapes: [Unicode.Scalar: String] = ["n": "\n", "r": "\r", "t": "\t"]
        text.append(escapes[next] ?? "\\" + String(next))
      case ("%", "%"?):
        rest = rest.dropFirst()
        text.append("%")
      case ("%", _): Self.appendVariable(&rest, facts, to: &text)
      default: text.append(String(scalar))
      }
    }
    return text
  }

  private static func appendVariable(
    _ rest: inout String.UnicodeScalarView.SubSequence, _ facts: WriteOutFacts, to text: inout Text
  ) {
    let kind = ["header{", "{"].first { rest.starts(with: $0.unicodeScalars) }
    guard let kind, let end = rest.firstIndex(of: "}") else { return text.append("%") }
    let name = String(rest.dropFirst(kind.unicodeScalars.count).prefix { $0 != "}" })
    rest = rest[rest.index(after: end)...]
    switch name {
    case "stderr" where kind == "{": text.isError = true
    case "stdout" where kind == "{": text.isError = false
    default:
      if kind == "header{" { return text.append(facts.header(name)) }
      guard let value = facts[name] else { return text.unknown.append(name) }
      text.append(value)
    }
  }
}

extension WriteOut {
  /// Prints the text. Reports unknown names and prints nothing for them.
  func write(_ exchange: Exchange, exitCode: Int32) throws(OutputProblem) {
    let text = text(of: exchange, exitCode: exitCode)
    try StandardOutput.write(text: text.output)
    StandardError.write(sequence: text.error.safeLines)
    for name in text.unknown { StandardError.write("-w has no variable %{\(name)} — it is not supported, or a typo") }
  }
}

/// curl's variables for an exchange. Times are in seconds since its start, sizes in bytes on the wire.
private struct WriteOutFacts {
  let exchange: Exchange
  let exitCode: Int32

  /// The request and its redirects, without messages for a token or a session.
  private var hops: [Timeline.Hop] { exchange.timeline.hops.filter { !$0.isAuxiliary } }
  private var last: Timeline.Hop? { hops.last }
  private var phases: Timeline.Phases { last?.phases ?? Timeline.Phases() }
  private var status: String { (exchange.outcome.response?.status ?? 0).padded(to: 3) }

  /// `nil` for a name that curl does not have, or that is not supported here.
  subscript(name: String) -> String? {
    switch name {
    case "http_code", "response_code": status
    case "http_version": last?.connection.map { String($0.httpVersion.dropFirst(5)) } ?? "0"
    case "method": last?.method ?? exchange.request.method
    case "url": hops.first?.url ?? exchange.request.url
    case "url_effective": last?.url ?? exchange.request.url
    case "scheme": last.map { String($0.url.prefix { $0 != ":" }).uppercased() } ?? ""
    case "content_type": header("content-type")
    case "redirect_url": redirection
    case "num_redirects": String(redirects)
    case "num_headers": String(exchange.outcome.response?.headers.count ?? 0)
    case "num_connects": String(hops.count { $0.connection?.isReused == false })
    case "size_download": String(last?.received.body ?? 0)
    case "size_upload": String(last?.sent.body ?? 0)
    case "size_header": String(hops.reduce(0) { $0 + $1.received.head })
    case "size_request": String(hops.reduce(0) { $0 + $1.sent.head })
    case "speed_download": speed(last?.received.body)
    case "speed_upload": speed(last?.sent.body)
    case "remote_ip": address(last?.connection?.peer).ip
    case "remote_port": address(last?.connection?.peer).port
    case "local_ip": address(last?.connection?.local).ip
    case "local_port": address(last?.connection?.local).port
    case "ssl_verify_result", "proxy_ssl_verify_result": "0"
    case "exitcode": String(exitCode)
    case "errormsg": exchange.outcome.failure?.sentence ?? ""
    case "urlnum": "0"
    case "filename_effective", "ftp_entry_path", "referer": ""
    case "header_json": headers
    default: time(name)
    }
  }

  private func time(_ name: String) -> String? {
    let start = last?.start ?? .zero
    let steps: [(String, Duration?)] = [
      ("time_namelookup", phases.dns), ("time_connect", phases.connect), ("time_appconnect", phases.tls),
      ("time_pretransfer", .zero), ("time_starttransfer", (phases.send ?? .zero) + (phases.wait ?? .zero)),
    ]
    switch name {
    case "time_total": return seconds(exchange.duration)
    case "time_redirect": return seconds(redirects > 0 ? start : .zero)
    case "time_appconnect" where phases.tls == nil: return seconds(.zero)
    default:
      guard let index = steps.firstIndex(where: { $0.0 == name }) else { return nil }
      return seconds(steps[...index].reduce(start + (phases.queue ?? .zero)) { $0 + ($1.1 ?? .zero) })
    }
  }

  private func seconds(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    return "\(microseconds / 1_000_000)." + (microseconds % 1_000_000).padded(to: 6)
  }

  private func speed(_ bytes: Int?) -> String {
    let seconds = exchange.duration / .seconds(1)
    return seconds > 0 ? String(Int(Double(bytes ?? 0) / seconds)) : "0"
  }

  private var redirects: Int {
    hops.dropLast().count { (300...399).contains($0.status ?? 0) }
  }

  /// The target of a redirect that was not followed.
  private var redirection: String {
    guard let answer = exchange.outcome.response, (300...399).contains(answer.status) else { return "" }
    let location = header("location")
    return URL(string: location, relativeTo: last.flatMap { URL(string: $0.url) })?.absoluteString ?? location
  }

  private func address(_ text: String?) -> (ip: String, port: String) {
    guard let text, let colon = text.lastIndex(of: ":") else { return ("", "0") }
    return (text[..<colon].filter { $0 != "[" && $0 != "]" }, String(text[text.index(after: colon)...]))
  }

  func header(_ name: String) -> String {
    exchange.outcome.response?.headers.first(name) ?? ""
  }

  /// The headers as JSON: names in lower case, each with all of its values.
  private var headers: String {
    var object = JSONObject()
    for header in exchange.outcome.response?.headers ?? [] {
      let name = header.name.lowercased()
      object[name] = .array((object[name]?.array ?? []) + [.string(header.value)])
    }
    return JSONValue.object(object).rendered()
  }
}
