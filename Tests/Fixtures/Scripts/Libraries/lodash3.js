// The global `_` is lodash 3.10, and `require("lodash")` is lodash 4.
const same = (name, got, wanted) => pm.test(name, () => pm.expect(got()).to.eql(wanted));

same("_.max([{a:1},{a:3}],'a')", () => _.max([{a:1},{a:3}],'a'), {"a":3});
same("_.min([{a:1},{a:3}],'a')", () => _.min([{a:1},{a:3}],'a'), {"a":1});
same("_.sum([{a:1},{a:3}],'a')", () => _.sum([{a:1},{a:3}],'a'), 4);
same("_.uniq([{a:1},{a:1},{a:2}],'a').length", () => _.uniq([{a:1},{a:1},{a:2}],'a').length, 2);
same("_.flatten([1,[2,[3]]],true)", () => _.flatten([1,[2,[3]]],true), [1,2,3]);
same("_.flatten([1,[2,[3]]])", () => _.flatten([1,[2,[3]]]), [1,2,[3]]);
same("_.zipObject([['a',1],['b',2]])", () => _.zipObject([['a',1],['b',2]]), {"a":1,"b":2});
same("_.clone({a:{b:1}},true)", () => _.clone({a:{b:1}},true), {"a":{"b":1}});
same("_.pick({a:1,b:2},function(v){return v>1})", () => _.pick({a:1,b:2},function(v){return v>1}), {"b":2});
same("_.omit({a:1,b:2},function(v){return v>1})", () => _.omit({a:1,b:2},function(v){return v>1}), {"a":1});
same("_.filter([{a:1},{a:2}],'a',1)", () => _.filter([{a:1},{a:2}],'a',1), [{"a":1}]);
same("_.find([{a:1},{a:2}],'a',2)", () => _.find([{a:1},{a:2}],'a',2), {"a":2});
same("_.some([{a:1}],'a',1)", () => _.some([{a:1}],'a',1), true);
same("_.every([{a:1}],'a',1)", () => _.every([{a:1}],'a',1), true);
same("_.map([1,2],function(x){return x*this.m},{m:2})", () => _.map([1,2],function(x){return x*this.m},{m:2}), [2,4]);
same("_.reduce([1,2],function(a,b){return a+b+this.m},0,{m:1})", () => _.reduce([1,2],function(a,b){return a+b+this.m},0,{m:1}), 5);
same("_.findIndex([{a:1},{a:2}],'a',2)", () => _.findIndex([{a:1},{a:2}],'a',2), 1);
same("_.detect([1,2],function(x){return x>1})", () => _.detect([1,2],function(x){return x>1}), 2);
same("_.collect([1],function(x){return x+1})", () => _.collect([1],function(x){return x+1}), [2]);
same("_.select([1,2],function(x){return x>1})", () => _.select([1,2],function(x){return x>1}), [2]);
same("_.inject([1,2],function(a,b){return a+b})", () => _.inject([1,2],function(a,b){return a+b}), 3);
same("_.foldl([1,2],function(a,b){return a+b},0)", () => _.foldl([1,2],function(a,b){return a+b},0), 3);
same("_.include([1],1)", () => _.include([1],1), true);
same("_.include('abc','b')", () => _.include('abc','b'), true);
same("_.unique([1,1])", () => _.unique([1,1]), [1]);
same("_.rest([1,2,3])", () => _.rest([1,2,3]), [2,3]);
same("_.tail([1,2])", () => _.tail([1,2]), [2]);
same("_.object(['a'],[1])", () => _.object(['a'],[1]), {"a":1});
same("_.methods({a:function(){}})", () => _.methods({a:function(){}}), ["a"]);
same("_.functions({a:function(){}})", () => _.functions({a:function(){}}), ["a"]);
same("_.extend({a:1},{b:2})", () => _.extend({a:1},{b:2}), {"a":1,"b":2});
same("_.assign({a:1},{a:2},function(x,y){return x+y})", () => _.assign({a:1},{a:2},function(x,y){return x+y}), {"a":3});
same("_.merge({a:[1]},{a:[2]},function(a,b){return _.isArray(a)?a.concat(b):undefined})", () => _.merge({a:[1]},{a:[2]},function(a,b){return _.isArray(a)?a.concat(b):undefined}), {"a":[1,2]});
same("_.isEqual({a:1},{a:2},function(){return true})", () => _.isEqual({a:1},{a:2},function(){return true}), true);
same("_.cloneDeep({a:new Date(0)}).a.getTime()", () => _.cloneDeep({a:new Date(0)}).a.getTime(), 0);
same("_.indexOf([1,2,3],2,true)", () => _.indexOf([1,2,3],2,true), 1);
same("_.sortBy([{a:2},{a:1}],'a')", () => _.sortBy([{a:2},{a:1}],'a'), [{"a":1},{"a":2}]);
same("_.sortByAll([{a:2,b:1},{a:1,b:2}],['a','b'])[0].a", () => _.sortByAll([{a:2,b:1},{a:1,b:2}],['a','b'])[0].a, 1);
same("_.trunc('hello world',5)", () => _.trunc('hello world',5), "he...");
same("_.padRight('a',3)", () => _.padRight('a',3), "a  ");
same("_.pairs({a:1})", () => _.pairs({a:1}), [["a",1]]);
same("_.backflow?true:false", () => _.backflow?true:false, true);
same("_.compose(function(x){return x+1},function(x){return x*2})(3)", () => _.compose(function(x){return x+1},function(x){return x*2})(3), 7);
same("_.xor([1,2],[2,3])", () => _.xor([1,2],[2,3]), [1,3]);
same("_.callback('a')({a:1})", () => _.callback('a')({a:1}), 1);
same("_.size({a:1})", () => _.size({a:1}), 1);
same("_.get({a:1},'b','d')", () => _.get({a:1},'b','d'), "d");
same("_.has({a:{b:1}},'a.b')", () => _.has({a:{b:1}},'a.b'), true);
same("_.capitalize('fOO')", () => _.capitalize('fOO'), "FOO");
same("_.words('a b')", () => _.words('a b'), ["a","b"]);
same("_.parseInt('08')", () => _.parseInt('08'), 8);
same("_.includes({a:1,b:2},2)", () => _.includes({a:1,b:2},2), true);
same("_.at(['a','b','c'],[0,2])", () => _.at(['a','b','c'],[0,2]), ["a","c"]);
same("_.take([1,2,3],2)", () => _.take([1,2,3],2), [1,2]);
same("_.last([1,2])", () => _.last([1,2]), 2);
same("_.initial([1,2])", () => _.initial([1,2]), [1]);
same("_.compact([0,1])", () => _.compact([0,1]), [1]);
same("_.invoke([[3,1]],'sort')", () => _.invoke([[3,1]],'sort'), [[1,3]]);
same("_.times(2,function(i){return i})", () => _.times(2,function(i){return i}), [0,1]);
same("_.range(3)", () => _.range(3), [0,1,2]);
same("_.mapValues({a:1},function(x){return x+1})", () => _.mapValues({a:1},function(x){return x+1}), {"a":2});
same("_.countBy(['a','a'])", () => _.countBy(['a','a']), {"a":2});
same("_.partition([1,2],function(x){return x>1})", () => _.partition([1,2],function(x){return x>1}), [[2],[1]]);
same("_.shuffle([1]).length", () => _.shuffle([1]).length, 1);
same("_.isPlainObject({})", () => _.isPlainObject({}), true);
same("_.escape('<')", () => _.escape('<'), "&lt;");
same("_.startCase('fooBar')", () => _.startCase('fooBar'), "Foo Bar");
same("_.deburr('\u00e9')", () => _.deburr('é'), "e");
same("_.set({},'a.b',1)", () => _.set({},'a.b',1), {"a":{"b":1}});
same("_.uniqueId('x').slice(0,1)", () => _.uniqueId('x').slice(0,1), "x");
same("_.thru(1,function(x){return x+1})", () => _.thru(1,function(x){return x+1}), 2);
same("_.now()>0", () => _.now()>0, true);

