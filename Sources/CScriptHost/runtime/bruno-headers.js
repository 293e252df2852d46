// The headers of requests and responses in Bruno's scripts (header-list.js, prepare-request.js).
(function (runtime) {
  "use strict";
  const { define } = runtime;

  // Lists of headers with names in any case (header-list.js).
  define("brunoHeaders", () => {
    const isSame = (one, other) => String(one).toLowerCase() === String(other).toLowerCase();
    const parsed = line => {
      const [, key, value] = /^([^:]*):([^]*)$/.exec(line) || [];
      return key === undefined ? undefined : { key: key.trim(), value: value.trim() };
    };

    // `all` returns the headers as plain objects.
    function reading(all) {
      const list = {
        all, toJSON: all, count: () => all().length,
        one: name => all().findLast(header => isSame(header.key, name)),
        get: name => (list.one(name) || {}).value,
        has: (name, value) => all().some(header => typeof name === "object" && name !== null
          ? isSame(header.key, name.key)
          : isSame(header.key, name) && (value === undefined || header.value === value)),
        indexOf: item => all().findIndex(header => typeof item === "string"
          ? isSame(header.key, item)
          : isSame(header.key, item.key) && header.value === item.value),
        each(call, self) { all().forEach(call, self); },
        reduce: (call, ...initial) => all().reduce(call, ...initial.slice(0, 1)),
        toObject: isEnabled => Object.fromEntries(
          all().filter(header => !isEnabled || !header.disabled).map(({ key, value }) => [key, value])
        ),
        toString: () => all().filter(header => !header.disabled).map(({ key, value }) => `${key}: ${value}`).join("\n"),
      };
      for (const name of ["find", "filter", "map"]) list[name] = (call, self) => all()[name](call, self);
      return list;
    }

    function writing(list, headers) {
      const named = items => typeof items === "string" ? items.split(/\r?\n/).map(parsed) : items;
      return Object.assign(list, {
        upsert(item, value) {
          const given = typeof item === "string" ? { key: item, value } : item;
          if (!given || !given.key) return null;
          const isNew = !list.has(given.key);
          headers.upsert({ key: given.key, value: given.value });
          return isNew;
        },
        add(item, value) { list.upsert(typeof item === "string" && value === undefined ? parsed(item) : item, value); },
        remove(which, self) {
          const one = typeof which === "string" ? { key: which } : which;
          const found = typeof which === "function" ? list.filter(which, self) : [one];
          found.forEach(({ key }) => headers.remove(key));
        },
        clear() { headers.clear(); },
        populate(items) { for (const item of named(items)) if (item && !list.has(item.key)) list.upsert(item); },
        repopulate(items) { list.clear(); list.populate(items); },
        assimilate(source, prunes) {
          const given = typeof source.all === "function" ? source.all() : source;
          given.forEach(header => list.upsert(header));
          if (prunes) list.remove(header => !given.some(other => isSame(other.key, header.key)));
        },
      });
    }

    const names = ["upsert", "add", "remove", "clear", "populate", "repopulate", "assimilate"];
    const refuse = () => { throw new Error("HeaderList is read-only (response headers cannot be modified)"); };
    return {
      ofRequest: headers => writing(reading(() => headers.all().map(({ key, value, disabled }) => (
        disabled ? { key, value, disabled } : { key, value }
      ))), headers),
      ofResponse: headers => Object.assign(
        reading(() => Object.entries(headers.toObject()).map(([key, value]) => ({ key, value }))),
        Object.fromEntries(names.map(name => [name, refuse]))
      ),
    };
  });

  // The headers of the folders, the auth, the body and the request in one list, as Bruno merges them before scripts run.
  define("brunoMergedHeaders", use => {
    const { request } = use("exchange");
    const { inheritedHeaders = [], authHeader, bodyType, authKind } = use("job").state.request || {};
    const same = name => header => header.key.toLowerCase() === String(name).toLowerCase();
    // The names that were removed: no folder sends them, and no default does.
    let omitted = [];
    const omits = name => omitted.some(key => same(name)({ key }));
    const keep = name => { request.omittedHeaders = omitted = omitted.filter(key => !same(name)({ key })); };
    const omit = name => {
      keep(name);
      if (/^[^\s,]+$/.test(name)) omitted.push(String(name));
    };
    // Once all headers are replaced, the type of the body is sent without being among them.
    let typed = bodyType === undefined ? [] : [{ key: "content-type", value: bodyType }];
    // Those that the request does not have itself.
    const inherited = () => [...inheritedHeaders, ...typed].filter(({ key, disabled }) => (
      !omits(key) && !request.headers.all().some(header => same(key)(header) && (disabled || !header.disabled))
    ));
    const last = (list, name) => list.filter(header => !header.disabled && same(name)(header)).at(-1)?.value;
    const headers = {
      all: () => [...inherited(), ...request.headers.all()],
      get: name => last(headers.all(), name),
      // Without that of the body.
      written: name => last(headers.all().filter(header => !typed.includes(header)), name),
      hasAuth: () => authHeader === undefined || !omits(authHeader),
      toObject: () => ({
        ...Object.fromEntries(inherited().filter(header => !header.disabled).map(({ key, value }) => [key, value])),
        ...request.headers.toObject(true, true),
      }),
      upsert(header) {
        keep(header.key);
        // Bruno adds it after the scripts.
        if (authKind === "basic" && same("authorization")(header)) request.keepsBasicAuth = true;
        request.headers.upsert(header);
      },
      remove(name) {
        omit(name);
        request.headers.remove(name);
      },
      clear() {
        inheritedHeaders.forEach(({ key }) => omit(key));
        if (authHeader) omit(authHeader);
        typed = [];
        request.headers.clear();
      },
    };
    return headers;
  });
});
