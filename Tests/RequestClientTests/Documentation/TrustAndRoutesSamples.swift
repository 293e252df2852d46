import Foundation
import RequestClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TrustAndRoutesSamples: Samples {
  let shop: PetShop
  private let scratch: ScratchFolder

  init() throws {
    shop = try PetShop()
    scratch = ScratchFolder()
  }

  @Test func serversAndClientsAreAuthenticated() async throws {
    let nginx = try await TestServers.nginx()
    let authority = URL(filePath: nginx.certificateAuthority)
    let certificate = URL(filePath: nginx.serverCertificate)
    let clientCertificate = URL(filePath: nginx.clientCertificate)
    let clientKey = URL(filePath: nginx.clientKey)
    let secureAPI = nginx.mutualTLSURL
    let pins = try PublicKeyPin.pins(ofCertificatesIn: certificate)
    var configuration = SessionConfiguration.default
    configuration.serverTrust = [
      "localhost": .authorities(file: authority),
      "*.example.com": .pinnedPublicKeys(sha256: pins),
      "*.example.org": .composite([.pinnedCertificates(files: [certificate]), .revocation]),
    ]
    let session = Session(configuration: configuration)
    var options = TransferOptions()
    options.clientCertificate = ClientCertificate(certificate: clientCertificate, key: clientKey)
    options.minimumTLSVersion = .v1_2
    let subject = try await session.request("\(secureAPI)/client", options: options)
      .validate()
      .serializingString().value
    #expect(subject.contains("CN=client"))
  }

  @Test func credentialsAreSentInResponseToChallenges() async throws {
    let mine = await session.request("\(api)/private")
      .authenticate(username: "rex", password: "bone")
      .serializingString().response

    let store = CredentialStore()
    store.set(.digest(username: "rex", password: "bone"), for: ProtectionSpace(try RequestURL(api), realm: "pets"))
    #expect(mine.value == "yours")
    #expect(store.all.count == 1)
  }

  @Test func keysAreNamed() async throws {
    var configuration = SessionConfiguration.default
    configuration.defaultHeaders.append(name: "X-Shop-Key", value: "bone")
    configuration.sensitiveHeaders = ["X-Shop-Key"]
    let session = Session(configuration: configuration)
    let pets = try await session.request("\(api)/pets") { request in
      request.headers.append(name: "X-Trace-Token", value: "tail")
      request.sensitiveHeaders.insert("X-Trace-Token")
    }.serializingString().value
    #expect(pets.hasPrefix("[{"))
  }

  @Test func aJarIsFilledAndSaved() async throws {
    let file = try scratch.write("", "cookies.txt")
    let now = Date()
    var configuration = SessionConfiguration.default
    let jar = CookieJar()
    try jar.set(Cookie(name: "theme", value: "dark", domain: "127.0.0.1", created: now))
    configuration.cookieJar = jar
    let visit = try await Session(configuration: configuration).request("\(api)/cookies").serializingString().value
    try jar.save(to: file, as: .netscape, includingSession: true, at: now)
    #expect(visit == "theme=dark")
    #expect(try String(contentsOf: file, encoding: .utf8).contains("theme\tdark"))
  }

  @Test func aRedirectIsTheResponse() async throws {
    let moved = await session.request("\(api)/old").redirect(using: .doNotFollow).serializingString().response
    report(moved.response?.headerFields[.location] ?? "not moved")
    #expect(shop.reported.values == ["/pets"])
  }

  @Test func aProxyIsNamed() throws {
    let options = TransferOptions(proxy: .proxy(try Proxy("socks5h://proxy.example.com:1080")))
    #expect(options != TransferOptions())
  }

  @Test func aServerIsSomewhereElse() async throws {
    let port = shop.port
    let options = TransferOptions(connectTo: ["api.example.com:80": "127.0.0.1:\(port)"])
    let pets = try await session.request("http://api.example.com/pets", options: options).serializingString().value
    #expect(pets.hasPrefix("[{"))
    #expect(shop.received.contains { $0.contains("Host: api.example.com") })
  }
}