const list = [{ id: 1, n: "a" }, { id: 2, n: "b" }], self = { m: 2 };
same("a property and its value", () => [
  _.find(list, "id", 2).n, _.filter(list, "id", 2).length, _.some(list, "id", 3), _.every(list, "id", 1),
  _.reject(list, "id", 1).length, _.findIndex(list, "n", "b"), _.partition(list, "id", 1)[0].length, _.findKey({ a: list[1] }, "id", 2),
], ["b", 1, false, false, 1, 1, 1, "a"]);
same("a body with its this", () => [
  _.map([1], function (x) { return x * this.m; }, self), _.forEach([1], function () { this.m++; }, self) && self.m,
  _.times(1, function () { return this.m; }, self), _.reduce([1], function (a, b) { return a + b * this.m; }, 1, self),
], [[2], 3, [3], 4]);
same("without values", () => [_.max([]), _.min([]), _.sum([]), _.max(null)], [-Infinity, Infinity, 0, -Infinity]);
same("numbers", () => [_.sum(["1", "2"]), _.max(["5", "10"]), _.max({ a: 1, b: 3 }), _.min(list, item => -item.id).id], [3, "10", 3, 2]);
same("functions that map calls", () => [_.map([[1, 2], [3]], _.max), _.map([[1, 1], [3]], _.uniq), _.map(["a"], _.capitalize)], [[2, 3], [[1], [3]], ["A"]]);
same("members", () => [_.pick({ a: 1, b: 2 }, ["b", "c"]), _.omit({ a: 1, b: 2, c: 3 }, "a", "c"), _.pick({ a: { b: 1 } }, "a.b"), _.pick(null, "a")], [{ b: 2 }, { b: 2 }, {}, {}]);
same("older names", () => [
  _.include([1], 1), _.contains("ab", "b"), _.pluck(list, "id"), _.where(list, { id: 2 }).length, _.findWhere(list, { id: 1 }).n,
  _.indexBy(list, "n").b.id, _.padLeft("a", 3, "-"), _.foldr([1, 2], (a, b) => a + b), _.sortByOrder(list, ["id"], [false])[0].id,
  _.restParam((a, rest) => rest)(1, 2, 3), _.modArgs(x => x, x => x + 1)(1), _.eq({ a: 1 }, { a: 1 }),
], [true, true, [1, 2], 1, "a", 2, "--a", 3, 2, [2, 3], 2, true]);
same("chains", () => [
  _(list).filter("id", 2).map("n").value(), _([1, 2]).sum(), _.chain(list).where({ id: 2 }).first().value().n,
  _([[3, 1]]).invoke("sort").value(), _(list).contains(list[0]), _("a").padLeft(3), _(list).pluck("n").join("-"),
], [["b"], 3, "b", [[1, 3]], true, "  a", "a-b"]);
pm.test("lodash 4 stays beside it", () => {
  const four = require("lodash");
  pm.expect(_.VERSION).to.equal("3.10.2");
  pm.expect(four.VERSION).to.match(/^4/);
  pm.expect(four.invoke({ a: { b: () => 3 } }, "a.b")).to.equal(3);
  pm.expect(four.max([])).to.be.undefined;
  pm.expect(_.padStart("a", 2)).to.equal(" a");
});
