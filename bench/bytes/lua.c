/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua.c - what Lua's load does: the lexer and parser, or the reader of compiled chunks */
#include <lauxlib.h>
#include <lua.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	lua_State *state = luaL_newstate();

	if (!state)
		return 0;
	luaL_loadbufferx(state, (const char *)data, size, "input", "t");
	lua_close(state);
	return 0;
}
