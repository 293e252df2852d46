// pm.sendRequest, cookies, the vault and other requests, by callback and by promise.
pm.test("sendRequest with a callback", done => {
  pm.sendRequest("https://example.com/a", (error, response, { cookies }) => {
    pm.expect(error).to.be.null;
    pm.expect(response.code).to.equal(200);
    pm.expect(response.json().url).to.equal("https://example.com/a");
    pm.expect(cookies.get("s")).to.equal("1");
    response.to.have.status(200);
    done();
  });
});
pm.test("sendRequest with a promise", async () => {
  const response = await pm.sendRequest({ url: "https://example.com/b", method: "POST", header: { "X-A": "1" }, body: { mode: "raw", raw: "hi" } });
  pm.expect(response.json()).to.include({ method: "POST" });
  pm.expect(response.json().body).to.eql({ mode: "raw", raw: "hi" });
});
pm.test("a request that fails", done => {
  pm.sendRequest("https://fail.example", (error, response) => {
    pm.expect(error).to.be.an("error").with.property("message", "Could not resolve host");
    pm.expect(response).to.be.undefined;
    done();
  });
});
pm.test("a promise of a request that fails", async () => {
  let caught;
  try { await pm.sendRequest("https://fail.example"); } catch (error) { caught = error; }
  pm.expect(caught).to.have.property("message", "Could not resolve host");
});
pm.test("many at once", async () => {
  const responses = await Promise.all([1, 2, 3].map(number => pm.sendRequest(`https://example.com/${number}`)));
  pm.expect(responses.map(response => response.json().url)).to.eql(["https://example.com/1", "https://example.com/2", "https://example.com/3"]);
});
pm.test("a request without a URL", done => {
  pm.sendRequest({ url: undefined }, (error, response) => {
    pm.expect(error).to.be.an("error").with.property("message", "pm.sendRequest needs a URL, or a request with one");
    pm.expect(response).to.be.undefined;
    pm.sendRequest({}).catch(reason => done(reason.message === error.message ? undefined : reason));
  });
});
pm.test("cookies of the request", () => {
  pm.expect(pm.cookies.get("seen")).to.equal("yes");
  pm.expect(pm.cookies.has("SEEN")).to.be.true;
  pm.expect(pm.cookies.toObject()).to.eql({ seen: "yes" });
});
pm.test("the cookie jar", async () => {
  const jar = pm.cookies.jar();
  pm.expect(await jar.get("https://x", "sid")).to.equal("abc");
  pm.expect((await jar.getAll("https://x")).get("sid")).to.equal("abc");
  pm.expect(await jar.set("https://x", "a", "b")).to.include({ name: "a", value: "b" });
  pm.expect(await jar.set("https://x", { name: "c", value: "d", httpOnly: true })).to.include({ name: "c", httpOnly: true });
  await jar.unset("https://x", "a");
  await jar.clear("https://x");
  pm.expect(() => jar.get()).to.throw("a URL is needed");
});
pm.test("the cookie jar with callbacks", done => {
  pm.cookies.jar().get("https://x", "sid", (error, value) => {
    pm.expect(value).to.equal("abc");
    pm.cookies.jar().getAll("https://x", (failed, list) => {
      pm.expect(list.count()).to.equal(1);
      done(failed);
    });
  });
});
pm.test("the vault", async () => {
  pm.expect(await pm.vault.get("key")).to.equal("s3cret");
  await pm.vault.set("other", "x");
  await pm.vault.unset("other");
  let caught;
  try { await pm.vault.get("none"); } catch (error) { caught = error; }
  pm.expect(caught).to.have.property("message", "No secret has this name");
});
pm.test("another request of the collection", async () => {
  const response = await pm.execution.runRequest("Log in", { variables: { user: "a" } });
  pm.expect(response.code).to.equal(201);
});
pm.test("a request that is sent while another one is written", async () => {
  let inner;
  const variables = { user: { toJSON() { inner = pm.sendRequest("https://example.com/inner"); return "a"; } } };
  pm.expect((await pm.execution.runRequest("Log in", { variables })).text()).to.equal("Log in");
  pm.expect((await inner).json().url).to.equal("https://example.com/inner");
});
pm.test("axios", async () => {
  const axios = require("axios");
  const { data, status } = await axios.post("https://example.com/c", { a: 1 }, { params: { q: "x y" } });
  pm.expect(status).to.equal(200);
  pm.expect(data).to.deep.include({ url: "https://example.com/c?q=x%20y", method: "POST" });
});
pm.test("what is not part of HTTP says so", () => {
  pm.expect(() => pm.message).to.throw("pm.message is not available");
  pm.expect(() => pm.datasets).to.throw("pm.datasets is not available");
  pm.expect(() => pm.onMessage(() => {})).to.throw("pm.onMessage: there are no messages here");
  pm.expect(() => pm.onMessage(1)).to.throw("pm.onMessage takes a function");
});
pm.test("the visualizer", () => {
  pm.visualizer.set("<b>{{x}}</b>", { x: 1 });
  pm.visualizer.clear();
  pm.expect(() => pm.visualizer.set(1)).to.throw("Template must be of type string");
});
