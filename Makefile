# SPDX-License-Identifier: GPL-3.0-or-later
# make            build everything into build/
# make demo       the main job on four functions of Fdlibm
# make check      all tests, or TESTS='NAME ...'; JOBS=1: one at a time (one more than there are processors);
#                 MODE=asan: our own code under ASan and UBSan; SLICE=2/4: the second of each four
# make bench-NAME measurements (bench/)
# make torture    GCC's own test suite with and without the plugin; EVERY=100, CONFIG=O2, J=2
# make soak       sessions that are killed every few seconds, for half an hour; SECONDS=60
# make versions   the tests with GCC 9 to 16, each on a Debian that has it; VERSIONS="9 14"
# make mutants    faults that are planted in the product, and the test that finds each; ONLY="NAME ..."
# make csmith     random programs with and without the plugin; N=100, SEED=1, J=2
# make install    DESTDIR= PREFIX=
# Variables: CC=gcc-11 (the compiler that the plugin is for), V=1 (show commands)

CC = gcc
PREFIX = /usr/local
DESTDIR =
MODE =
B = build$(if $(MODE),/$(MODE))
# The plugin, which the compiler loads, is the same in each mode.
P = $(if $(MODE),$(patsubst %/$(MODE),%,$(B)),$(B))
Q = $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s%s\n' '$(1)' '$@';)

# Linear programming for covers of paths over the integers, where its headers are; GLPK= builds
# without it.
GLPK := $(shell echo '\#include <glpk.h>' | $(CC) -E -x c - >/dev/null 2>&1 && echo yes)
# Z3's library reads the formulas of `me sat`; Z3= builds without that.
Z3 := $(shell echo '\#include <z3.h>' | $(CC) -E -x c - >/dev/null 2>&1 && echo yes)
# A target keeps what its search learns by SQLite; SQLITE= builds without that.
SQLITE := $(shell echo '\#include <sqlite3.h>' | $(CC) -E -x c - >/dev/null 2>&1 && echo yes)
# The plugin is compiled by the C++ compiler of the same version as CC.
CXX = $(subst gcc,g++,$(CC))
MODEFLAGS = $(if $(filter asan,$(MODE)),-fsanitize=address$(,)undefined -fno-sanitize-recover=undefined)
, := ,
WARN = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
# -O3: a search spends more time in the harness than in a small program under test. Sanitized
# code is to be compiled fast. -g1 is what a backtrace needs; with the names of variables in it
# the build takes half as long again and each link of a target too: CFLAGS='-O1 -g' for gdb.
CFLAGS = $(if $(filter asan,$(MODE)),-O1,-O3) -g1
CPPFLAGS = -I. -Iinclude -D_GNU_SOURCE $(if $(GLPK),-DME_HAS_GLPK) $(if $(SQLITE),-DME_HAS_SQLITE)
ALLCFLAGS = -std=gnu11 $(WARN) $(CFLAGS) $(MODEFLAGS) -MMD -MP
# no-builtin: the subject may define memcmp or log; the harness renames its own calls.
HARNESSFLAGS = -fPIC -fno-plt -fvisibility=hidden -fno-builtin -fno-stack-protector

