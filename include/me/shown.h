/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shown.h - for drivers of C++: how a result that is no number is shown to a person. ME_SHOWS(f)
 * behind the driver f defines what libme calls for that; without C++17 or ME nothing.
 *
 * Numbers are the shortest decimals that read back as they are; texts stand in quotes; containers,
 * pairs and tuples in braces; an empty optional is nullopt. Of other classes nothing is shown.
 */
#ifndef ME_SHOWN_H
#define ME_SHOWN_H

#include "me/target.h"

#if defined __ME__ && __cplusplus >= 201703L
#pragma GCC system_header
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>

namespace me_shown {

constexpr int MOST = 32; /* elements of a container; characters of a text are 4 times as many */

struct shown_text {
	char *at, *end; /* one behind what may be written */
	bool is_whole; /* no part is of an unknown class */
};

inline void put(shown_text &t, char c)
{
	if (t.at + 1 < t.end)
		*t.at++ = c;
}

inline void put(shown_text &t, const char *s)
{
	while (*s)
		put(t, *s++);
}

template <typename T> void value(shown_text &t, const T &v);

template <typename T> void put_float(shown_text &t, T v)
{
	char digits[64];

	for (int precision = 1; precision <= 21; precision++) {
		std::snprintf(digits, sizeof digits, "%.*Lg", precision, (long double)v);
		if (!(v == v) || (T)std::strtold(digits, nullptr) == v)
			break;
	}
	put(t, digits);
}

template <typename T> void put_integer(shown_text &t, T v)
{
	char digits[32];

	if constexpr (std::is_signed_v<T>)
		std::snprintf(digits, sizeof digits, "%lld", (long long)v);
	else
		std::snprintf(digits, sizeof digits, "%llu", (unsigned long long)v);
	put(t, digits);
}

template <typename T> void put_text(shown_text &t, const T &v)
{
	int count = 0;

	put(t, '"');
	for (char c : v) {
		char escape[8];
		if (count++ == 4 * MOST) {
			put(t, "...");
			break;
		}
		if (c == '"' || c == '\\')
			put(t, '\\');
		if ((unsigned char)c >= ' ' && (unsigned char)c < 127) {
			put(t, c);
		} else {
			std::snprintf(escape, sizeof escape, "\\%03o", (unsigned char)c);
			put(t, escape);
		}
	}
	put(t, '"');
}

template <typename T> void put_elements(shown_text &t, const T &v)
{
	int count = 0;

	put(t, '{');
	for (const auto &element : v) {
		put(t, count ? ", " : "");
		if (count++ == MOST) {
			put(t, "...");
			break;
		}
		value(t, element);
	}
	put(t, '}');
}

template <typename T> void put_parts(shown_text &t, const T &v)
{
	bool first = true;

	put(t, '{');
	std::apply(
	    [&](const auto &...part) {
		    ((put(t, first ? "" : ", "), first = false, value(t, part)), ...);
	    },
	    v);
	put(t, '}');
}

/* Which members a class has. */
template <typename T, typename = void> struct is_text : std::false_type {
};
template <typename T>
struct is_text<T, std::void_t<typename T::traits_type,
			      decltype(std::declval<const T &>().data())>>
    : std::is_same<typename T::value_type, char> {
};
template <typename T, typename = void> struct is_range : std::false_type {
};
template <typename T>
struct is_range<T, std::void_t<typename T::value_type,
			       decltype(std::declval<const T &>().begin()),
			       decltype(std::declval<const T &>().end())>>
    : std::negation<std::is_same<typename T::value_type, T>> {
};
template <typename T, typename = void> struct is_optional : std::false_type {
};
template <typename T>
struct is_optional<T, std::void_t<decltype(std::declval<const T &>().has_value()),
				  decltype(*std::declval<const T &>())>>
    : std::true_type {
};
template <typename T, typename = void> struct has_parts : std::false_type {
};
template <typename T>
struct has_parts<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {
};
template <typename T, typename = void> struct is_complex : std::false_type {
};
template <typename T>
struct is_complex<T, std::void_t<decltype(std::declval<const T &>().real()),
				 decltype(std::declval<const T &>().imag())>>
    : std::true_type {
};

template <typename T> void value(shown_text &t, const T &v)
{
	if constexpr (std::is_same_v<T, bool>)
		put(t, v ? "true" : "false");
	else if constexpr (std::is_enum_v<T>)
		put_integer(t, (std::underlying_type_t<T>)v);
	else if constexpr (std::is_integral_v<T>)
		put_integer(t, v);
	else if constexpr (std::is_floating_point_v<T>)
		put_float(t, v);
	else if constexpr (is_text<T>::value)
		put_text(t, v);
	else if constexpr (is_range<T>::value)
		put_elements(t, v);
	else if constexpr (has_parts<T>::value)
		put_parts(t, v);
	else if constexpr (is_complex<T>::value)
		put_parts(t, std::make_pair(v.real(), v.imag()));
	else if constexpr (is_optional<T>::value)
		v.has_value() ? value(t, *v) : put(t, "nullopt");
	else
		t.is_whole = false;
}

/* The result of a driver; never called. */
template <typename R, typename... A> R result_of(R (*)(A...));

template <typename R> void write(char *to, unsigned long room, const void *result)
{
	shown_text t = {to, to + room, true};

	value(t, *(const R *)result);
	*(t.is_whole ? t.at : to) = '\0';
}

} // namespace me_shown

#define ME_SHOWS(driver)                                                                \
	extern "C" __attribute__((me_driver)) void __me_shows(                          \
	    char *text, unsigned long room, const void *result)                         \
	{                                                                               \
		me_shown::write<decltype(me_shown::result_of(driver))>(text, room,      \
								       result);         \
	}
#else
#define ME_SHOWS(driver)
#endif

#endif
