import Foundation
@testable import RequestClient
import Testing

struct ServerTrustTests {
  private typealias Fixtures = CertificateFixtures
  private let folder = ScratchFolder()

  private func pin(_ trust: ServerTrust) throws -> String? { try trust.requirements().pinList }

  @Test func pinsAreReadFromPEMAndDERCertificates() throws {
    let pem = try folder.write(Fixtures.first, "a.pem")
    let der = try folder.write(Fixtures.der(Fixtures.first), "a.der")
    let bundle = try folder.write("Bag Attributes\n\(Fixtures.first)\n# next\n\(Fixtures.second)\n", "both.pem")
    #expect(try PublicKeyPin.pins(ofCertificatesIn: pem) == [Fixtures.firstPin])
    #expect(try PublicKeyPin.pins(ofCertificatesIn: der) == [Fixtures.firstPin])
    #expect(try PublicKeyPin.pins(ofCertificatesIn: bundle) == [Fixtures.firstPin, Fixtures.secondPin])
  }

  @Test func aFileWithoutCertificatesIsNamed() throws {
    let missing = folder.url("missing.pem")
    do throws(TrustError) {
      Issue.record("\(try PublicKeyPin.pins(ofCertificatesIn: missing)) from a missing file")
    } catch {
      guard case .unreadableFile(missing, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    let cut = String(Fixtures.first.dropLast(60))
    for text in ["", "hello", cut, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      let file = try folder.write(text, "other.pem")
      #expect(throws: TrustError.noCertificate(file)) { _ = try PublicKeyPin.pins(ofCertificatesIn: file) }
    }
  }

  @Test func theFormatOfACertificateIsThatOfItsContent() throws {
    func kind(_ bytes: [UInt8]) throws -> ClientCertificate.Kind? {
      ClientCertificate.Kind(contentOf: try folder.write(String(decoding: bytes, as: UTF8.self), "c"))
    }
    // Lengths below 128, so that the bytes are text.
    #expect(try kind([0x30, 0x20, 0x30, 0x10, 0x02, 0x01]) == .der)
    #expect(try kind([0x30, 0x20, 0x02, 0x01, 0x03, 0x30]) == .p12)
    #expect(try kind(Array("-----BEGIN CERTIFICATE-----".utf8)) == .pem && kind([]) == nil)
    #expect(ClientCertificate.Kind(contentOf: folder.url("missing")) == nil)
    let named = ClientCertificate(certificate: folder.url("c.DER"), key: folder.url("k.der"))
    #expect(named.kind == .der && named.keyKind == .der)
  }

  @Test func aPolicyBecomesTransportRequirements() throws {
    #expect(try ServerTrust.system.requirements() == TrustRequirements())
    #expect(try !ServerTrust.disabled.requirements().verifiesCertificate)
    #expect(try ServerTrust.revocation.requirements().requiresStapledStatus)
    #expect(try ServerTrust.authorities(file: folder.url("ca")).requirements().authorityFile == folder.url("ca"))
    let file = try folder.write(Fixtures.first, "a.pem")
    let pinned = try ServerTrust.pinnedCertificates(files: [file]).requirements()
    #expect(pinned.verifiesCertificate)
    #expect(pinned.pinList == Fixtures.firstPin)
  }

  @Test func pinsAreTakenInEveryUsualForm() throws {
    let digest = String(Fixtures.firstPin.dropFirst("sha256//".count))
    #expect(try pin(.pinnedPublicKeys(sha256: [digest])) == Fixtures.firstPin)
    #expect(try pin(.pinnedPublicKeys(sha256: ["sha256/" + digest])) == Fixtures.firstPin)
    #expect(
      try pin(.pinnedPublicKeys(sha256: [Fixtures.secondPin, Fixtures.firstPin]))
        == "\(Fixtures.firstPin);\(Fixtures.secondPin)")
    for wrong in ["", "x", "sha256//AAAA", digest + "=", "sha1//" + digest] {
      #expect(throws: TrustError.invalidPin(wrong)) { try pin(.pinnedPublicKeys(sha256: [wrong])) }
    }
  }

  @Test func theFileOfAPinIsAKeyOrACertificate() throws {
    let key = Fixtures.der(Fixtures.firstKey)
    for (content, name) in [
      (Data(Fixtures.firstKey.utf8), "key.pem"), (key, "key.der"), (Data(Fixtures.first.utf8), "a.pem"),
      (Fixtures.der(Fixtures.first), "a.der"),
    ] {
      #expect(try PublicKeyPin.pins(ofKeyIn: try folder.write(content, name)) == [Fixtures.firstPin], "\(name)")
    }
    for (content, name) in [(Data("0 is no key".utf8), "text"), (key + [0], "longer"), (Data(), "empty")] {
      let file = try folder.write(content, name)
      #expect(throws: TrustError.noPublicKey(file)) { try PublicKeyPin.pins(ofKeyIn: file) }
    }
    #expect(
      TrustError.noPublicKey(folder.url("a")).description
        == "There is no public key in \"\(folder.url("a").path)\" — give a PEM or DER file")
  }

