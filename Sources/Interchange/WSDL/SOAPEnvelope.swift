/// Writes envelopes with samples of their parts.
enum SOAPEnvelope {
  static func text(_ call: SOAPCall, _ sampler: inout XSDSampler) -> String {
    var namespaces: Set<String> = []
    let header = call.headers.flatMap { lines(of: $0, call, &sampler, &namespaces) }
    var body = call.body.flatMap { lines(of: $0, call, &sampler, &namespaces) }
    if case .rpc(let wrapper) = call.style { body = wrapped(body, wrapper, call, &sampler, &namespaces) }
    return
      (["<?xml version=\"1.0\" encoding=\"utf-8\"?>", start(call.version, namespaces, &sampler)]
      + (header.isEmpty ? [] : element("soap:Header", header)) + element("soap:Body", body) + ["</soap:Envelope>"])
      .joined(separator: "\n")
  }

  private static func lines(
    of part: WSDLPart, _ call: SOAPCall, _ sampler: inout XSDSampler, _ namespaces: inout Set<String>
  ) -> [String] {
    let sample = sampler.sample(of: part, isEncoded: call.isEncoded)
    namespaces.formUnion(sample.namespaces)
    return sample.lines
  }

  /// The parts in the element of a remote procedure call.
  private static func wrapped(
    _ lines: [String], _ wrapper: XMLName, _ call: SOAPCall, _ sampler: inout XSDSampler,
    _ namespaces: inout Set<String>
  ) -> [String] {
    let local = XSDSampler.usable(wrapper.local)
    let tag = wrapper.namespace.isEmpty ? local : sampler.prefix(for: wrapper.namespace) + ":" + local
    if !wrapper.namespace.isEmpty { namespaces.insert(wrapper.namespace) }
    let encoding = " soap:encodingStyle=\"\(XSDSchemas.encodingNamespace)\""
    let start = tag + (call.isEncoded && call.version == .soap11 ? encoding : "")
    return lines.isEmpty ? ["<\(start)/>"] : ["<\(start)>"] + indented(lines, "  ") + ["</\(tag)>"]
  }

  private static func start(
    _ version: SOAPCall.Version, _ namespaces: Set<String>, _ sampler: inout XSDSampler
  ) -> String {
    var declarations = ["xmlns:soap=\"\(version.rawValue)\""]
    for namespace in namespaces.sorted() {
      declarations.append("xmlns:\(sampler.prefix(for: namespace))=\"\(namespace.escapedForMarkup)\"")
    }
    return "<soap:Envelope \(declarations.joined(separator: " "))>"
  }

  private static func element(_ tag: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? ["  <\(tag)/>"] : ["  <\(tag)>"] + indented(lines, "    ") + ["  </\(tag)>"]
  }

  private static func indented(_ lines: [String], _ indent: String) -> [String] { lines.map { indent + $0 } }
}
