// Nothing to call: see lazy.c.
#pragma once
