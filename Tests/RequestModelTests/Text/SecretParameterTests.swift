import RequestModel
import Testing

struct SecretParameterTests {
  @Test(arguments: [
    ("/a?page=2&b", "/a?page=2&b"),
    ("/a?api_key=x&page=2", "/a?api_key=••••••&page=2"),
    ("/a?access%5Ftoken=x", "/a?access%5Ftoken=••••••"),
    ("/a?X-Amz-Signature=00ff&X-Amz-Credential=a/b", "/a?X-Amz-Signature=••••••&X-Amz-Credential=••••••"),
    ("https://x.test/cb?sig=1#access_token=2&state=3", "https://x.test/cb?sig=••••••#access_token=••••••&state=3"),
    ("/a?q=ghp_\(String(repeating: "a", count: 36))", "/a?q=••••••"),
    ("/a;api_key=x;page=2?b", "/a;api_key=••••••;page=2?b"),
    ("/token=1?&&=&?", "/token=1?&&=&?"),
    (#"{"url": "/a?sid=1", "b": "c"}"#, #"{"url": "/a?sid=••••••", "b": "c"}"#),
    ("", ""),
  ]) func valuesOfSecretParametersAreMasked(url: String, masked: String) {
    #expect(SecretParameter.masking(url) == masked)
  }

  @Test func repositoriesOfBasesAreShownWithoutTheirCredentials() throws {
    let base = try CollectionBase(
      document: ["base": ["git": "https://ada:x1@host/x.git?private_token=x2", "revision": "v1"]])
    #expect(base?.description == "https://••••••@host/x.git?private_token=•••••• at v1")
    #expect(
      OutsideSource.base("https://host/x.git?private_token=x2").description
        == "the base https://host/x.git?private_token=••••••")
  }
}
