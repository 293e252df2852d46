// What a lodash of our own answered otherwise.
const lo = require("lodash");
const is = (name, got, want) => pm.test(name, () => pm.expect(got).to.eql(want));
is('floor keeps a price', lo.floor(4.1, 2), 4.1);
is('floor of the global _', _.floor(4.1, 2), 4.1);
is('quoted key in a path', lo.get({cfg: {'app.name': 'shop'}}, 'cfg["app.name"]'), 'shop');
is('toPath', lo.toPath('cfg["app.name"].x'), ['cfg', 'app.name', 'x']);
is('orderBy path array', lo.orderBy([{who: {age: 9}}, {who: {age: 2}}], [['who', 'age']], ['asc'])[0].who.age, 2);
is('camelCase accents', lo.camelCase('Crème brûlée'), 'cremeBrulee');
is('kebabCase accents', lo.kebabCase('Größe Übung'), 'grosse-ubung');
is('merge array over object', lo.merge({list: {old: 1}}, {list: [7]}), {list: [7]});
is('map with take', lo.map([[1, 2], [3, 4]], lo.take), [[1], [3]]);
is('mapValues gets the object', lo.mapValues({a: 1}, (v, k, all) => Object.keys(all).length), {a: 1});
is('union skips null', lo.union(null, [1], [2]), [1, 2]);
is('round of Infinity', lo.round(Infinity, 2), Infinity);
pm.test('instanceof', () => pm.expect(lo([1]) instanceof lo).to.equal(true));
is('setWith', lo.setWith({}, '[0][1]', 'a', Object), {0: {1: 'a'}});
is('repeat default', lo.repeat('ab'), 'ab');
is('findLast starts at the end', (() => { const seen = []; lo.findLast([1, 2, 3], x => { seen.push(x); return x === 3; }); return seen; })(), [3]);
