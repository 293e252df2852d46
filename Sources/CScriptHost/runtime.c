// The files of `runtime`, in the order of their names.

#include "runtime.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char runtime[] = {
#embed "runtime/01-runtime.js" suffix(, )
    0};
static const char job[] = {
#embed "runtime/02-job.js" suffix(, )
    0};
static const char text[] = {
#embed "runtime/03-text.js" suffix(, )
    0};
static const char console[] = {
#embed "runtime/04-console.js" suffix(, )
    0};
static const char web[] = {
#embed "runtime/05-web.js" suffix(, )
    0};
static const char expect_values[] = {
#embed "runtime/06-expect-values.js" suffix(, )
    0};
static const char expect[] = {
#embed "runtime/07-expect.js" suffix(, )
    0};
static const char collection[] = {
#embed "runtime/08-collection.js" suffix(, )
    0};
static const char variables[] = {
#embed "runtime/09-variables.js" suffix(, )
    0};
static const char pm[] = {
#embed "runtime/10-pm.js" suffix(, )
    0};
static const char expect_postman[] = {
#embed "runtime/11-expect-postman.js" suffix(, )
    0};
static const char legacy[] = {
#embed "runtime/12-legacy.js" suffix(, )
    0};
static const char crypto[] = {
#embed "runtime/13-crypto.js" suffix(, )
    0};
static const char modules[] = {
#embed "runtime/14-modules.js" suffix(, )
    0};
static const char node[] = {
#embed "runtime/15-node.js" suffix(, )
    0};
static const char xml[] = {
#embed "runtime/16-xml.js" suffix(, )
    0};
static const char csv[] = {
#embed "runtime/17-csv.js" suffix(, )
    0};
static const char lodash[] = {
#embed "runtime/18-lodash.js" suffix(, )
    0};
static const char xml2js[] = {
#embed "runtime/19-xml2js.js" suffix(, )
    0};
static const char moment[] = {
#embed "runtime/20-moment.js" suffix(, )
    0};
static const char tv4[] = {
#embed "runtime/21-tv4.js" suffix(, )
    0};
static const char lodash_more[] = {
#embed "runtime/22-lodash-more.js" suffix(, )
    0};
static const char lodash3[] = {
#embed "runtime/23-lodash3.js" suffix(, )
    0};
static const char ajv[] = {
#embed "runtime/24-ajv.js" suffix(, )
    0};
static const char start[] = {
#embed "runtime/99-start.js" suffix(, )
    0};
static const char lasting[] = {
#embed "runtime/lasting.js" suffix(, )
    0};

const runtime_file runtime_files[] = {
    {"01-runtime.js", runtime},
    {"02-job.js", job},
    {"03-text.js", text},
    {"04-console.js", console},
    {"05-web.js", web},
    {"06-expect-values.js", expect_values},
    {"07-expect.js", expect},
    {"08-collection.js", collection},
    {"09-variables.js", variables},
    {"10-pm.js", pm},
    {"11-expect-postman.js", expect_postman},
    {"12-legacy.js", legacy},
    {"13-crypto.js", crypto},
    {"14-modules.js", modules},
    {"15-node.js", node},
    {"16-xml.js", xml},
    {"17-csv.js", csv},
    {"18-lodash.js", lodash},
    {"19-xml2js.js", xml2js},
    {"20-moment.js", moment},
    {"21-tv4.js", tv4},
    {"22-lodash-more.js", lodash_more},
    {"23-lodash3.js", lodash3},
    {"24-ajv.js", ajv},
    {"99-start.js", start},
};

const runtime_file runtime_lasting = {"lasting.js", lasting};

const size_t runtime_count = sizeof runtime_files / sizeof *runtime_files;
