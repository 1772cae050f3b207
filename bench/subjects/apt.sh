# SPDX-License-Identifier: GPL-3.0-or-later
# apt-get with lists, cache and sources of its own in the directory $apt: those of the
# machine, with deb-src for deb. Read by scripts with `.`.
apt_get() {
	apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" \
		-o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
		-o APT::Sandbox::User=root "$@"
}

# Fetches the lists, once if all can be had.
apt_refresh() {
	[ ! -f "$apt/found" ] || return 0
	mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
	for origin in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
		part=$apt/parts/$(basename "$origin")
		case $origin in
		*.sources) sed 's/^Types:.*/Types: deb-src/' "$origin" > "$part" ;;
		*.list) [ ! -f "$origin" ] || sed -n 's/^deb[[:blank:]]/deb-src /p' "$origin" > "$part" ;;
		esac
	done
	if apt_get update >&2; then
		touch "$apt/found"
	else
		echo "some lists of sources could not be read" >&2
	fi
}
