extension AuthKind {
  package static let awsV4 = AuthKind(
    "awsv4", "AWS Signature", "Signs the request with AWS Signature Version 4, in headers or in the query.",
    fields: [
      .text("accessKey", "Access key", "The access key id: AKIA…", .basics),
      .secret("secretKey", "Secret key", "The secret access key; use a secret {{variable}}.", .basics),
      .secret("sessionToken", "Session token", "The token of temporary credentials.", .basics),
      .text(
        "region", "Region", "Such as us-east-1. If empty, it is taken from the host.", .basics, note: "from the host"),
      .text(
        "service", "Service", "Such as s3 or execute-api. If empty, it is taken from the host.", .basics,
        note: "from the host"),
      .flag(
        "addAuthDataToQuery", "In the query", "Whether the signature is sent in the query and not in headers.",
        .signature),
      Field(
        "expires", "Expires", "Seconds for which a signature in the query is valid.", .number(.presignedLifetime),
        defaultValue: 3600, note: "seconds, in the query", group: .signature),
      .flag(
        "unsignedPayload", "Unsigned body", "Whether the body is left out of the signature, which S3 allows.",
        .signature),
    ],
    isMadeForEachHop: true, lacks: { $0.firstEmpty(["accessKey": "access key"]) },
    preview: { auth in
      let token = auth.text("sessionToken").isEmpty ? "" : ";x-amz-security-token"
      return auth["addAuthDataToQuery"]?.bool == true
        ? "Query: X-Amz-Signature=… and its parameters, over host"
        : "Authorization: AWS4-HMAC-SHA256 … over host;x-amz-date\(token) and the request's own headers"
    }
  ) { values, message, context throws(Failure) in
    let scope = try AWSScope(values, host: message.address.host, typedAs: context.typedAuth)
    var signing = AWSSigning(
      accessKey: values["accessKey"], secretKey: values["secretKey"], sessionToken: values["sessionToken"], scope: scope
    )
    signing.leavesPayloadOut = values.flag("unsignedPayload")
    if values.flag("addAuthDataToQuery") {
      try await signing.signQuery(&message, expires: Int(values.number("expires") ?? 3600), context)
    } else {
      try await signing.signHeaders(&message, context)
    }
  }
}

extension NumberRule {
  fileprivate static let presignedLifetime = NumberRule(
    1...604_800, isWhole: true, noun: "number of seconds", advice: "from 1 to 604800, a week",
    not: "a whole number of seconds up to 604800")
}

extension AWSScope {
  /// - Parameter option: The option of the command line with the scope; `nil` if it is from a file.
  fileprivate init(_ values: FieldValues, host: String, typedAs option: String?) throws(Failure) {
    let known = AWSScope(host: host)
    let region = values["region"].isEmpty ? known.region : values["region"]
    let service = values["service"].isEmpty ? known.service : values["service"]
    guard !region.isEmpty, !service.isEmpty else {
      let missing = region.isEmpty ? "region" : "service"
      let remedy = option.map { "write \($0) aws:amz:REGION:SERVICE" } ?? "type the \(missing) in the Auth tab"
      throw Failure(.unprepared, "\(host) does not say its AWS \(missing) — \(remedy)")
    }
    self.init(region: region, service: service)
  }
}
