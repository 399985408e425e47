/*
 * GLSL ES 3.00 for spheres, sticks and cell edges. Nothing is instanced and there
 * are no vertex attributes: every vertex finds its atom or bond in a texture by
 * gl_VertexID. Surfaces are computed per pixel and write their own depth.
 */

/** Flags in the alpha byte of an atom's color. */
export const flag = {
  selected: 1,
  /** Drawn back, as not meant: pale toward the background. */
  dimmed: 2,
  /** Picked by a tool that waits for more: the first atom of a bond, those of a measurement. */
  picked: 4,
  /** Not where its row says: moved as a drag moves it. */
  gliding: 8,
} as const;

const header = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform mat4 projectionMatrix;
/** 0: perspective; else parallel rays, and the depth that has the size of pixels, Å. */
uniform float uParallel;
`;

const atomData = /* glsl */ `
uniform mat4 modelViewMatrix;
uniform sampler2D uPositions;
uniform sampler2D uColors;
uniform int uHovered;
/** What moves the atoms that glide. */
uniform mat4 uGlide;
/** Å per canvas pixel at a depth of 1 Å. */
uniform float uPixel;

/** Å per canvas pixel at a depth. */
float pixelAt(float z) { return uPixel * (uParallel > 0.0 ? uParallel : -z); }
/** From the eye to a point. */
vec3 sightOf(vec3 point) { return uParallel > 0.0 ? vec3(0.0, 0.0, -1.0) : point; }

ivec2 texel(int i) { return ivec2(i & 2047, i >> 11); }
int flagsOf(vec4 color) { return int(color.a * 255.0 + 0.5); }
vec4 colorAt(int i) { return texelFetch(uColors, texel(i), 0); }
/** Where an atom is, and the radius of its ball; its color tells whether it glides. */
vec4 atomAt(int i, vec4 color) {
  vec4 atom = texelFetch(uPositions, texel(i), 0);
  return (flagsOf(color) & ${flag.gliding}) != 0 ? vec4((uGlide * vec4(atom.xyz, 1.0)).xyz, atom.w) : atom;
}
`;

const nowhere = "gl_Position = vec4(2.0, 2.0, 2.0, 1.0);";

/** Light, outline and depth cue, the same for every surface. */
const shading = /* glsl */ `
uniform vec3 uBackground;
uniform vec3 uAccent;
/** Of what a tool has picked. */
uniform vec3 uPicked;
uniform vec3 uOutline;
/** Strength, depth where it starts, 1 / range. */
uniform vec3 uFog;

const vec3 toLight = vec3(-0.3885, 0.4760, 0.7890);

vec3 faded(vec3 color, float depth) {
  return mix(color, uBackground, uFog.x * clamp((depth - uFog.y) * uFog.z, 0.0, 1.0));
}

/** normal and the direction to the eye have unit length. */
vec3 lit(vec3 color, vec3 normal, vec3 toEye) {
  float light = dot(normal, toLight);
  float facing = max(dot(normal, toEye), 0.0);
  float white = smoothstep(0.70, 0.86, min(color.r, min(color.g, color.b)));
  // A shadow side that keeps its hue, and for white balls its paleness.
  vec3 shadow = color * mix(vec3(0.52), vec3(0.66, 0.69, 0.75), white);
  vec3 surface = mix(shadow, color, smoothstep(-0.55, 0.62, light));
  // A broad bright spot and a small one in it.
  surface = mix(surface, vec3(1.0), 0.34 * smoothstep(0.62, 1.0, light));
  vec3 middle = normalize(toLight + toEye);
  float spot = pow(max(dot(normal, middle), 0.0), 48.0);
  surface = mix(surface, vec3(1.0), 0.38 * spot);
  // The rim turns dark, so that balls of one color stand apart.
  float rim = 1.0 - smoothstep(0.10, 0.52, facing);
  surface = mix(surface, surface * 0.74, rim);
  return mix(surface, uOutline, white * (1.0 - smoothstep(0.16, 0.44, facing)));
}

float depthOf(float z) {
  float w = projectionMatrix[2][3] * z + projectionMatrix[3][3];
  return 0.5 + 0.5 * (projectionMatrix[2][2] * z + projectionMatrix[3][2]) / w;
}

vec3 rayTo(vec3 point) { return uParallel > 0.0 ? vec3(0.0, 0.0, -1.0) : normalize(point); }
`;

export const atomVertex = /* glsl */ `${header}${atomData}
/** A marked ball is not smaller, Å. */
uniform float uLeast;

