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
  expect(bru.getProcessEnv("HOME_OF")).to.equal("x");
  expect(bru.getEnvName()).to.equal("local");
  expect(bru.getCollectionName()).to.equal("Shop");
  expect(bru.interpolate("{{a}}-{{f}}")).to.equal("1-folder");
  expect(bru.utils.minifyJson('{ "a": 1 }')).to.equal('{"a":1}');
});
test("bru.sleep", async () => { await bru.sleep(2); });
test("bru.sendRequest", async () => {
  const response = await bru.sendRequest({ url: "https://example.com", method: "POST", data: { a: 1 } });
  expect(response.json().body.raw).to.equal('{"a":1}');
});
test("req", () => {
  expect(req.getUrl()).to.equal("https://x/?a=1");
  expect(req.url).to.equal("https://x/?a=1");
  expect(req.getMethod()).to.equal("POST");
  expect(req.getHeader("accept")).to.equal("*/*");
  expect(req.getHeaders()).to.eql({ Accept: "*/*" });
  expect(req.getBody()).to.eql({ q: 1 });
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