# The sources of each program, a list each. What a target has of the tree, linked into libme.a:
harness_rooms = program records runtime rungoal input goals pristine search database progress bytes libfuzzer triage main
harness_src = $(wildcard $(harness_rooms:%=harness/%/*.c) mcmc/*.c corpus/files/*.c) \
  value/type.c value/layout.c value/scalar_text.c value/simple_number.c system/option.c system/clock.c system/signal_name.c system/fortran_name.c
# What its twin under gcov has, which runs inputs again and searches nothing:
replay_src = $(wildcard gcov-tools/replay/*.c corpus/files/*.c) harness/input/arguments.c value/layout.c harness/program/module.c harness/program/state.c harness/program/positions.c harness/program/limits.c \
  harness/input/exception.c harness/runtime/environment.c value/type.c harness/libfuzzer/user.c mcmc/axis.c system/clock.c
# Behind a program's own main, in both; and functions of libc for the program, in the former:
start_src = harness/start/start.c harness/start/abi.c
calls_src = harness/start/blocks.c harness/start/drand48.c
me_src = $(wildcard command/*.c command/*/*.c gcov-tools/*.c prover/*/*.c corpus/*/*.c value/*.c mcmc/*.c system/*.c)
# `me sat` is a program of its own: loading Z3's library takes long.
me_sat_src = $(wildcard command/sat/program/*.c sat/*/*.c command/base/*.c corpus/files/*.c mcmc/*.c system/*.c) \
  command/sat/sat_options.c
# What unit tests call of it, without Z3:
me_sat_library_src = $(wildcard sat/number/*.c sat/formula/*.c sat/search/*.c) sat/smtlib/script.c
# An interpreter of exported GIMPLE, the judge of tests:
interpret_obj = $(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/interpret/*.c))
unit_src = $(wildcard tests/unit/*/*_test.c)

products = $(B)/me.so $(B)/libme.a $(B)/libme-replay.a $(B)/me-abi.o $(B)/me $(if $(Z3),$(B)/me-sat) $(B)/me-cc $(B)/me-c++ $(B)/me-fortran $(B)/me.specs $(B)/me.pc $(B)/include/me

# Each runs NAME.sh of a room of bench/.
benches = $(addprefix bench-,drivers faults cost first flopsy coral bytes resolve interpret types packages covers slow gsl sat boundary fpe nonfinite path labels triage farm explore condition_coral verify)

.PHONY: all setup demo check golden meter soak torture mutants versions csmith unit-tests bench-fdlibm bench-others bench-compile $(benches) install clean format
all: setup
	$(Q)$(MAKE) $(parallel) --no-print-directory products

# Without -j of its own, make builds with all processors.
parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
.PHONY: products
products: $(products) $(interpret_obj)

setup:
	$(Q)CC='$(CC)' sh tools/setup.sh build

# A goal of its own: what it needs is installed, all is built, then its script runs.
goal = CC='$(CC)' ME_BUILD='$(B)' sh
demo:
	$(Q)$(goal) tools/setup.sh demo
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)$(goal) tools/demo.sh
check:
	$(Q)$(goal) tools/setup.sh check
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	+$(Q)MAKE='$(MAKE)' JOBS='$(JOBS)' $(goal) tests/run.sh $(TESTS)
# Resumable: what build/torture/results.tsv has is not done again. EVERY=K takes each K-th
# test, each in one configuration; CONFIG=NAME one configuration, N=N ends after N trials,
# ONLY=TEXT takes the tests whose names have the text.
torture:
	$(Q)$(goal) tools/setup.sh torture
	$(Q)$(MAKE) $(parallel) --no-print-directory products $(B)/tests/torture
	$(Q)$(goal) tests/torture/torture.sh $(B)/torture every=$(EVERY) n=$(N) jobs=$(or $(J),2) \
	  config=$(CONFIG) only=$(ONLY)
# ONLY="NAME ..." takes these rows of tests/mutants.tsv.
mutants:
	$(Q)$(goal) tools/setup.sh check
	$(Q)$(MAKE) $(parallel) --no-print-directory products unit-tests
	$(Q)$(goal) tests/mutants.sh $(B)/mutants $(ONLY)
soak:
	$(Q)$(goal) tools/setup.sh build
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)SOAK_SECONDS='$(or $(SECONDS),1800)' $(goal) tests/soak.sh
# VERSIONS="9 14" takes these; the Debians are kept in build/versions.
versions:
	$(Q)$(goal) tools/setup.sh versions
	$(Q)TESTS='$(TESTS)' sh tests/versions.sh $(B)/versions $(VERSIONS)
