// The other classes of Postman's collection SDK: URLs, requests, collections.
(function (runtime) {
  "use strict";
  const { define, defineLasting } = runtime;

  defineLasting("postmanURL", use => {
    const { Property, PropertyList, isObject } = use("lists");
    const { QueryParam, QueryParamList } = use("parts");
    const { Variable } = use("variable");

    // Splits at a character outside of `{{…}}`.
    function split(text, separator) {
      const parts = [""];
      for (const piece of text.match(/\{\{[^{}]*\}\}|[^]/g) || []) {
        if (piece === separator) parts.push("");
        else parts[parts.length - 1] += piece;
      }
      return parts;
    }

    function cut(text, separator) {
      let place = 0;
      for (const piece of text.match(/\{\{[^{}]*\}\}|[^]/g) || []) {
        if (piece === separator) return [text.slice(0, place), text.slice(place + 1)];
        place += piece.length;
      }
      return [text, undefined];
    }

    function parse(text) {
      const output = {};
      let rest;
      [rest, output.hash] = cut(String(text).trim(), "#");
      let query;
      [rest, query] = cut(rest, "?");
      if (query !== undefined) output.query = query === "" ? [{ key: "", value: null }] : QueryParam.parse(query);
      const scheme = /^([a-z][a-z0-9+.-]*|\{\{[^{}]*\}\}):\/\//i.exec(rest);
      if (scheme) {
        output.protocol = scheme[1];
        rest = rest.slice(scheme[0].length);
      }
      const [authority, path] = cut(rest, "/");
      if (path !== undefined) output.path = split(path, "/");
      const at = authority.lastIndexOf("@");
      if (at >= 0) {
        const [user, password] = cut(authority.slice(0, at), ":");
        output.auth = { user, password };
      }
      const [name, port] = cut(
        authority.slice(at + 1).replace(/^\[[^\]]*\]/, address => address.replace(/:/g, "\0")), ":"
      );
      if (port !== undefined) output.port = port;
      if (name !== "") output.host = split(name.replace(/\0/g, ":"), ".");
      return output;
    }

    const listOf = (value, separator) => value === undefined || value === null ? undefined
      : typeof value === "string" ? split(value.replace(separator === "/" ? /^\// : /^$/, ""), separator)
        : value.map(part => isObject(part) ? String(part.value) : String(part));

    class Url extends Property {
      #text; #asParsed;
      constructor(definition) {
        super({});
        this.update(definition);
      }
      update(definition) {
        const given = typeof definition === "string" ? parse(definition) : definition || {};
        const parts = given.host || given.path || given.query
          ? given
          : { ...given, ...(given.raw ? parse(given.raw) : {}) };
        this.auth = parts.auth;
        this.protocol = parts.protocol;
        this.port = parts.port === undefined || parts.port === null ? undefined : String(parts.port);
        this.path = listOf(parts.path, "/");
        this.hash = parts.hash;
        this.host = listOf(parts.host, ".");
        this.query = new QueryParamList(this, parts.query || []);
        this.variables = new PropertyList(Variable, this, parts.variable || parts.variables || []);
        // A URL that is not changed keeps its text byte for byte.
        this.#text = typeof definition === "string" ? definition : undefined;
        this.#asParsed = this.#join(false, true);
      }
      get raw() { return this.toString(false, true); }
      addQueryParams(params) {
        (
          typeof params === "string" ? QueryParam.parse(params) : [].concat(params)
        ).forEach(param => this.query.add(param));
      }
      removeQueryParams(params) {
        for (const param of [].concat(params)) this.query.remove(isObject(param) ? param.key : param);
      }
      getHost() { return this.host === undefined ? "" : this.host.map(part => part).join("."); }
      getPath(options) {
        if (this.path === undefined) return "/";
        const isRaw = options === true || isObject(options) && options.unresolved;
        return `/${this.path.map(part => isRaw ? part : this.#resolved(part)).join("/")}`;
      }
      // A segment `:name` or `:name.json` with the value of the path variable.
      #resolved(part) {
        const found = /^:([^.]+)(.*)$/.exec(part);
        const value = found && this.variables.get(found[1]);
        return value === undefined || value === null || value === "" ? part : `${value}${found[2]}`;
      }
      getQueryString() { return this.query.count() === 0 ? "" : QueryParam.unparse(this.query); }
      getPathWithQuery() {
        const query = this.getQueryString();
        return this.getPath() + (query === "" ? "" : `?${query}`);
      }
      getRemote(isForced) {
        const port = this.port || (isForced ? (this.protocol === "https" ? "443" : "80") : undefined);
        return this.getHost() + (port ? `:${port}` : "");
      }
      isEmpty() { return this.toString() === ""; }
      #join(isForced, isRaw) {
        const protocol = this.protocol || (isForced ? "http" : "");
        const password = this.auth && typeof this.auth.password === "string" ? `:${this.auth.password}` : "";
        return (protocol === "" ? "" : protocol.endsWith("://") ? protocol : `${protocol}://`)
          + (this.auth && typeof this.auth.user === "string" ? `${this.auth.user}${password}@` : "")
          + this.getHost()
          + (this.port === undefined ? "" : `:${this.port}`)
          + (this.path === undefined ? "" : this.getPath(isRaw))
          + (this.query.members.some(param => !param.disabled) ? `?${this.getQueryString()}` : "")
          + (this.hash === undefined || this.hash === null ? "" : `#${this.hash}`);
      }
      // With the values of path variables, unless it is to be as it is written.
      toString(isForced, isRaw = false) {
        const written = this.#join(isForced, true);
        const text = isRaw ? written : this.#join(isForced, false);
        return this.#text !== undefined && written === this.#asParsed && text === written ? this.#text : text;
      }
      toJSON() {
        const output = { raw: this.toString(false, true) };
        for (const name of ["protocol", "auth", "host", "port", "path", "hash"]) {
          if (this[name] !== undefined) output[name] = this[name];
        }
        output.query = this.query.toJSON();
        output.variable = this.variables.toJSON();
        return output;
      }
      static parse(text) { return parse(text); }
      static isUrl(value) { return value instanceof Url; }
    }
    return Url;
  });

  defineLasting("request", use => {
    const { Property, PropertyList, isObject } = use("lists");
    const { Header, HeaderList, QueryParamList, FormParamList } = use("parts");
    const { Variable } = use("variable");
    const Url = use("postmanURL");

    class RequestBody extends Property {
      constructor(definition) {
        super({});
        this.update(definition);
      }
      update(definition) {
        const given = typeof definition === "string" ? { mode: "raw", raw: definition } : definition || {};
        if (given.mode === undefined && given.raw === undefined && !isObject(definition)) return;
        this.mode = given.mode
          || ["raw", "urlencoded", "formdata", "graphql", "file"].find(mode => given[mode] !== undefined);
        this.raw = given.raw;
        this.urlencoded = given.urlencoded === undefined ? undefined : new QueryParamList(this, given.urlencoded);
        this.formdata = given.formdata === undefined ? undefined : new FormParamList(this, given.formdata);
        this.graphql = given.graphql;
        this.file = typeof given.file === "string" ? { src: given.file } : given.file;
        this.options = given.options;
        this.disabled = given.disabled;
      }
      isEmpty() {
        const data = this.mode && this[this.mode];
        if (data === undefined || data === null || data === "") return true;
        if (data instanceof PropertyList) return data.count() === 0;
        return this.mode === "file" ? !(data.src || data.content) : false;
      }
      toString() {
        if (this.isEmpty()) return "";
        if (this.mode === "graphql") return JSON.stringify(this.graphql);
        if (this.mode === "raw") return typeof this.raw === "string" ? this.raw : JSON.stringify(this.raw);
        return this.mode === "urlencoded" ? this.urlencoded.toString() : "";
      }
    }

    class RequestAuth extends Property {
      constructor(definition) {
        super({});
        this.update(definition);
      }
      // Changes the parameters of a kind, by default of the present one. One that is not given stays.
      update(definition, type) {
        const given = definition || {};
        if (type !== undefined || given.type === undefined && this.type !== undefined) {
          return this.#assimilate(type === undefined ? this.type : type, given);
        }
        this.type = given.type;
        for (const name of Object.keys(given)) if (name !== "type") this[name] = listOf(given[name]);
      }
      use(type, options) {
        this.type = type;
        this.#assimilate(type, options);
      }
      #assimilate(type, options) {
        if (!(this[type] instanceof PropertyList)) this[type] = listOf(this[type]);
        this[type].assimilate(options);
      }
      current() { return this.type; }
      parameters() { return this[this.type]; }
      clear(type) { delete this[type || this.type]; }
    }
    const listOf = options => new PropertyList(Variable, undefined, options || []);

    const isNil = value => value === undefined || value === null;

    class Request extends Property {
      constructor(definition) {
        super(isObject(definition) ? definition : {});
        this.update(typeof definition === "string" ? { url: definition } : definition || {});
      }
      // Plain values that are assigned become objects of their classes, so that the methods of these stay there.
      #url; #headers; #body; #auth;
      get url() { return this.#url; }
      set url(value) { this.#url = value instanceof Url ? value : new Url(value); }
      get headers() { return this.#headers; }
      set headers(value) { this.#headers = value instanceof HeaderList ? value : new HeaderList(this, value); }
      get body() { return this.#body; }
      set body(value) { this.#body = isNil(value) || value instanceof RequestBody ? value : new RequestBody(value); }
      get auth() { return this.#auth; }
      set auth(value) { this.#auth = isNil(value) || value instanceof RequestAuth ? value : new RequestAuth(value); }
      [Symbol.for("nodejs.util.inspect.custom")]() { return this.toJSON(); }
      update(given) {
        this.url = given.url === undefined ? this.#url || "" : given.url;
        this.method = given.method === undefined ? this.method || "GET" : String(given.method);
        const headers = given.headers === undefined ? given.header : given.headers;
        if (headers !== undefined || this.headers === undefined) this.headers = headers;
        if (given.body !== undefined || this.body === undefined) {
          this.body = isNil(given.body) ? new RequestBody() : given.body;
        }
        if (given.auth) this.auth = given.auth;
      }
      addHeader(header) { this.headers.add(header); }
      removeHeader(header, options) {
        const name = header instanceof Header ? header.key : header;
        if (options && options.ignoreCase === false) this.headers.remove(item => item.key === name);
        else this.headers.remove(name);
      }
      upsertHeader(header) { this.headers.upsert(header); }
      getHeaders(options = {}) {
        return this.headers.toObject(options.enabled, !options.ignoreCase, options.multiValue, options.sanitizeKeys);
      }
      forEachHeader(call) { this.headers.each(header => call(header, this)); }
      addQueryParams(params) { this.url.addQueryParams(params); }
      removeQueryParams(params) { this.url.removeQueryParams(params); }
      authorizeUsing(type, options) {
        if (isObject(type)) {
          const { type: name, ...parameters } = type;
          return this.authorizeUsing(name, isNil(options) ? type[name] || parameters : options);
        }
        if (type === null) this.auth = undefined;
        else if (typeof type === "string") {
          this.auth = this.auth || new RequestAuth();
          this.auth.clear(type);
          this.auth.use(type, options);
        }
        return undefined;
      }
      size() {
        const body = use("text").utf8Length(this.body ? this.body.toString() : "");
        const header = this.headers.contentSize();
        return { body, header, total: body + header };
      }
      clone() { return new Request(this.toJSON()); }
      toJSON() {
        const output = { url: this.url.toJSON(), method: this.method, header: this.headers.toJSON() };
        if (this.body && this.body.mode) output.body = this.body.toJSON();
        if (this.auth) output.auth = this.auth.toJSON();
        for (const name of ["id", "name", "description"]) if (this[name] !== undefined) output[name] = this[name];
        return output;
      }
      get to() { return use("chai").expect(this).to; }
      static isRequest(value) { return value instanceof Request; }
    }

    // The request as the program reads it.
    function plain(request) {
      const output = { method: String(request.method), url: request.url.toString(false, true), headers: request.headers.toJSON() };
      if (request.body && request.body.mode) output.body = request.body.toJSON();
      if (request.auth) output.auth = authOf(request.auth);
      if (request.omittedHeaders && request.omittedHeaders.length > 0) output.omittedHeaders = request.omittedHeaders;
      if (request.keepsBasicAuth) output.keepsBasicAuth = true;
      const { variables } = request.url;
      if (variables.count() > 0) {
        output.pathVariables = variables.map(({ key, value }) => ({ key, value: String(value) }));
      }
      return output;
    }

    function authOf(auth) {
      const output = auth.toJSON();
      if (auth.type && auth[auth.type] instanceof PropertyList) {
        output[auth.type] = auth[auth.type].toJSON().map(({ key, value }) => ({ key, value }));
      }
      return output;
    }

    return { Request, RequestBody, RequestAuth, plain };
  });

  defineLasting("description", use => {
    const { isObject } = use("lists");
    return class Description {
      constructor(definition) { this.update(definition); }
      update(definition) {
        this.content = String((isObject(definition) ? definition.content : definition) ?? "");
        this.type = isObject(definition) && definition.type || "text/plain";
      }
      toString() { return this.content; }
      toJSON() { return { content: this.content, type: this.type }; }
    };
  });

  // Collections, which scripts seldom have: requests with their scripts and examples, in folders.
  define("items", use => {
    const { Property, PropertyList, isObject } = use("lists");
    const { VariableList } = use("variable"), { Request, RequestAuth } = use("request");
    const { Response } = use("response"), { uuid } = use("random"), Description = use("description");

    class Script extends Property {
      constructor(definition) {
        super(isObject(definition) ? definition : {});
        this.type = isObject(definition) && definition.type || "text/javascript";
        this.exec = isObject(definition) && !Array.isArray(definition) ? definition.exec : definition;
        if (typeof this.exec === "string") this.exec = this.exec.split(/\r?\n/);
      }
      toSource() { return Array.isArray(this.exec) ? this.exec.join("\n") : undefined; }
    }

    class Event extends Property {
      static keyName = "listen";
      constructor(definition) {
        super(definition);
        this.listen = definition.listen;
        this.script = new Script(definition.script);
      }
    }

    class EventList extends PropertyList {
      constructor(parent, items) { super(Event, parent, items); }
      listenersOwn(name) { return this.filter(event => event.listen === name); }
      listeners(name) { return this.listenersOwn(name); }
    }

    class Item extends Property {
      static keyName = "id";
      constructor(definition = {}) {
        super(definition);
        this.id = definition.id || definition._postman_id || uuid();
        this.request = new Request(definition.request);
        this.responses = new PropertyList(Response, this, definition.response);
        this.events = new EventList(this, definition.event);
      }
      toJSON() {
        const { events, responses, ...output } = super.toJSON();
        return { ...output, event: events, response: responses };
      }
      static isItem(value) { return value instanceof Item; }
    }

    class ItemGroup extends Property {
      static keyName = "id";
      constructor(definition = {}) {
        super({ ...definition.info, ...definition });
        this.id = this.id || definition._postman_id || uuid();
        this.items = new PropertyList(Item, this);
        const given = definition.item || definition.items || [];
        for (const item of given[Symbol.iterator] ? given : [given]) this.items.members.push(made(item));
        this.events = new EventList(this, definition.event);
        if (definition.auth) this.auth = new RequestAuth(definition.auth);
      }
      forEachItem(call) {
        this.items.each(item => { if (item instanceof ItemGroup) item.forEachItem(call); else call(item); });
      }
      forEachItemGroup(call) {
        this.items.each(item => {
          if (!(item instanceof ItemGroup)) return;
          item.forEachItemGroup(call);
          call(item);
        });
      }
      oneDeep(wanted) {
        for (const item of this.items) {
          const found = item.id === wanted || item.name === wanted ? item : item instanceof ItemGroup && item.oneDeep(wanted);
          if (found) return found;
        }
        return undefined;
      }
      toJSON() {
        const { events, items, ...output } = super.toJSON();
        return { ...output, item: items, event: events };
      }
      static isItemGroup(value) { return value instanceof ItemGroup; }
    }
    const made = item => item instanceof Item || item instanceof ItemGroup ? item
      : item.item || item.items ? new ItemGroup(item) : new Item(item);

    class Collection extends ItemGroup {
      constructor(definition = {}) {
        super(definition);
        this.variables = new VariableList(this, definition.variable);
      }
      static isCollection(value) { return value instanceof Collection; }
    }
    return { PropertyBase: Property, Description, Script, Event, EventList, Item, ItemGroup, Collection };
  });
});
