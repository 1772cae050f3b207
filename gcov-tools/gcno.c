/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcno.c - reading of .gcno and .gcda files.
 *
 * Both are 32-bit words in the byte order of the machine. A magic number, a version and a
 * stamp that both files share come first, then records of (tag, length, data) until a tag
 * of 0. Since gcc 12 lengths count bytes and strings are not padded; before, lengths count
 * words and strings are padded to words. After a function's record come its blocks, arcs and
 * lines:
 *
 *	01000000 function  ident, 2 checksums, name, artificial, source, line, column,
 *	                   end line, end column
 *	01410000 blocks    how many
 *	01430000 arcs      source block, then (destination, flags) each
 *	01450000 lines     block, then lines; 0 and a file name change the file,
 *	                   0 and "" end the record
 *	01a10000 counts    (.gcda) 64 bits for each arc outside the spanning tree; a
 *	                   negative length stands for zeros
 */
#include "gcov-tools/gcno.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "system/allocation.h"

/* ---- the words of gcov's files */

/* Begins as {.bytes, .end}. After `damaged` every word that is read is 0. */
struct gcov_stream {
	const unsigned char *bytes;
	size_t at, end;
	bool by_bytes; /* gcc 12 and later */
	bool damaged;
};

enum { GCOV_STREAM_GCC_LEAST = 9 };

static const unsigned char *stream_take(struct gcov_stream *stream, size_t n)
{
	const unsigned char *p = stream->bytes + stream->at;

	if (stream->damaged || n > stream->end - stream->at) {
		stream->damaged = true;
		return NULL;
	}
	stream->at += n;
	return p;
}

static uint32_t gcov_stream_word(struct gcov_stream *stream)
{
	const unsigned char *p = stream_take(stream, 4);
	uint32_t word = 0;

	if (p)
		memcpy(&word, p, 4);
	return word;
}

static uint64_t gcov_stream_counter(struct gcov_stream *stream)
{
	const uint64_t low = gcov_stream_word(stream);

	return low | (uint64_t)gcov_stream_word(stream) << 32;
}

/* A string inside the stream; "" for an absent one. */
static const char *gcov_stream_string(struct gcov_stream *stream)
{
	const uint32_t length = gcov_stream_word(stream);
	const size_t n = stream->by_bytes ? length : (size_t)length * 4;
	const unsigned char *p = n ? stream_take(stream, n) : NULL;

	if (!p)
		return "";
	if (!memchr(p, 0, n)) {
		stream->damaged = true;
		return "";
	}
	return (const char *)p;
}

/* The data of a record, which starts here, as a stream of its own. `length` is that of
 * the record. */
static struct gcov_stream gcov_stream_record(struct gcov_stream *stream,
					     uint32_t length)
{
	const size_t n = stream->by_bytes ? length : (size_t)length * 4;
	struct gcov_stream record = *stream;

	record.end = record.at;
	if (stream_take(stream, n))
		record.end = stream->at;
	record.damaged = stream->damaged;
	return record;
}

/* "B22*" is 12.2: a letter for the tens, a digit, the minor version. */
static int version_major(uint32_t version)
{
	const int tens = (int)(version >> 24) - 'A';
	const int ones = (int)(version >> 16 & 0xff) - '0';

	return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 0 : 10 * tens + ones;
}

/* Reads the beginning, up to the first record. False when it is no such file; *gcc is
 * the compiler's major version: below GCOV_STREAM_GCC_LEAST nothing more can be read.
 */
static bool gcov_stream_header(struct gcov_stream *stream, uint32_t magic, int *gcc,
			       uint32_t *stamp)
{
	*gcc = 0;
	if (gcov_stream_word(stream) != magic)
		return false;
	*gcc = version_major(gcov_stream_word(stream));
	if (*gcc < GCOV_STREAM_GCC_LEAST)
		return !stream->damaged;
	stream->by_bytes = *gcc >= 12;
	*stamp = gcov_stream_word(stream);
	if (*gcc >= 12)
		gcov_stream_word(stream); /* a checksum of the options */
	return !stream->damaged;
}

