/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * class_type.h - what the front end of C++ knows of a class: the template that it is an
 * instance of, and how an object of it is made. In other languages there is none.
 */
#ifndef PLUGIN_CLASS_TYPE_H
#define PLUGIN_CLASS_TYPE_H

/* Lets the object have the function though nothing calls it, in any language: an inline one
 * too. Call it when the front end has read it. */
void class_keep_function(tree decl);

/* Instantiates the classes of its parameters that are only named. Call it when the front end
 * reads. */
void class_complete(tree function);

/* Keeps a class of the user's files; called for each one that is complete. */
void class_see(tree type);
/* Adds those of them to the list that have a class of it as a base and are not in it. Whether
 * there was any. */
bool class_add_derived(vec<tree> *types);

/* As C++ writes it where no name of a typedef is meant, "std::vector<double>", to be freed; ""
 * when it has no name: a pointer, an array, a function. */
char *class_spell(tree type);
/* Whether a system header defines it. */
bool class_is_of_library(tree type);

/* The template of which the class is an instance, "std::vector", to be freed, and its
 * arguments: types, and constants for those that are values. Null: of none. */
char *class_template(tree type, vec<tree> *arguments);
/* Its public bases. */
void class_bases(tree type, vec<tree> *bases);

/* Whether it has a virtual function without a body. */
bool class_is_abstract(tree type);
/* Whether it is made of values for its members, {x, y}. */
bool class_is_aggregate(tree type);
/* Whether a constructor or destructor of it is written, if only as `= default`. */
bool class_has_constructor(tree type);
/* Whether it is made without arguments though no constructor is written. */
bool class_is_default(tree type);

/* A function that everybody may call. */
bool class_is_callable(tree function);
/* A function or the name of a type that is private or protected, or in such a class. */
bool class_is_closed(tree decl);
bool class_is_constructor(tree function);
bool class_is_const(tree function);
/* Virtual functions that a class derived of it has to define, but for the destructor. */
void class_pure(tree type, vec<tree> *functions);
/* Whether the function's declaration excludes exceptions. */
bool class_is_noexcept(tree function);
/* Its constructors and functions, of an abstract class also protected constructors, in the
 * order of the source; neither templates nor those that copy or move an object, destructors
 * or operators but () and []. */
void class_functions(tree type, vec<tree> *functions);

/* Classes of which the function asks whether an object is empty: `if (f)`, `p == nullptr`. */
void class_asked(tree function, vec<tree> *types);

/* Of a function with written parameters, the types: without `this`. A TREE_LIST; the purpose
 * of each is its default value. And the first declaration. */
tree class_parameter_types(tree function);
tree class_parameters(tree function);
/* The function that has the body: of a constructor a clone, if the unit has one. */
tree class_body(tree function);

#endif
