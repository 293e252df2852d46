// libpsl, as it is: which domains are public suffixes.
#pragma once
#include <libpsl.h>