  @Test func aCompositeAsksForAllOfItsParts() throws {
    let file = try folder.write(Fixtures.first, "a.pem")
    let both = ServerTrust.pinnedPublicKeys(sha256: [Fixtures.firstPin, Fixtures.secondPin])
    let all = ServerTrust.composite([
      .disabled, .revocation, .composite([both, .authorities(file: file)]), .pinnedCertificates(files: [file]),
    ])
    #expect(
      try all.requirements()
        == TrustRequirements(
          verifiesCertificate: false, authorityFile: file, publicKeyPins: [Fixtures.firstPin],
          requiresStapledStatus: true))
  }

  @Test func impossiblePinsAreAnErrorAndDoNotDisablePinning() throws {
    let (a, b) = (folder.url("a"), folder.url("b"))
    let apart = ServerTrust.composite([
      .pinnedPublicKeys(sha256: [Fixtures.firstPin]), .pinnedPublicKeys(sha256: [Fixtures.secondPin]),
    ])
    for trust in [apart, .pinnedPublicKeys(sha256: []), .pinnedCertificates(files: [])] {
      #expect(throws: TrustError.noPossiblePin) { try trust.requirements() }
    }
    #expect(throws: TrustError.twoAuthorityFiles(a, b)) {
      try ServerTrust.composite([.authorities(file: a), .authorities(file: b)]).requirements()
    }
    #expect(
      try ServerTrust.composite([.authorities(file: a), .authorities(file: a)]).requirements().authorityFile == a)
  }

  @Test func theClosestPolicyIsUsed() {
    let policies: ServerTrustPolicies = [
      "API.example.com": .disabled, "*.example.com": .revocation, "*.b.example.com": .pinnedPublicKeys(sha256: []),
      "[::1]": .disabled, "127.0.0.1": .disabled, "*.0.0.1": .revocation,
    ]
    #expect(policies.trust(for: "api.EXAMPLE.com.") == .disabled)
    #expect(policies.trust(for: "a.c.example.com") == .revocation)
    #expect(policies.trust(for: "a.b.example.com") == .pinnedPublicKeys(sha256: []))
    #expect(policies.trust(for: "b.example.com") == .revocation)
    #expect(policies.trust(for: "example.com") == .system)
    #expect(policies.trust(for: "badexample.com") == .system)
    #expect(policies.trust(for: "[::1]") == .disabled)
    #expect(policies.trust(for: "127.0.0.1") == .disabled)
    #expect(policies.trust(for: "10.0.0.1") == .system)
    #expect(ServerTrustPolicies().trust(for: "a") == .system)
  }

  @Test func aStarIsForAllOthersAndPoliciesCanBeChanged() {
    var policies: ServerTrustPolicies = ["*": .disabled]
    policies["a.example"] = .system
    #expect(policies.trust(for: "A.example") == .system)
    #expect(policies.trust(for: "b.example") == .disabled)
    policies["A.EXAMPLE"] = nil
    #expect(policies["a.example"] == nil)
    #expect(policies.trust(for: "a.example") == .disabled)
    #expect(policies.trust(for: String(repeating: "a.", count: 100_000)) == .disabled)
  }

  @Test func aClientCertificateKnowsItsKindAndHidesItsPassword() {
    #expect(ClientCertificate(certificate: folder.url("me.PFX")).kind == .p12)
    #expect(ClientCertificate(certificate: folder.url("me.crt")).kind == .pem)
    #expect(ClientCertificate(certificate: folder.url("me.crt"), kind: .p12).kind == .p12)
    let certificate = ClientCertificate(certificate: folder.url("me.pem"), password: "s3cret")
    var dumped = ""
    dump(certificate, to: &dumped)
    for text in ["\(certificate)", String(reflecting: [certificate]), dumped] { #expect(!text.contains("s3cret")) }
  }

  @Test func versionsAreOrdered() {
    #expect(TLSVersion.v1_0 < .v1_1)
    #expect(TLSVersion.allCases.sorted() == [.v1_0, .v1_1, .v1_2, .v1_3])
  }

  @Test(arguments: [
    (TrustError.noCertificate(URL(filePath: "/a")), "There is no certificate in \"/a\" — give a PEM or DER file"),
    (.unreadableFile(URL(filePath: "/a"), reason: "no"), "Cannot read the certificate \"/a\": no"),
    (.invalidPin("x"), "\"x\" is not a public key's pin — give its SHA-256 digest in base64, 44 characters"),
    (.noPossiblePin, "No public key can match the pins — give at least one, and the same in each list"),
    (
      .twoAuthorityFiles(URL(filePath: "/a"), URL(filePath: "/b")),
      "\"/a\" and \"/b\" cannot both be the authorities — put them into one file"
    ),
  ])
  func errorsSayWhatToDo(_ error: TrustError, _ sentence: String) {
    #expect(error.description == sentence)
    #expect(error.localizedDescription == sentence)
  }
}
