// libpsl, the public suffix list.
#pragma once
#include <libpsl.h>