/** On the triangle, in eye space. */
out vec3 vPoint;
/** Center and radius in eye space. */
flat out vec4 vSphere;
flat out vec3 vColor;
/** Squared radius of the ring around a marked atom; 0 without. */
flat out float vRing;
flat out int vFlags;

// The triangle around the unit circle.
const vec2 corner[3] = vec2[3](vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0), vec2(0.0, 2.0));

void main() {
  int i = gl_VertexID / 3;
  vec4 color = colorAt(i);
  vec4 atom = atomAt(i, color);
  vFlags = flagsOf(color) | (i == uHovered ? 128 : 0);
  vColor = color.rgb;
  vec3 center = (modelViewMatrix * vec4(atom.xyz, 1.0)).xyz;
  bool marked = (vFlags & (128 | ${flag.selected} | ${flag.picked})) != 0;
  float radius = marked ? max(atom.w, uLeast) : atom.w;
  float outer = radius + (marked ? clamp(2.5 * pixelAt(center.z), 0.045, 0.5 * radius) : 0.0);
  vRing = marked ? outer * outer : 0.0;
  vSphere = vec4(center, radius);
  float d2 = dot(center, center);
  if (radius <= 0.0 || (uParallel == 0.0 && d2 <= outer * outer * 1.0001)) {
    ${nowhere}
    return;
  }
  // The silhouette is a circle across the line of sight through the center.
  float reach = uParallel > 0.0 ? outer : outer * inversesqrt(1.0 - outer * outer / d2);
  vec3 sight = normalize(sightOf(center));
  vec3 u = normalize(cross(sight, abs(sight.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  vec3 v = cross(u, sight);
  vec2 at = corner[gl_VertexID % 3] * reach;
  vPoint = center + at.x * u + at.y * v;
  gl_Position = projectionMatrix * vec4(vPoint, 1.0);
}
`;

export const atomFragment = /* glsl */ `${header}${shading}
in vec3 vPoint;
flat in vec4 vSphere;
flat in vec3 vColor;
flat in float vRing;
flat in int vFlags;
out vec4 outColor;

void main() {
  vec3 ray = rayTo(vPoint);
  // From the closest point of the ray: a difference of squares of far distances has no digits left.
  vec3 toCenter = vSphere.xyz - vPoint;
  float along = dot(ray, toCenter);
  vec3 beside = toCenter - ray * along;
  float beside2 = dot(beside, beside);
  float inside = vSphere.w * vSphere.w - beside2;
  if (inside < 0.0) {
    if (beside2 > vRing) discard;
    vec3 ring = (vFlags & ${flag.picked}) != 0 ? uPicked
      : (vFlags & ${flag.selected}) != 0 ? uAccent : mix(uAccent, uBackground, 0.45);
    outColor = vec4(faded(ring, -vSphere.z), 1.0);
    gl_FragDepth = depthOf(vSphere.z);
    return;
  }
  vec3 hit = vPoint + ray * (along - sqrt(inside));
  vec3 color = vColor;
  if ((vFlags & ${flag.selected}) != 0) color = mix(color, uAccent, 0.32);
  if ((vFlags & ${flag.picked}) != 0) color = mix(color, uPicked, 0.4);
  vec3 surface = lit(color, (hit - vSphere.xyz) / vSphere.w, -ray);
  if ((vFlags & 128) != 0) surface = mix(surface, vec3(1.0), 0.12);
  if ((vFlags & ${flag.dimmed}) != 0) surface = mix(surface, uBackground, 0.62);
  outColor = vec4(faded(surface, -hit.z), 1.0);
  gl_FragDepth = depthOf(hit.z);
}
`;

export const bondVertex = /* glsl */ `${header}${atomData}
uniform usampler2D uBonds;
/** Columns a, b, c, and the inverse; read for bonds that leave the cell. */
uniform mat3 uCell;
uniform mat3 uInverse;
/** Ends of the bond under the pointer, -1 for none. */
uniform ivec2 uHoveredBond;

/** In the plane through the axis across the line of sight, in eye space. */
out vec3 vPoint;
flat out vec3 vStart;
/** From end to end. */
flat out vec3 vAxis;
flat out float vRadius;
flat out vec3 vColorA;
flat out vec3 vColorB;
flat out ivec2 vFlags;
/** 1: dashed, 2: under the pointer, 4: only the first half, 8: a line, too thin for light and shadow. */
flat out int vMarks;

const vec2 corner[6] = vec2[6](
  vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(-1.0, 0.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));
// By kind, see bondRows.ts: radius, distance from the axis.
uniform vec2 uSticks[7];
/** Half of the width in canvas pixels, in place of the radius; 0: the radius. */
uniform float uStickPixels;

vec3 toImage(vec3 delta) { return delta - uCell * round(uInverse * delta); }

void main() {
  uvec4 bond = texelFetch(uBonds, texel(gl_VertexID / 6), 0);
  int i = int(bond.x);
  int j = int(bond.y);
  int kind = min(int(bond.w & 7u), 6);
  bool cut = (bond.w & 8u) != 0u;
  vec4 colorA = colorAt(i);
  vec4 colorB = colorAt(j);
  vec3 from = atomAt(i, colorA).xyz;
  vec3 delta = atomAt(j, colorB).xyz - from;
  if (cut) delta = toImage(delta);
  vec3 start = (modelViewMatrix * vec4(from, 1.0)).xyz;
  vec3 axis = mat3(modelViewMatrix) * delta;
  float span = length(axis);
  vec3 middle = start + 0.5 * axis;
  vec3 side = cross(axis, sightOf(middle));
  if (span < 1e-4 || dot(side, side) < 1e-12) {
    ${nowhere}
    return;
  }
  vec3 unit = axis / span;
  side = normalize(side);
  if (uSticks[kind].y != 0.0) {
    // Beside the axis: in the plane of a third atom, else in that of the screen.
    vec3 beside = i < j ? side : -side;
    if (bond.z != ${0xffffffff}u) {
      vec3 third = atomAt(int(bond.z), colorAt(int(bond.z))).xyz - from;
      if (cut) third = toImage(third);
      third = mat3(modelViewMatrix) * third;
      third -= unit * dot(unit, third);
      if (dot(third, third) > 0.04) beside = normalize(third);
    }
    start += beside * uSticks[kind].y;
    middle += beside * uSticks[kind].y;
    side = normalize(cross(axis, sightOf(middle)));
  }
  vRadius = uStickPixels > 0.0 ? uStickPixels * pixelAt(middle.z) : uSticks[kind].x;
  vStart = start;
  vAxis = axis;
  vColorA = colorA.rgb;
  vColorB = colorB.rgb;
  vFlags = ivec2(flagsOf(colorA), flagsOf(colorB));
  bool hovered = uHoveredBond == ivec2(i, j) || uHoveredBond == ivec2(j, i);
  vMarks = (kind == 3 ? 1 : 0) | (hovered ? 2 : 0) | (cut ? 4 : 0) | (uStickPixels > 0.0 ? 8 : 0);
  vec2 at = corner[gl_VertexID % 6];
  // A half shows its end, which reaches past the axis.
  float reach = cut ? 0.5 + vRadius / span : 1.0;
  vPoint = start + axis * (reach * at.y) + side * (at.x * vRadius);
  gl_Position = projectionMatrix * vec4(vPoint, 1.0);
}
`;

export const bondFragment = /* glsl */ `${header}${shading}
in vec3 vPoint;
flat in vec3 vStart;
flat in vec3 vAxis;
flat in float vRadius;
flat in vec3 vColorA;
flat in vec3 vColorB;
flat in ivec2 vFlags;
flat in int vMarks;
out vec4 outColor;

void main() {
  vec3 ray = rayTo(vPoint);
  float span = length(vAxis);
  vec3 unit = vAxis / span;
  // Where the ray enters the cylinder, counted from vPoint, which is near: far numbers lose digits.
  vec3 from = vPoint - vStart;
  vec3 offset = from - unit * dot(from, unit);
  vec3 across = ray - unit * dot(ray, unit);
  float a = max(dot(across, across), 1e-5);
  float b = dot(offset, across);
  float c = dot(offset, offset) - vRadius * vRadius;
  float s = -(b + sqrt(max(0.0, b * b - a * c))) / a;
  vec3 hit = vPoint + ray * s;
  float along = dot(hit - vStart, unit) / span;
  vec3 normal = (offset + across * s) / vRadius;
  float end = (vMarks & 4) != 0 ? 0.5 : 1.0;
  if (along > end) {
    // Past the end: a half has a flat one, the others lie inside of balls.
    float toEnd = (0.5 * span - dot(from, unit)) / dot(ray, unit);
    vec3 onEnd = offset + across * toEnd;
    if (end == 1.0 || dot(unit, ray) >= 0.0 || dot(onEnd, onEnd) > vRadius * vRadius) discard;
    hit = vPoint + ray * toEnd;
    along = 0.4999;
    normal = unit;
  }
  if (along < 0.0) discard;
  if ((vMarks & 1) != 0 && fract(along * 5.0 + 0.25) > 0.5) discard;
  bool first = along < 0.5;
  vec3 color = first ? vColorA : vColorB;
  int flags = first ? vFlags.x : vFlags.y;
  if ((flags & ${flag.selected}) != 0) color = mix(color, uAccent, 0.32);
  if ((vMarks & 2) != 0) color = mix(color, uAccent, 0.55);
  float white = smoothstep(0.70, 0.86, min(color.r, min(color.g, color.b)));
  vec3 surface = (vMarks & 8) != 0 ? mix(color, uOutline, white) : lit(color, normal, -ray);
  if ((flags & ${flag.dimmed}) != 0) surface = mix(surface, uBackground, 0.62);
  outColor = vec4(faded(surface, -hit.z), 1.0);
  gl_FragDepth = depthOf(hit.z);
}
`;

export const edgeVertex = /* glsl */ `${header}
uniform mat4 modelViewMatrix;
/** Columns a, b, c. */
uniform mat3 uCell;
uniform vec3 uCorner;
/** Canvas size in its own pixels, and how many of them are a CSS pixel. */
uniform vec3 uCanvas;
uniform vec3 uEdgeColors[4];
uniform float uNear;

flat out vec3 vColor;
flat out float vHalf;
/** Pixels from the middle of the line. */
out float vAcross;
/** What makes vAcross linear on the screen, and the depth. */
out vec2 vDepth;

const vec2 corner[6] = vec2[6](
  vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(-1.0, 0.0), vec2(1.0, 1.0), vec2(-1.0, 1.0));

void main() {
  int edge = gl_VertexID / 6;
  int axis = edge >> 2;
  // The two other axes say which of four parallel edges it is.
  float p = float(edge & 1);
  float q = float((edge >> 1) & 1);
  vec3 along = axis == 0 ? vec3(1.0, 0.0, 0.0) : axis == 1 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0);
  vec3 base = axis == 0 ? vec3(0.0, p, q) : axis == 1 ? vec3(p, 0.0, q) : vec3(p, q, 0.0);
  bool named = (edge & 3) == 0;
  vColor = uEdgeColors[named ? axis + 1 : 0];
  vHalf = (named ? 0.75 : 0.55) * uCanvas.z;
  vec3 a = (modelViewMatrix * vec4(uCorner + uCell * base, 1.0)).xyz;
  vec3 b = (modelViewMatrix * vec4(uCorner + uCell * (base + along), 1.0)).xyz;
  if (uParallel == 0.0 && a.z > -uNear && b.z > -uNear) {
    ${nowhere}
    return;
  }
  // What lies behind the eye has no place on the screen.
  if (uParallel == 0.0 && a.z > -uNear) a = mix(a, b, (-uNear - a.z) / (b.z - a.z));
  if (uParallel == 0.0 && b.z > -uNear) b = mix(b, a, (-uNear - b.z) / (a.z - b.z));
  vec4 clipA = projectionMatrix * vec4(a, 1.0);
  vec4 clipB = projectionMatrix * vec4(b, 1.0);
  vec2 screen = (clipB.xy / clipB.w - clipA.xy / clipA.w) * uCanvas.xy * 0.5;
  float size = length(screen);
  vec2 across = size > 1e-3 ? vec2(-screen.y, screen.x) / size : vec2(1.0, 0.0);
  vec2 at = corner[gl_VertexID % 6];
  vec4 place = mix(clipA, clipB, at.y);
  // One pixel more, for the soft border.
  vAcross = at.x * (vHalf + 1.0);
  place.xy += across * vAcross / uCanvas.xy * 2.0 * place.w;
  // Not perspective: pixels are linear on the screen.
  vAcross *= place.w;
  vDepth = vec2(place.w, -mix(a.z, b.z, at.y));
  gl_Position = place;
}
`;

export const edgeFragment = /* glsl */ `${header}${shading}
flat in vec3 vColor;
flat in float vHalf;
in float vAcross;
in vec2 vDepth;
out vec4 outColor;

void main() {
  float alpha = clamp(vHalf + 0.5 - abs(vAcross / vDepth.x), 0.0, 1.0);
  outColor = vec4(faded(vColor, vDepth.y) * alpha, alpha);
}
`;