csmith:
	$(Q)$(goal) tools/setup.sh csmith
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)$(goal) tests/torture/csmith.sh $(B)/csmith $(or $(N),100) $(or $(SEED),1) $(or $(J),2)
# ONLY= names of subjects, EXPECT= kinds that are meant to differ, MEDIANS=1 for changed random streams.
golden:
	$(Q)$(goal) tools/setup.sh golden
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)JOBS='$(or $(JOBS),$(shell nproc))' EXPECT='$(EXPECT)' ONLY='$(ONLY)' MEDIANS='$(MEDIANS)' CC='$(CC)' sh tests/golden/golden.sh $(BASE)
# Figures of the sources, beside those of a commit.
meter:
	@sh tests/meter/meter.sh $(BASE)
bench-compile:
	$(Q)$(goal) tools/setup.sh torture
	$(Q)$(MAKE) $(parallel) --no-print-directory products $(B)/bench/compile
	$(Q)N='$(N)' SEED='$(SEED)' FLAGS='$(FLAGS)' $(goal) bench/plugin/compile.sh
$(benches): wants = bench
bench-types: wants = check
bench-interpret bench-covers bench-sat bench-verify: wants = demo
bench-packages: wants = packages
bench-slow bench-gsl: export CPU = $(SECONDS)
bench-sat: export LIMIT = $(or $(SECONDS),20)
bench-sat: export QF_FP := $(QF_FP)
$(benches): bench-%:
	$(Q)$(goal) tools/setup.sh $(wants)
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)$(goal) bench/*/$*.sh
bench-fdlibm bench-others:
	$(Q)$(goal) tools/setup.sh bench
	$(Q)$(MAKE) $(parallel) --no-print-directory products
	$(Q)$(goal) bench/branches/branches.sh $(@:bench-%=%)

# Objects of another compiler are of no use: each depends on the compiler's name. Those
# whose source has gone are deleted.
$(B)/compiler: FORCE
	@mkdir -p $(@D)
	@v="$(CC) $$($(CC) -dumpfullversion) $(MODEFLAGS) $(CFLAGS) $(if $(GLPK),glpk) $(if $(SQLITE),sqlite)"; [ "$$(cat $@ 2>/dev/null)" = "$$v" ] || echo "$$v" > $@
	@cd $(B) && find obj pic -name '*.o' 2>/dev/null | while read -r o; do s=$${o#*/}; s=$${s%.o}; \
	  [ -f "$(CURDIR)/$$s.c" ] || [ -f "$(CURDIR)/$$s.cc" ] || [ "$${o%/me.o}" != "$$o" ] || rm -f "$$o"; done
FORCE:
.PHONY: FORCE

# ---- the plugin
plugin_src = $(wildcard plugin/*.cc plugin/*/*.cc)
PLUGINDIR = $(shell $(CC) -print-file-name=plugin)
# A GCC of another version may lack functions that we call. With weak symbols it loads us
# all the same, and plugin_init can say what is wrong.
$(P)/me.so: $(plugin_src:%.cc=$(P)/obj/%.o)
	$(call say,LINK)ld -r -o $(P)/obj/me.o $^ && nm -u $(P)/obj/me.o | sed 's/.* //' > $(P)/obj/me.names && \
	  objcopy --weaken-symbols=$(P)/obj/me.names $(P)/obj/me.o && $(CXX) -shared -o $@ $(P)/obj/me.o
ifneq ($(P),$(B))
$(B)/me.so: $(P)/me.so
	@mkdir -p $(@D)
	$(call say,CP)cp $< $@
endif
# GCC's headers are read once: they are more than most of our files. PLUGINCFLAGS="-O1 -g" for gdb.
PLUGINCFLAGS = -O2 -g1
PLUGINFLAGS = -std=gnu++14 -Wall -Wextra -Wno-unused-parameter $(PLUGINCFLAGS) -fPIC -fno-rtti -fno-exceptions \
  -fvisibility=hidden -MMD -MP $(CPPFLAGS) -isystem $(PLUGINDIR)/include -idirafter plugin/missing
$(P)/plugin-compiler: FORCE
	@mkdir -p $(@D)
	@v="$(CXX) $$($(CC) -dumpfullversion) $(PLUGINCFLAGS) $(CPPFLAGS)"; [ "$$(cat $@ 2>/dev/null)" = "$$v" ] || echo "$$v" > $@