#define MAGIC_NOTES 0x67636e6fu /* "gcno" */
#define MAGIC_DATA 0x67636461u /* "gcda" */

#define TAG_FUNCTION 0x01000000u
#define TAG_BLOCKS 0x01410000u
#define TAG_ARCS 0x01430000u
#define TAG_LINES 0x01450000u
#define TAG_COUNTS 0x01a10000u

#define ARC_ON_TREE 1u
#define ARC_FAKE 2u

const char *gcno_strerror(int err)
{
	static const char *const texts[] = {
	    "no error",
	    "cannot be read",
	    "damaged, or no such file of gcov's",
	    "written by an unknown version of gcc",
	    "belongs to another build",
	    "its counts contradict each other",
	    "out of memory",
	};
	const int index = -err;

	if (index < 0 || index >= (int)(sizeof(texts) / sizeof(texts[0])))
		return "unknown error";
	return texts[index];
}

static int read_header(struct gcov_stream *stream, uint32_t magic, int *gcc,
		       uint32_t *stamp)
{
	if (!gcov_stream_header(stream, magic, gcc, stamp))
		return GCNO_EFORMAT;
	return *gcc < GCOV_STREAM_GCC_LEAST ? GCNO_EVERSION : GCNO_OK;
}

/* ---- notes */

/* Grows an array of `count` items by one, zeroed. */
static void *item_add(void *array, size_t count, size_t size)
{
	char *items = array;

	/* Double at powers of two. */
	if ((count & (count - 1)) == 0)
		items =
		    memory_checked(reallocarray(array, count ? 2 * count : 1, size));
	memset(items + count * size, 0, size);
	return items;
}

static void source_note(struct gcno *gcno, const char *name)
{
	for (size_t i = 0; i < gcno->source_count; i++)
		if (strcmp(gcno->sources[i], name) == 0)
			return;
	gcno->sources =
	    item_add(gcno->sources, gcno->source_count, sizeof *gcno->sources);
	gcno->sources[gcno->source_count++] = string_copy(name);
}

static int read_function(struct gcno *gcno, struct gcov_stream *record)
{
	gcno->functions =
	    item_add(gcno->functions, gcno->function_count, sizeof *gcno->functions);
	struct gcno_function *function = &gcno->functions[gcno->function_count++];
	function->ident = gcov_stream_word(record);
	function->line_checksum = gcov_stream_word(record);
	function->graph_checksum = gcov_stream_word(record);
	function->name = string_copy(gcov_stream_string(record));
	function->artificial = gcov_stream_word(record) != 0;
	function->source = string_copy(gcov_stream_string(record));
	function->line = gcov_stream_word(record);
	gcov_stream_word(record);
	function->end_line = gcov_stream_word(record);
	gcov_stream_word(record);
	if (record->damaged)
		return GCNO_EFORMAT;
	source_note(gcno, function->source);
	return GCNO_OK;
}

static int read_blocks(struct gcno_function *function, struct gcov_stream *record,
		       size_t file_size)
{
	const uint32_t count = gcov_stream_word(record);

	/* Each block except the exit has arcs, and therefore bytes in the file. */
	if (record->damaged || function->blocks || count < 2 || count > file_size)
		return GCNO_EFORMAT;
	function->blocks = array_new(count, sizeof(*function->blocks));
	function->block_count = count;
	return GCNO_OK;
}

static int read_arcs(struct gcno_function *function, struct gcov_stream *record)
{
	const uint32_t source = gcov_stream_word(record);

	if (record->damaged || source >= function->block_count ||
	    function->blocks[source].arc_count)
		return GCNO_EFORMAT;
	function->blocks[source].first_arc = function->arc_count;
	while (record->end - record->at >= 8) {
		function->arcs = item_add(function->arcs, function->arc_count,
					  sizeof *function->arcs);
		struct gcno_arc *arc = &function->arcs[function->arc_count++];

		arc->source = source;
		arc->destination = gcov_stream_word(record);
		const uint32_t flags = gcov_stream_word(record);

		arc->on_tree = flags & ARC_ON_TREE;
		arc->fake = flags & ARC_FAKE;
		if (arc->destination >= function->block_count)
			return GCNO_EFORMAT;
		function->blocks[source].arc_count++;
	}
	return GCNO_OK;
}

