/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_goals.c - the subroutines of me/target.f90 in the gcov twin, whose calls the
 * plugin leaves as they are; a program's own come first. */
void me_reach_(void);
void me_assert_(const int *condition);
void me_label_(const int *id, const int *condition);
void me_reject_(void);
void __me_reject(void);

#define FOR_THE_TWIN __attribute__((weak, visibility("default")))

FOR_THE_TWIN void me_reach_(void)
{
}

FOR_THE_TWIN void me_assert_(const int *condition)
{
	(void)condition;
}

FOR_THE_TWIN void me_label_(const int *id, const int *condition)
{
	(void)id, (void)condition;
}

FOR_THE_TWIN void me_reject_(void)
{
	__me_reject();
}