$(P)/read/plugin/gcc.h.gch: plugin/gcc.h $(P)/plugin-compiler
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) $(PLUGINFLAGS) -MF $(@:.gch=.d) -x c++-header $< -o $@
$(P)/obj/plugin/%.o: plugin/%.cc $(P)/read/plugin/gcc.h.gch
	@mkdir -p $(@D)
	$(call say,CXX)$(CXX) -I$(P)/read $(PLUGINFLAGS) -c $< -o $@

# ---- C
$(B)/obj/%.o: %.c $(B)/compiler
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALLCFLAGS) $(CPPFLAGS) -c $< -o $@
$(B)/pic/%.o: %.c $(B)/compiler
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALLCFLAGS) $(HARNESSFLAGS) $(CPPFLAGS) -c $< -o $@

# ---- the runtime: ours, GSL and libFuzzer in one object, so that a subject which
# defines log or memcmp is never called by them (tools/runtime.sh says how)
$(B)/libme.a: $(start_src:%.c=$(B)/pic/%.o) $(calls_src:%.c=$(B)/pic/%.o) $(harness_src:%.c=$(B)/pic/%.o) tools/runtime.sh tools/libfuzzer.sh
	$(call say,RUNTIME)CC='$(CC)' sh tools/runtime.sh $@ \
	  $(start_src:%.c=$(B)/pic/%.o) $(calls_src:%.c=$(B)/pic/%.o) -- $(harness_src:%.c=$(B)/pic/%.o)
$(B)/libme-replay.a: $(start_src:%.c=$(B)/pic/%.o) $(replay_src:%.c=$(B)/pic/%.o) tools/runtime.sh
	$(call say,RUNTIME)CC='$(CC)' sh tools/runtime.sh --replay $@ \
	  $(start_src:%.c=$(B)/pic/%.o) -- $(replay_src:%.c=$(B)/pic/%.o)

# It is linked where there is no sanitizer.
$(B)/pic/harness/start/abi.o: MODEFLAGS =
$(B)/me-abi.o: $(B)/pic/harness/start/abi.o
	$(call say,COPY)cp $< $@

# ---- the command
$(B)/me: $(me_src:%.c=$(B)/obj/%.o)
	$(call say,LINK)$(CC) $(MODEFLAGS) -o $@ $^ -ljansson $(if $(GLPK),-lglpk) -lgsl -lgslcblas -lelf -ldl -lm
$(B)/me-sat: $(me_sat_src:%.c=$(B)/obj/%.o)
	$(call say,LINK)$(CC) $(MODEFLAGS) -o $@ $^ -lz3 -lgsl -lgslcblas -lmpfr -lgmp -ljansson -lm
# They wait for others most of their time.
$(B)/obj/command/%.o $(B)/obj/gcov-tools/%.o $(B)/obj/tests/%.o: private CFLAGS = -O1 -g1
# Each operation is rounded.
$(B)/obj/sat/%.o: CPPFLAGS += -ffp-contract=off
$(B)/me-cc $(B)/me-c++ $(B)/me-fortran: $(B)/me | $(B)/include/me
	$(call say,LN)ln -sf me $@
$(B)/obj/command/%.o $(B)/obj/gcov-tools/%.o: CPPFLAGS += $(if $(filter asan,$(MODE)),-DME_RUNTIME_FLAG='"$(firstword $(MODEFLAGS))"')
$(B)/obj/command/driver/cc.o: CPPFLAGS += -DME_DEFAULT_CC='"$(CC)"'
# What a program with libme.a is linked with behind it, beside libm.
libraries = -lstdc++ -lrt -lpthread -ldl
$(B)/obj/command/driver/gcc_options.o: CPPFLAGS += -DME_LIBRARIES='"$(libraries)"'
$(B)/obj/command/driver/gcc_options.o: Makefile
# fill: where the library, the plugin and the headers lie
fill = sed -e 's|@LIBDIR@|$(1)|g;s|@PLUGIN@|$(1)/me.so|g;s|@INCLUDEDIR@|$(2)|g;s|@LIBRARIES@|$(libraries)|g'
$(B)/me.specs $(B)/me.pc: $(B)/%: tools/%.in Makefile
	@mkdir -p $(@D)
	$(call say,GEN)$(call fill,$(abspath $(B)),$(abspath include)) $< > $@

