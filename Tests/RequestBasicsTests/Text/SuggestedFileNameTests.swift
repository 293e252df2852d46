import Testing

@testable import RequestBasics

struct SuggestedFileNameTests {
  @Test(
    arguments: [
      (#"attachment; filename="naive.txt"; filename*=UTF-8''na%C3%AFve%20file.txt"#, "naïve file.txt"),
      (#"attachment; filename*=iso-8859-1'en'%A3%20rates.txt"#, "£ rates.txt"),
      (#"attachment; filename*=UTF-8''%FF; filename="plain.txt""#, "plain.txt"),
      (#"attachment; FileName = "a;b \"c\".txt""#, "a;b \"c\".txt"), ("inline; filename=plain.csv", "plain.csv"),
      (#"attachment; filename="../../etc/passwd""#, "passwd"),
      (#"attachment; filename="C:\\x\\report.pdf""#, "report.pdf"),
      (#"attachment; filename=".bashrc""#, "bashrc"), (#"attachment; filename="a\u{202E}txt.exe""#, "atxt.exe"),
      (#"attachment; filename="report.pdf. ""#, "report.pdf"), ("attachment", nil),
      (#"attachment; filename="..""#, nil),
      (#"attachment; filename="NUL.txt""#, nil), (#"attachment; filename="com1""#, nil), (#"filename=""; x"#, nil),
    ] as [(String, String?)])
  func theNameIsOneThatAFileMayHave(_ disposition: String, _ name: String?) {
    let disposition = disposition.replacing(#"\u{202E}"#, with: "\u{202E}")
    #expect(SuggestedFileName.of(disposition: disposition) == name)
  }
}