static void gcno_line_add(struct gcno_function *function, uint32_t number,
			  uint32_t block)
{
	function->lines =
	    item_add(function->lines, function->line_count, sizeof *function->lines);
	function->lines[function->line_count++] = (struct gcno_line){number, block};
}

static int gcno_read_lines(struct gcno *gcno, struct gcno_function *function,
			   struct gcov_stream *record)
{
	const uint32_t index = gcov_stream_word(record);
	struct gcno_block *block = function->blocks + index;
	bool own = false;

	if (record->damaged || index >= function->block_count)
		return GCNO_EFORMAT;
	for (;;) {
		const uint32_t line = gcov_stream_word(record);
		const char *file;

		if (record->damaged)
			return GCNO_EFORMAT;
		if (line) {
			block->line = line;
			block->line_groups += block->line_groups == 0;
			if (own)
				gcno_line_add(function, line, index);
			continue;
		}
		file = gcov_stream_string(record);
		if (!*file)
			return record->damaged ? GCNO_EFORMAT : GCNO_OK;
		/* A file name after the first line begins another range. */
		block->line_groups += block->line_groups > 0;
		own = strcmp(file, function->source) == 0;
		source_note(gcno, file);
	}
}

/* Records with other tags are skipped. */
static int gcno_read_note(struct gcno *gcno, uint32_t tag, struct gcov_stream *record,
			  size_t size)
{
	struct gcno_function *last =
	    gcno->function_count ? gcno->functions + gcno->function_count - 1 : NULL;

	if (record->damaged)
		return GCNO_EFORMAT;
	if (tag == TAG_FUNCTION)
		return read_function(gcno, record);
	if (tag != TAG_BLOCKS && tag != TAG_ARCS && tag != TAG_LINES)
		return GCNO_OK;
	if (!last)
		return GCNO_EFORMAT;
	if (tag == TAG_BLOCKS)
		return read_blocks(last, record, size);
	if (tag == TAG_ARCS)
		return read_arcs(last, record);
	return gcno_read_lines(gcno, last, record);
}