# Where me-cc finds the headers; installed, it is a link to PREFIX/include.
$(B)/include/me:
	@mkdir -p $(@D)
	$(call say,LN)ln -sfnr include/me $@

# ---- installing: programs, libraries, headers, and the plugin where -fplugin=me finds it
lib = $(PREFIX)/lib/me
install: products
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(lib) $(DESTDIR)$(PREFIX)/include/me \
	  $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 755 $(B)/me $(DESTDIR)$(PREFIX)/bin/me
	$(if $(Z3),install -m 755 $(B)/me-sat $(DESTDIR)$(lib)/me-sat)
	for n in me-cc me-c++ me-fortran; do ln -sf me $(DESTDIR)$(PREFIX)/bin/$$n; done
	install -m 644 $(B)/me.so $(B)/libme.a $(B)/libme-replay.a $(B)/me-abi.o $(DESTDIR)$(lib)
	install -m 644 include/me/*.h include/me/nondet.c include/me/target.f90 $(DESTDIR)$(PREFIX)/include/me
	$(call fill,$(lib),$(PREFIX)/include) tools/me.pc.in > $(DESTDIR)$(PREFIX)/lib/pkgconfig/me.pc
	$(call fill,$(lib),$(PREFIX)/include) tools/me.specs.in > $(DESTDIR)$(lib)/me.specs
	@install -d $(DESTDIR)$(PLUGINDIR) 2>/dev/null && \
	  ln -sf $(lib)/me.so $(DESTDIR)$(PLUGINDIR)/me.so 2>/dev/null || \
	  echo "$(DESTDIR)$(PLUGINDIR) cannot be written: name the plugin by its path, -fplugin=$(lib)/me.so (me-cc does)"
	ln -sfn ../../include $(DESTDIR)$(lib)/include

# ---- tests
# A unit test takes from this archive what it calls, and so what that needs. Of the harness it
# has the objects of libme.a.
unit_obj = $(patsubst %.c,$(B)/pic/%.o,$(filter harness/%,$(harness_src))) \
  $(patsubst %.c,$(B)/obj/%.o,$(sort $(filter-out harness/%,$(harness_src)) $(me_src) $(me_sat_library_src)))
$(B)/tests/libunit.a: $(unit_obj)
	@mkdir -p $(@D)
	$(call say,AR)rm -f $@; ar qcs $@ $^
$(B)/tests/unit/%_test: $(B)/obj/tests/unit/%_test.o $(B)/tests/libunit.a
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(MODEFLAGS) -o $@ $^ -lgsl -lgslcblas -lmpfr -lgmp -ljansson -lbacktrace $(if $(GLPK),-lglpk) -lelf -ldl -lm
.SECONDARY: $(unit_src:%.c=$(B)/obj/%.o) $(unit_obj)

$(B)/tests/torture: $(patsubst %,$(B)/obj/tests/torture/%.o,book job measure suite torture trial units unsteady) $(B)/obj/prover/executable/section.o $(B)/obj/prover/ir/arena.o $(B)/obj/system/allocation.o
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(MODEFLAGS) -o $@ $^ -lelf

$(B)/bench/compile: $(patsubst %,$(B)/obj/%.o,bench/plugin/compile tests/torture/measure tests/torture/job tests/torture/suite)
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(MODEFLAGS) -o $@ $^

unit-tests: $(B)/tests/torture $(unit_src:%.c=$(B)/%)

clean:
	rm -rf build
format:
	clang-format -i $$(git ls-files '*.c' '*.h' '*.cc')

-include $(shell find $(sort $(B)/obj $(B)/pic $(B)/read $(P)/obj/plugin $(P)/read) -name '*.d' -type f 2>/dev/null)
