// The request and its URL, before it is sent.
const { Url, Request } = require("postman-collection");

pm.test("the request of the job", () => {
  pm.expect(pm.request.method).to.equal("POST");
  pm.expect(pm.request.url.toString()).to.equal("https://{{host}}:8080/shop/:id/items.json?q=a b&empty&q=2#part");
  pm.expect(pm.request.headers.get("content-type")).to.equal("application/json");
  pm.expect(pm.request.body.mode).to.equal("raw");
  pm.expect(JSON.parse(pm.request.body.raw)).to.eql({ a: 1 });
  pm.expect(pm.request.body.toString()).to.equal('{"a":1}');
  pm.expect(pm.request.auth.type).to.equal("bearer");
  pm.expect(pm.request.auth.parameters().get("token")).to.equal("t");
  pm.expect(pm.request.to.have.header("Content-Type", "application/json")).to.exist;
});
pm.test("the parts of a URL", () => {
  const { url } = pm.request;
  pm.expect(url.protocol).to.equal("https");
  pm.expect(url.getHost()).to.equal("{{host}}");
  pm.expect(url.port).to.equal("8080");
  pm.expect(url.getPath()).to.equal("/shop/:id/items.json");
  pm.expect(url.getQueryString()).to.equal("q=a b&empty&q=2");
  pm.expect(url.getPathWithQuery()).to.equal("/shop/:id/items.json?q=a b&empty&q=2");
  pm.expect(url.query.get("q")).to.equal("2");
  pm.expect(url.query.map(param => param.key)).to.eql(["q", "empty", "q"]);
  pm.expect(url.hash).to.equal("part");
  pm.expect(url.getRemote()).to.equal("{{host}}:8080");
});
pm.test("path variables", () => {
  const url = new Url({ host: "x.com", path: "/a/:id/:file.json", variable: [{ key: "id", value: "7" }, { key: "file", value: "f" }] });
  pm.expect(url.getPath()).to.equal("/a/7/f.json");
  pm.expect(url.getPath(true)).to.equal("/a/:id/:file.json");
});
for (const text of ["https://x.com", "https://x.com/", "http://u:p@x.com:80/a//b/?", "{{base}}/a?x={{y&z}}&b", "localhost:3000/x", "/relative?x", "https://[::1]:8080/a", "https://x.com?a=1#b#c", "", "https://x.com/?a=%20&b=+", "mailto:a@b"]) {
  pm.test(`the URL ${text} keeps its text`, () => {
    pm.expect(new Url(text).toString()).to.equal(text);
  });
}
pm.test("a body of JSON with variables is not touched", () => {
  const request = new Request({ url: "https://x", body: { mode: "raw", raw: '{"a": {{b}}}' } });
  pm.expect(request.body.raw).to.equal('{"a": {{b}}}');
});
pm.test("bodies", () => {
  const { body } = new Request({ url: "x", body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "1" }, { key: "b", value: "2" }] } });
  pm.expect(body.urlencoded.get("a")).to.equal("1");
  pm.expect(body.toString()).to.equal("a=1&b=2");
  const form = new Request({ url: "x", body: { mode: "formdata", formdata: [{ key: "f", type: "file", src: "a.txt" }] } });
  pm.expect(form.body.formdata.one("f").src).to.equal("a.txt");
  pm.expect(new Request("https://x").body.isEmpty()).to.be.true;
});

// Changes that the job's end reports.
pm.request.method = "PUT";
pm.request.url.query.add({ key: "added", value: "1" });
pm.request.addQueryParams("x=y");
pm.request.removeQueryParams("empty");
pm.request.headers.upsert({ key: "Content-Type", value: "text/plain" });
pm.request.addHeader({ key: "X-New", value: "n" });
pm.request.removeHeader("Accept");
pm.request.body.update("plain");
pm.request.authorizeUsing("basic", [{ key: "username", value: "u" }, { key: "password", value: "p" }]);
