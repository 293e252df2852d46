// The interfaces of Insomnia, Bruno and Hoppscotch.
pm.test("insomnia", () => {
  insomnia.baseEnvironment.set("b", "1");
  pm.expect(pm.collectionVariables.get("b")).to.equal("1");
  pm.expect(insomnia.environment.get("a")).to.equal("1");
  pm.expect(insomnia.response.json().id).to.equal(7);
  insomnia.expect(1).to.equal(1);
});
test("variables of bru", () => {
  expect(bru.getEnvVar("a")).to.equal("1");
  bru.setEnvVar("n", "2");
  expect(bru.hasEnvVar("n")).to.be.true;
  expect(bru.getAllEnvVars()).to.include({ n: "2" });
  bru.deleteEnvVar("n");
  expect(pm.environment.has("n")).to.be.false;
  bru.setVar("v", { x: 1 });
  expect(bru.getVar("v")).to.eql({ x: 1 });
  bru.setGlobalEnvVar("g", 1);
  expect(bru.getGlobalEnvVar("g")).to.equal(1);
  expect(bru.getFolderVar("f")).to.equal("folder");
  expect(bru.getVar("a")).to.equal(undefined);
  expect(bru.hasVar("a")).to.be.false;
  expect(bru.hasVar("v")).to.be.true;
  expect(bru.getRequestVar("a")).to.equal(undefined);
  expect(bru.getRequestVar("own")).to.equal("1");
  expect(bru.getVar("own")).to.equal(undefined);
  expect(bru.hasVar("own")).to.be.false;
  expect(bru.getAllVars()).to.eql({ v: { x: 1 } });
  expect(bru.interpolate("{{own}}")).to.equal("1");
  expect(pm.variables.get("own")).to.equal("1");
  bru.setEnvVar("path", "{{a}}/x");
  expect(bru.getEnvVar("path")).to.equal("1/x");
  expect(bru.getProcessEnv("HOME_OF")).to.equal(undefined);
  expect(bru.getEnvName()).to.equal("local");
  expect(bru.getCollectionName()).to.equal("Shop");
  expect(bru.interpolate("{{a}}-{{f}}")).to.equal("1-folder");
  expect(bru.utils.minifyJson('{ "a": 1 }')).to.equal('{"a":1}');
});
test("bru.sleep", async () => { await bru.sleep(2); });
test("bru.sendRequest", async () => {
  const response = await bru.sendRequest({ url: "https://example.com", method: "POST", data: { a: 1 } });
  expect(response.data.body.raw).to.equal('{"a":1}');
  expect(response.status).to.equal(200);
  expect(response.statusText).to.equal("OK");
  expect(response.headers).to.eql({ "content-type": "application/json" });
  const listed = await bru.sendRequest({ baseURL: "https://example.com", url: "/list", params: { q: "a b" } });
  expect(listed.data.url).to.equal("https://example.com/list?q=a%20b");
  let called;
  await bru.sendRequest("https://example.com", (error, answer) => { called = [error, answer.data.method]; });
  expect(called).to.eql([null, "GET"]);
});
test("a status that is no success is an error of axios", async () => {
  let error;
  try { await bru.sendRequest({ url: "https://example.com/missing" }); } catch (caught) { error = caught; }
  expect(error.message).to.equal("Request failed with status code 404");
  expect(error.code).to.equal("ERR_BAD_REQUEST");
  expect(error.response.status).to.equal(404);
  const any = await bru.sendRequest({ url: "https://example.com/missing", validateStatus: () => true });
  expect(any.status).to.equal(404);
});
test("bru.runRequest", async () => {
  const response = await bru.runRequest("Log in");
  expect([response.status, response.statusText, response.data]).to.eql([201, "Created", "Log in"]);
});
test("cookies of bru", async () => {
  expect(bru.cookies.get("sid")).to.equal("abc");
  expect(bru.cookies.has("other")).to.be.false;
  const jar = bru.cookies.jar();
  expect((await jar.getCookie("https://x", "sid")).value).to.equal("abc");
  expect((await jar.getCookies("https://x")).map(cookie => cookie.key)).to.eql(["sid"]);
  expect((await jar.setCookie("https://x", { key: "k", value: "v" })).name).to.equal("k");
  expect(() => jar.clear()).to.throw("The jar of all hosts cannot be cleared here");
});
test("req", () => {
  expect(req.getUrl()).to.equal("https://x/?a=1");
  expect(req.url).to.equal("https://x/?a=1");
  expect(req.getMethod()).to.equal("POST");
  expect(req.getHeader("accept")).to.equal("*/*");
  expect(req.getHeaders()).to.eql({ Accept: "*/*" });
  expect(req.getBody()).to.eql({ q: 1 });
  req.setBody('{ "u": "http://x" /* of the shop */, // the count\n "n": 2 }');
  expect(req.getBody()).to.eql({ u: "http://x", n: 2 });
  expect(req.getTags()).to.eql(["smoke"]);
  expect(req.getExecutionMode()).to.equal("runner");
  expect(req.getName()).to.equal("List");
});
test("res", () => {
  expect(res.getStatus()).to.equal(200);
  expect(res.status).to.equal(200);
  expect(res.statusText).to.equal("OK");
  expect(res.getHeader("content-type")).to.equal("application/json");
  expect(res.getBody()).to.eql({ id: 7, list: [{ n: 1 }] });
  expect(res.body.id).to.equal(7);
  expect(res("list[0].n")).to.equal(1);
  expect(res.getResponseTime()).to.equal(3);
  expect(Object.keys(res.getSize())).to.eql(["body", "headers", "total"]);
  res.setBody({ changed: true });
  expect(res.body).to.eql({ changed: true });
});
test("pw and hopp", () => {
  pw.expect(pw.response.status).toBe(200);
  pw.expect(pw.response.status).toBeLevel2xx();
  pw.expect(pw.response.body.id).toBeType("number");
  pw.expect([1, 2]).toHaveLength(2);
  pw.expect("abc").toInclude("b");
  pw.expect(1).not.toBe(2);
  pw.env.set("p", "v");
  pw.expect(pw.env.get("p")).toBe("v");
  pw.expect(pw.env.resolve("<{{p}}>")).toBe("<v>");
  expect(() => pw.expect(1).toBe(2)).to.throw("Expected '1' to be '2'");
  expect(hopp.response.statusCode).to.equal(200);
  expect(hopp.response.body.asJSON().id).to.equal(7);
  expect(hopp.request.method).to.equal("POST");
});
