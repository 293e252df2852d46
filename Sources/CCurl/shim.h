// What Swift cannot import from libcurl: variadic option setters and getters.
#pragma once
#include <curl/curl.h>