static int line_compare(const void *a, const void *b)
{
	const struct gcno_line *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static void lines_sort(struct gcno *gcno)
{
	for (size_t i = 0; i < gcno->function_count; i++) {
		struct gcno_function *function = gcno->functions + i;

		if (function->line_count)
			qsort(function->lines, function->line_count,
			      sizeof(*function->lines), line_compare);
	}
}

int gcno_parse(struct gcno *gcno, const unsigned char *bytes, size_t n)
{
	struct gcov_stream stream = {.bytes = bytes, .end = n};

	memset(gcno, 0, sizeof(*gcno));
	int err = read_header(&stream, MAGIC_NOTES, &gcno->gcc, &gcno->stamp);
	if (err)
		return err;
	gcno->directory = string_copy(gcov_stream_string(&stream));
	gcov_stream_word(
	    &stream); /* whether blocks that were not executed are marked */
	while (!err && stream.at < stream.end) {
		const uint32_t tag = gcov_stream_word(&stream);

		if (tag == 0)
			break; /* the end, or damaged */
		const uint32_t length = gcov_stream_word(&stream);
		struct gcov_stream record = gcov_stream_record(&stream, length);

		err = gcno_read_note(gcno, tag, &record, n);
	}
	lines_sort(gcno);
	return !err && stream.damaged ? GCNO_EFORMAT : err;
}

int gcno_read(struct gcno *gcno, const char *path)
{
	unsigned char *bytes;
	size_t n;

	memset(gcno, 0, sizeof(*gcno));
	if (corpus_read(path, &bytes, &n) != CORPUS_OK)
		return GCNO_EREAD;
	const int err = gcno_parse(gcno, bytes, n);
	free(bytes);
	return err;
}

void gcno_done(struct gcno *gcno)
{
	for (size_t i = 0; i < gcno->function_count; i++) {
		free(gcno->functions[i].name);
		free(gcno->functions[i].source);
		free(gcno->functions[i].blocks);
		free(gcno->functions[i].arcs);
		free(gcno->functions[i].lines);
	}
	for (size_t i = 0; i < gcno->source_count; i++)
		free(gcno->sources[i]);
	free(gcno->sources);
	free(gcno->functions);
	free(gcno->directory);
	memset(gcno, 0, sizeof(*gcno));
}

/* ---- counts */

static struct gcno_function *function_find(struct gcno *gcno, uint32_t ident)
{
	for (size_t i = 0; i < gcno->function_count; i++)
		if (gcno->functions[i].ident == ident)
			return gcno->functions + i;
	return NULL;
}

/* The counts are in the order of the blocks and of their arcs. */
static int read_counts(struct gcno_function *function, struct gcov_stream *record,
		       bool zero)
{
	for (size_t b = 0; b < function->block_count && !zero; b++) {
		const struct gcno_block *block = function->blocks + b;

		for (size_t i = 0; i < block->arc_count; i++) {
			struct gcno_arc *arc = function->arcs + block->first_arc + i;

			if (!arc->on_tree)
				arc->count += gcov_stream_counter(record);
		}
	}
	return record->damaged || record->at != record->end ? GCNO_EMISMATCH : GCNO_OK;
}

static int read_datum(struct gcno *gcno, uint32_t tag, struct gcov_stream *record,
		      bool zero, struct gcno_function **function)
{
	if (tag == TAG_FUNCTION && record->at < record->end) {
		*function = function_find(gcno, gcov_stream_word(record));
		if (*function &&
		    (gcov_stream_word(record) != (*function)->line_checksum ||
		     gcov_stream_word(record) != (*function)->graph_checksum))
			return GCNO_EMISMATCH;
	}
	if (tag == TAG_COUNTS && *function)
		return read_counts(*function, record, zero);
	return record->damaged ? GCNO_EFORMAT : GCNO_OK;
}

static int parse_counts(struct gcno *gcno, const unsigned char *bytes, size_t n)
{
	struct gcov_stream stream = {.bytes = bytes, .end = n};
	struct gcno_function *function = NULL;
	uint32_t stamp;
	int gcc, err = read_header(&stream, MAGIC_DATA, &gcc, &stamp);

	if (!err && (gcc != gcno->gcc || stamp != gcno->stamp))
		err = GCNO_EMISMATCH;
	while (!err && stream.at < stream.end) {
		const uint32_t tag = gcov_stream_word(&stream);

		if (tag == 0)
			break; /* the end, or damaged */
		const int32_t length = (int32_t)gcov_stream_word(&stream);
		struct gcov_stream record =
		    gcov_stream_record(&stream, length < 0 ? 0 : (uint32_t)length);

		err = read_datum(gcno, tag, &record, length < 0, &function);
	}
	return !err && stream.damaged ? GCNO_EFORMAT : err;
}

int gcno_parse_counts(struct gcno *gcno, const unsigned char *bytes, size_t n)
{
	int err = n ? parse_counts(gcno, bytes, n) : GCNO_OK;

	for (size_t i = 0; i < gcno->function_count && !err; i++)
		err = gcno_solve(gcno->functions + i);
	return err;
}

int gcno_read_counts(struct gcno *gcno, const char *path)
{
	unsigned char *bytes = NULL;
	size_t n = 0;
	const int read = corpus_read(path, &bytes, &n);

	if (read != CORPUS_OK && read != CORPUS_ENOENT)
		return GCNO_EREAD;
	const int err = gcno_parse_counts(gcno, bytes, n);
	free(bytes);
	return err;
}
