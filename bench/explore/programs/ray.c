/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ray tracer for one pixel: two spheres above a plane, a light, shadows and mirrors. The
 * result says what the ray has met on its way.
 */
#include <math.h>

struct vector {
	double x, y, z;
};

struct sphere {
	struct vector centre;
	double radius;
	int mirrors;
};

struct scene {
	struct sphere spheres[2];
	struct vector light;
};

struct hit {
	double distance;
	int what; /* 0 nothing, 1 the plane, 2 and 3 a sphere */
	struct vector at, normal;
};

static struct vector add(struct vector a, struct vector b, double times)
{
	return (struct vector){a.x + times * b.x, a.y + times * b.y, a.z + times * b.z};
}

static double dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector unit(struct vector a)
{
	const double length = sqrt(dot(a, a));

	if (length == 0)
		return (struct vector){0, 0, 1};
	return (struct vector){a.x / length, a.y / length, a.z / length};
}

static void meet_sphere(const struct sphere *s, int what, struct vector from,
			struct vector to, struct hit *hit)
{
	const struct vector centre = add(s->centre, from, -1);
	const double along = dot(centre, to);
	const double square =
	    s->radius * s->radius - dot(centre, centre) + along * along;

	if (square < 0)
		return;
	double distance = along - sqrt(square);
	if (distance < 1e-6)
		distance = along + sqrt(square);
	if (distance < 1e-6 || distance >= hit->distance)
		return;
	hit->distance = distance;
	hit->what = what;
	hit->at = add(from, to, distance);
	hit->normal = unit(add(hit->at, s->centre, -1));
}

static void meet_plane(struct vector from, struct vector to, struct hit *hit)
{
	if (to.y == 0)
		return;
	const double distance = -from.y / to.y;
	if (distance < 1e-6 || distance >= hit->distance)
		return;
	hit->distance = distance;
	hit->what = 1;
	hit->at = add(from, to, distance);
	hit->normal = (struct vector){0, 1, 0};
}

static struct hit nearest(const struct scene *scene, struct vector from,
			  struct vector to)
{
	struct hit hit = {.distance = 1e6};

	meet_plane(from, to, &hit);
	for (int i = 0; i < 2; i++)
		meet_sphere(&scene->spheres[i], 2 + i, from, to, &hit);
	return hit;
}

static int shade(const struct scene *scene, const struct hit *hit)
{
	const struct vector to_light = unit(add(scene->light, hit->at, -1));
	const double cosine = dot(hit->normal, to_light);

	if (cosine <= 0)
		return 1; /* turned away from the light */
	if (nearest(scene, hit->at, to_light).what)
		return 2; /* in the shadow */
	if (cosine > 0.999)
		return 4; /* a highlight */
	return 3;
}

static int trace(const struct scene *scene, struct vector from, struct vector to)
{
	int mirrored = 0;

	while (mirrored < 3) {
		const struct hit hit = nearest(scene, from, to);
		if (hit.what == 0)
			return 100 * mirrored;
		if (hit.what == 1 || !scene->spheres[hit.what - 2].mirrors)
			return 100 * mirrored + 10 * hit.what + shade(scene, &hit);
		to = add(to, hit.normal, -2 * dot(to, hit.normal));
		from = hit.at;
		mirrored++;
	}
	return 1000;
}

int ray(double x, double y, double height, double first_x, double first_radius,
	double second_y, double second_radius, double light_x, double light_y,
	int mirrors)
{
	const struct scene scene = {
	    {{{first_x, 2, 10}, first_radius, mirrors & 1},
	     {{1, second_y, 14}, second_radius, mirrors >> 1 & 1}},
	    {light_x, light_y, 5}};

	if (!(first_radius > 0 && second_radius > 0 && height > 0))
		return -1;
	return trace(&scene, (struct vector){0, height, 0},
		     unit((struct vector){x, y, 1}));
}
