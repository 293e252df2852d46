/// The region and service that an AWS signature is valid for.
package struct AWSScope: Equatable, Sendable {
  package var region: String
  package var service: String

  package init(region: String, service: String) {
    self.region = region
    self.service = service
  }

  /// Reads the scope from an AWS host. Parts that the host does not contain are empty.
  ///
  ///     bucket.s3.eu-west-1.amazonaws.com   abc.execute-api.eu-west-1.amazonaws.com   iam.amazonaws.com
  ///     search-x.eu-west-1.es.amazonaws.com   abc.lambda-url.eu-west-1.on.aws
  package init(host: String) {
    self.init(region: "", service: "")
    guard var labels = Self.labels(of: host) else { return }
    labels.removeAll { $0 == "dualstack" }
    if let index = labels.lastIndex(where: Self.isRegion) {
      region = labels.remove(at: index)
    } else if let index = labels.lastIndex(where: { $0.startsExactly(with: "s3-") }) {
      // As in s3-eu-west-1.amazonaws.com.
      let name = String(labels[index].dropFirst(3))
      if Self.isRegion(name) { region = name }
      labels[index] = "s3"
    }
    let label = labels.last(where: { $0 != "vpce" }) ?? ""
    service = Self.signingNames[label] ?? label
    if region.isEmpty, Self.servicesWithoutRegion.contains(service) { region = "us-east-1" }
  }

  /// The labels before the domain of AWS.
  private static func labels(of host: String) -> [String]? {
    let domains = [".amazonaws.com", ".amazonaws.com.cn", ".on.aws", ".api.aws"]
    guard let domain = domains.first(where: { host.endsExactly(with: $0) }) else { return nil }
    return String(host.dropLast(domain.count)).parts(separatedBy: ".")
  }

  /// Whether a label is like `us-gov-east-1`.
  private static func isRegion(_ label: some StringProtocol) -> Bool {
    let parts = String(label).parts(separatedBy: "-")
    guard parts.count >= 3, parts[0].utf8.count == 2, let last = parts.last, Int(last) != nil else { return false }
    return parts.dropLast().allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } && !$0.isEmpty }
  }

  private static let signingNames = [
    "email": "ses", "lambda-url": "lambda", "bedrock-runtime": "bedrock", "bedrock-agent-runtime": "bedrock",
    "s3-accelerate": "s3", "s3-control": "s3", "queue": "sqs", "iotdata": "iotdata",
  ]

  private static let servicesWithoutRegion: Set = [
    "s3", "iam", "sts", "cloudfront", "route53", "organizations", "waf", "shield", "importexport", "budgets", "ce",
    "sqs",
    "sdb",
  ]

  /// Whether the service is S3 or a variant of it, which signs the path as sent.
  package var isStorage: Bool { service == "s3" || service.startsExactly(with: "s3-") || service == "s3express" }
}
