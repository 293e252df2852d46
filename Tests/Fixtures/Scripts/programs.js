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
  expect(bru.interpolate("{{v.x}} {{v.y}} {{a.x}}")).to.equal("1 {{v.y}} {{a.x}}");
  expect(pm.variables.get("own")).to.equal("1");
  bru.setVar("o", { "a b": { c: [1, [2, "{{own}}"]] }, 'q"': 1, "d.e": true, "x]y": null, l: [] });
  for (const [text, expected] of [
    ["{{o['a b'].c[0]}}", "1"], ['{{o["a b"]["c"][1][0]}}', "2"], ["{{o['a b'].c[1]}}", '[2,"1"]'],
    ['{{o["q\\""]}}', "1"], ["{{o['d.e']}}", "true"], ["{{o['x]y']}}", "null"], ["{{o.l}}", "[]"], ["{{o.l.length}}", "0"],
    ["{{o['a']}}", "{{o['a']}}"], ["{{o['a b]}}", "{{o['a b]}}"], ["{{o['a b'].c[9].d}}", "{{o['a b'].c[9].d}}"],
    ["{{ o.l }}", "{{ o.l }}"], ["{{process.env.NO}}", "{{process.env.NO}}"],
  ]) expect(bru.interpolate(text)).to.equal(expected);
  bru.setVar("o.l", "own");
  expect(bru.interpolate("{{o.l}}")).to.equal("own");
  bru.deleteVar("o.l");
  bru.deleteVar("o");
  bru.setEnvVar("path", "{{a}}/x");
  expect(bru.getEnvVar("path")).to.equal("1/x");
  expect(bru.getProcessEnv("HOME_OF")).to.equal(undefined);
  expect(bru.getEnvName()).to.equal("local");
  expect(bru.getCollectionName()).to.equal("Shop");
  expect(bru.interpolate("{{a}}-{{f}}")).to.equal("1-folder");
  expect(bru.utils.minifyJson('{ "a": 1 }')).to.equal('{"a":1}');
});
const sequence = [];
await test("a test that takes its time", async () => {
  await bru.sleep(2);
  sequence.push("test");
});
sequence.push("script");
test("the script waits for it", () => { expect(sequence).to.eql(["test", "script"]); });
test("random bytes", () => {
  const made = crypto.randomBytes(40);
  expect([made instanceof Uint8Array, made.length]).to.eql([true, 40]);
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
  expect([bru.cookies.has("sid", "abc"), bru.cookies.has("sid", "other")]).to.eql([true, false]);
  expect([bru.cookies.one("sid").value, bru.cookies.one("other"), bru.cookies.count()]).to.eql(["abc", undefined, 1]);
  expect([bru.cookies.idx(0).key, bru.cookies.idx(9)]).to.eql(["sid", undefined]);
  expect(bru.cookies.all().map(cookie => cookie.key)).to.eql(["sid"]);
  expect(bru.cookies.toJSON().map(cookie => cookie.value)).to.eql(["abc"]);
  expect([bru.cookies.indexOf("sid"), bru.cookies.indexOf({ key: "sid", value: "x" })]).to.eql([0, -1]);
  expect(bru.cookies.find(cookie => cookie.key === "sid").value).to.equal("abc");
  expect(bru.cookies.filter(cookie => cookie.key === "other")).to.eql([]);
  expect(bru.cookies.reduce((text, cookie) => text + cookie.key, "")).to.equal("sid");
  expect(String(bru.cookies)).to.equal("sid=abc");
  const seen = [];
  bru.cookies.each(cookie => seen.push(cookie.key));
  expect(seen).to.eql(bru.cookies.map(cookie => cookie.key));
  const jar = bru.cookies.jar();
  expect((await jar.getCookie("https://x", "sid")).value).to.equal("abc");
  expect([await jar.hasCookie("https://x", "sid"), await jar.hasCookie("https://x", "no")]).to.eql([true, false]);
  expect((await jar.getCookies("https://x")).map(cookie => cookie.key)).to.eql(["sid"]);
  expect((await jar.setCookie("https://x", { key: "k", value: "v" })).name).to.equal("k");
  let cleared;
  await jar.clear(error => { cleared = error; });
  expect([cleared, await jar.clear()]).to.eql([null, undefined]);
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
  expect(req.getPathParams()).to.eql([]);
});
test("a form that a script sets", () => {
  req.setHeader("Content-Type", "application/x-www-form-urlencoded");
  req.setBody({ key: "a b", list: ["x", "y"], none: null });
  expect(req.getBody()).to.equal("key=a%20b&list=x&list=y&none=");
  req.setBody([{ name: "zero", value: 0 }, { name: "k", value: "1" }, { name: "k", value: "2" }]);
  expect(req.getBody()).to.equal("zero=0&k=1&k=2");
  expect(req.headerList.get("content-type")).to.equal("application/x-www-form-urlencoded");
  expect(req.headerList.count()).to.equal(2);
  expect(res.headerList.has("Content-Type", "application/json")).to.be.true;
});
test("lists of headers", () => {
  const list = req.headerList;
  list.populate([{ key: "accept", value: "other" }, { key: "X-A", value: "1" }]);
  list.add("X-B: 2:3");
  expect([list.get("accept"), list.get("x-a"), list.get("x-b")]).to.eql(["*/*", "1", "2:3"]);
  expect([list.indexOf({ key: "x-a", value: "1" }), list.indexOf({ key: "x-a", value: "2" })]).to.eql([2, -1]);
  expect(list.upsert({ key: "X-A", value: "2" })).to.be.false;
  list.remove({ key: "x-a", value: "2" });
  list.remove(header => header.key === "X-B");
  expect(list.map(header => header.key)).to.eql(["Accept", "Content-Type"]);
  expect(res.headerList.one("Content-Type")).to.eql({ key: "content-type", value: "application/json" });
  expect(() => res.headerList.clear()).to.throw("HeaderList is read-only");
});
test("res", () => {
  expect(res.getStatus()).to.equal(200);
  expect(res.status).to.equal(200);
  expect(res.statusText).to.equal("OK");
  expect(res.getHeader("content-type")).to.equal("application/json");
  expect(res.getBody()).to.eql({ id: 7, list: [{ n: 1 }] });
  expect(res.body.id).to.equal(7);
  expect(res("list[0].n")).to.equal(1);
  expect([res("list.n"), res("..n"), res("list[1]"), res("nope.x")]).to.eql([[1], [1], undefined, undefined]);
  expect(res.getResponseTime()).to.equal(3);
  expect(Object.keys(res.getSize())).to.eql(["header", "body", "total"]);
  expect(res.size.total).to.equal(res.size.header + res.size.body);
  res.setBody({ changed: true });
  expect(res.body).to.eql({ changed: true });
});
test("queries of res", () => {
  const items = [{ id: 1, n: "x", t: [1, [2]] }, { id: 2, n: "y", t: [] }, null];
  res.setBody({ items, one: { n: "z", items: [] }, nothing: null });
  for (const [query, choices, expected] of [
    ["items[?]", [item => item.id > 1], [items[1]]], ["items[?].n", [item => item.id > 1], ["y"]],
    ["items[?]", [{ id: 2, n: "y" }], [items[1]]], ["items[?]", [{ id: 9 }], undefined],
    ["items[?][0].n", [{ id: 1 }], "x"], ["items..id[?]", [id => id + 10], [11, 12]],
    ["one[?]", [one => one.n], "z"], ["..n", [], ["x", "y", "z"]], ["items.t", [], [1, 2]], ["one.items", [], undefined],
    ["items [1] . n", [], "y"], ["nothing.n", [], null], ["one.n.length", [], undefined],
    ["items[?].t[?]", [{ id: 1 }, number => number * 2], [2, 4]],
  ]) expect(res(query, ...choices), query).to.eql(expected);
  expect(() => res("items[?]")).to.throw('res("items[?]"): a [?] has no function or object');
});
test("names of variables in bru", () => {
  const refused = '"bad name" cannot be the name of a variable: only letters, digits, "-", "_" and "." can be in it';
  for (const call of ["setVar", "setEnvVar", "setCollectionVar", "getVar"]) {
    expect(() => bru[call]("bad name", 1), call).to.throw(refused);
  }
  expect(() => bru.setVar("", 1)).to.throw("bru.setVar needs the name of a variable");
  expect(bru.getEnvVar("bad name")).to.equal(undefined);
  bru.setGlobalEnvVar("a name", 1);
  expect(bru.getGlobalEnvVar("a name")).to.equal(1);
  bru.deleteGlobalEnvVar("a name");
});
test("jsonBody of data", () => {
  const body = { a: { "b.c": [{ n: 1 }] } };
  expect(body).to.have.jsonBody();
  expect(body).to.be.json;
  expect(body).to.have.jsonBody({ a: { "b.c": [{ n: 1 }] } });
  expect(body).to.have.jsonBody('a["b.c"][0].n', 1);
  expect(body).to.not.have.jsonBody("a.b");
  expect(body).to.not.have.jsonBody("a['b.c'][0].n", 2);
  expect({ "it's": 1 }).to.have.jsonBody("['it\\'s']", 1);
  // The time must not double with each backslash.
  expect(body).to.not.have.jsonBody("['" + "\\".repeat(60));
  expect(() => expect("text").to.have.jsonBody()).to.throw("expected 'text' to be a JSON body (object or array)");
  expect(() => expect(body).to.have.jsonBody("a.b")).to.throw("expected body to have nested property 'a.b'");
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
